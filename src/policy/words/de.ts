import type { en as english } from './en.ts'
import { policyErrorTitles, policyErrors, policyExceptions, policyTest, policyToken } from './policy-access-de.ts'
import { policyEdit, policyPreview } from './policy-edit-de.ts'
import { policy, policyLog, policyMode } from './policy-de.ts'
import { createPlurals } from '../../lib/plural.ts'

const { counted, noun, number } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })
const times = (count: number) => `${number(count)}-mal`

/** German texts about policies in Discord. */
export const de: typeof english = {
  policyOptions: {
    decision: { name: 'entscheidung', description: 'Was ab jetzt für das Konto gilt' },
    reason: {
      name: 'grund',
      description: 'Warum, in höchstens 200 Zeichen; für Moderatoren, der Spieler sieht es nie',
    },
    until: { name: 'bis', description: 'Wann es von selbst endet: 12h, 30d, 6mo, 1y oder ein Datum wie 31.12.2027' },
    name: {
      name: 'name',
      description: 'Der Rust-Server, wie ihr ihn nennt; ein vergebener Name bekommt ein neues Token',
    },
    mode: { name: 'modus', description: 'Ob Spieler abgelehnt werden' },
    reports: { name: 'berichte', description: 'Wie Ablehnungen im Kanal für Meldungen berichtet werden' },
    banReports: { name: 'eigene-bans', description: 'Ob Ablehnungen durch eigene Bans (/banliste) berichtet werden' },
  },
  policyDecisions: { allow: 'immer einlassen', remove: 'Ausnahme entfernen' },
  policyModes: { observe: 'aufzeichnen', enforce: 'durchsetzen' },
  policyReports: { each: 'jede Ablehnung', daily: 'einmal am Tag' },
  policyBanReports: { on: 'berichten', off: 'nicht berichten' },
  commands: {
    policy: { name: 'richtlinie', description: 'Bestimmen, welche Spieler eure Rust-Server einlassen' },
  },
  subcommands: {
    show: {
      name: 'zeigen',
      description: 'Die Regeln zeigen, was sie heute bewirkt haben, und welche Rust-Server fragen',
    },
    edit: {
      name: 'bearbeiten',
      description: 'Die Regeln ändern: Entwurf, Vorschau, was er bewirkt hätte, dann speichern',
    },
    test: { name: 'testen', description: 'Was die Richtlinie jetzt über ein Konto entscheidet, und warum' },
    except: {
      name: 'ausnahme',
      description: 'Ein Konto immer einlassen, was die Regeln auch sagen, oder seine Ausnahme beenden',
    },
    exceptions: { name: 'ausnahmen', description: 'Alle Ausnahmen zeigen: wer, warum und bis wann' },
    token: {
      name: 'token',
      description: 'Die Zeile für einen Rust-Server erzeugen; ohne Namen alle Rust-Server zeigen',
    },
    mode: { name: 'modus', description: 'Nur aufzeichnen oder Spieler ablehnen; und wie Ablehnungen berichtet werden' },
  },
  buttons: {
    exemptBanned: 'Ban aufheben, einlassen',
    exempt: 'Ausnahme',
    appeal: 'Einspruch…',
    preview: 'Vorschau',
    save: 'Speichern',
    enforce: 'Ab jetzt ablehnen',
    revoke: 'Widerrufen',
    revokeNow: 'Ersetztes Token jetzt widerrufen',
  },
  csv: {
    decision: 'entscheidung',
    firstAt: 'zuerst_am',
    lastAt: 'zuletzt_am',
    times: 'wie_oft',
    gameServers: 'rust_server',
    policyVersion: 'richtlinie_version',
    decisions: { allow: 'immer eingelassen', deny: 'immer abgelehnt' },
    /** Changes of a policy. */
    actions: {
      policy_saved: 'Richtlinie gespeichert',
      policy_mode_set: 'Modus der Richtlinie gesetzt',
      policy_notify_set: 'Berichte der Richtlinie gesetzt',
      exception_added: 'Ausnahme hinzugefügt',
      exception_removed: 'Ausnahme entfernt',
      exception_expired: 'Ausnahme abgelaufen',
      token_created: 'Token erzeugt',
      token_revoked: 'Token widerrufen',
    },
  },
  policy,
  policyMode,
  policyLog,
  policyEdit,
  policyPreview,
  policyTest,
  policyExceptions,
  policyToken,
  policyErrorTitles,
  policyErrors,
  policyLine: {
    refuses: (why) => `Die Richtlinie würde dieses Konto ablehnen: ${why}`,
    noRule: 'Keine Regel der Richtlinie lehnt dieses Konto ab',
    excepted: 'Eine Ausnahme setzt für dieses Konto alle Regeln der Richtlinie außer Kraft',
    undecided: (why) => `Die Richtlinie kann über dieses Konto nicht entscheiden: ${why}`,
    reports: (why) => `Die Richtlinie würde dieses Konto beim Beitritt melden: ${why}`,
    observes: 'Die Richtlinie zeichnet nur auf: Im Moment lehnen ihre Regeln niemanden ab.',
    refusesSome: (count) =>
      `Nach dem, was hier bekannt ist, würde die Richtlinie ${number(count)} der obigen Konten ablehnen:`,
  },
  refusals: {
    title: {
      enforce: (account) => `Abgelehnt: ${account}`,
      observe: (account) => `Wäre abgelehnt worden: ${account}`,
      notify: (account) => `Gemeldet: ${account}`,
    },
    digestTitle: {
      enforce: (count) => `${accounts(count)} abgelehnt`,
      observe: (count) => `${counted(count, { one: 'Konto wäre', other: 'Konten wären' })} abgelehnt worden`,
      notify: (count) => `${accounts(count)} gemeldet`,
    },
    wereLetIn: {
      observe: 'Sie wurden eingelassen: Der Modus war *aufzeichnen*.',
      notify: 'Diese Regeln melden nur und lehnen niemanden ab.',
    },
    wasLetIn: {
      observe: 'Es wurde eingelassen: Der Modus war *aufzeichnen*.',
      notify: 'Ein Rust-Server hat nach ihm gefragt. Diese Regel meldet nur und lehnt niemanden ab.',
    },
    between: (first, last) => `${first} bis ${last}`,
    version: (version) => `Richtlinie Version ${version}`,
    times: {
      enforce: (count) => `an diesem Tag ${times(count)} abgelehnt`,
      observe: (count) => `wäre an diesem Tag ${times(count)} abgelehnt worden`,
      notify: (count) => `an diesem Tag ${times(count)} gefragt`,
    },
    allInFile: { refusals: 'Alle stehen in refusals.csv.', notices: 'Alle stehen in notices.csv.' },
    open: 'Ein Konto öffnen, um es auszunehmen oder nachzuschlagen',
    notShown:
      'Das kann wegen eines Fehlers in Rapsheet nicht vollständig gezeigt werden. /richtlinie testen sagt, warum ein Konto abgelehnt wird.',
    gone: 'Der Bericht darüber ist nicht mehr gespeichert.',
    form: {
      title: 'Ein Konto immer einlassen',
      account: 'Konto',
      reason: 'Notiz',
      reasonHint: 'Steht bei den Ausnahmen der Richtlinie',
      until: 'Bis',
      untilHint: 'Zum Beispiel 30d, 6mo oder 31.12.2027; leer heißt ohne Ende',
    },
  },
}
