import { createPlurals } from '../../lib/plural.ts'
import type * as english from './policy-edit-en.ts'

const { number, counted } = createPlurals('de')

export const policyEdit: typeof english.policyEdit = {
  title: 'Entwurf der Richtlinie',
  newPolicy: 'Eine neue Richtlinie. Noch ist nichts gespeichert.',
  fromVersion: (version) => `Begonnen mit Version ${version}. Noch ist nichts gespeichert.`,
  noAppeal: 'kein Text',
  noRules: 'Keine Regeln: Jedes Konto, das hier nicht gebannt ist, wird eingelassen.',
  problem: 'Sie kann gespeichert werden, sobald das gelöst ist:',
  previewFirst: 'Die Vorschau zeigt, was die Richtlinie bewirkt hätte. Danach kannst du sie speichern.',
  saved: (version) => `Version ${version} der Richtlinie ist gespeichert`,
  savedHint: {
    observe: 'Ihre Regeln zeichnen nur auf und lehnen niemanden ab. Das ändert /richtlinie modus.',
    enforce: 'Sie gilt für den nächsten Spieler, der beitritt.',
  },
  notChanged: 'Es gibt nichts zu speichern',
  notChangedHint: 'Die Richtlinie ist schon so.',
  cancelled: 'Entwurf verworfen',
  cancelledHint: 'Nichts wurde gespeichert.',

  chooseFlags: 'Konten ablehnen mit …',
  flags: {
    denyCommunityBan: 'Steam-Community-Ban',
    denyTradeBan: 'Trade-Ban',
    denyTradeProbation: 'Handel auf Bewährung',
    denyPrivateProfile: 'Privates Profil',
    denyHiddenHours: 'Rust-Stunden verborgen oder kein eigenes Rust',
    denyUnconfigured: 'Profil nie eingerichtet',
  },
  chooseNotifying: 'Nur melden, ohne abzulehnen …',
  hidden: {
    minAccountAgeDays: {
      refuse: {
        unknown: 'Alter des Kontos verborgen: unentschieden',
        deny: 'Alter des Kontos verborgen: ablehnen',
        allow: 'Alter des Kontos verborgen: einlassen',
      },
      notify: { unknown: 'Alter des Kontos verborgen: nicht melden', deny: 'Alter des Kontos verborgen: melden' },
    },
    minRustHours: {
      refuse: {
        unknown: 'Rust-Stunden verborgen oder kein eigenes Rust: unentschieden',
        deny: 'Rust-Stunden verborgen oder kein eigenes Rust: ablehnen',
        allow: 'Rust-Stunden verborgen oder kein eigenes Rust: einlassen',
      },
      notify: {
        unknown: 'Rust-Stunden verborgen oder kein eigenes Rust: nicht melden',
        deny: 'Rust-Stunden verborgen oder kein eigenes Rust: melden',
      },
    },
  },
  undecidedHint: 'Dann entscheidet server.bansServerFailureMode, eine Einstellung des Rust-Servers',

  numbersTitle: 'Grenzwert der Richtlinie',
  chooseLimit: 'Grenzwert festlegen …',
  limitNow: (value) => `Jetzt: ${value}`,
  limitOff: 'Aus',
  numbers: {
    maxVacBans: {
      label: 'Erlaubte VAC-Bans',
      hint: '0 erlaubt keinen, 1 erlaubt einen; leer schaltet die Regel aus',
    },
    maxGameBans: {
      label: 'Erlaubte Game-Bans',
      hint: '0 erlaubt keinen, 1 erlaubt einen; leer schaltet die Regel aus',
    },
    banForgottenAfterDays: {
      label: 'Tage, bis Bans vergessen sind',
      hint: 'VAC- und Game-Bans zählen nicht mehr, sobald der neueste so alt ist; leer für nie',
    },
    minAccountAgeDays: {
      label: 'Mindestalter des Kontos in Tagen',
      hint: 'Jüngere Konten werden abgelehnt; leer schaltet die Regel aus',
    },
    minRustHours: {
      label: 'Mindeststunden in Rust',
      hint: 'Zum Beispiel 12,5; wer weniger hat, wird abgelehnt; leer schaltet die Regel aus',
    },
  },
  notWhole: (label, value, from, to) =>
    `**${label}**: „${value}“ ist keine ganze Zahl von ${number(from)} bis ${number(to)}.`,
  notHours: (label, value, to) =>
    `**${label}**: „${value}“ ist keine Zahl über 0 und bis ${number(to)} mit höchstens zwei Nachkommastellen.`,

  appealTitle: 'Wo sich Abgelehnte melden können',
  appealLabel: 'Text oder Link',
  appealHint: 'Abgelehnte sehen ihn im Spiel, zum Beispiel discord.gg/name; leer für keinen',

  problems: {
    forgotten_without_limit: (rule) =>
      `„${rule}“ lockert die Regeln zu VAC- und Game-Bans, aber es gibt keine. Leg einen Grenzwert dafür fest, oder leere „${rule}“.`,
    probation_without_ban: (rule, other) =>
      `„${rule}“ wird abgelehnt, „${other}“ aber nicht. Wähle beides oder keines von beiden.`,
    on_unknown_without_rule: (rule) =>
      `Für verborgene Angaben ist etwas gewählt, aber „${rule}“ ist nicht gesetzt. Setze es.`,
    on_unknown_without_effect: (rule, other) =>
      `„${rule}“ lässt Konten mit verborgenen Angaben ein, aber „${other}“ lehnt jedes solche Konto ab. Ändere eines davon.`,
    action_without_rule: (rule) => `„${rule}“ soll gemeldet werden, ist aber nicht gesetzt. Setze es.`,
  },
}

export const policyPreview: typeof english.policyPreview = {
  title: 'Was sie bewirkt hätte',
  joined: (count) => `Beitritte des letzten Tages: ${counted(count, { one: 'Konto', other: 'Konten' })}`,
  joinedAtLeast: (count, kept) =>
    `Beitritte des letzten Tages: mindestens ${counted(count, { one: 'Konto', other: 'Konten' })}, nach den ${number(kept)} aufbewahrten Beitritten`,
  noJoins: 'Beitritte des letzten Tages: keine bekannt, weil kein Rust-Server gefragt hat',
  watched: (count) => `Beobachtungsliste: ${counted(count, { one: 'Konto', other: 'Konten' })}`,
  noWatched: 'Beobachtungsliste: leer',
  allowed: (count) => `${number(count)} eingelassen`,
  refused: (count) => `${number(count)} abgelehnt`,
  unknown: (count) => `${number(count)} unentschieden`,
  reported: (count) => `${number(count)} gemeldet`,
  before: (count) => `bisher ${number(count)}`,
  newlyRefused: 'Neu abgelehnt, zum Beispiel:',
  unknownHint: 'Unentschieden: Was eine Regel braucht, ist verborgen oder wurde damals nicht abgefragt.',
}
