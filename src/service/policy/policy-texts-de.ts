import { createPlurals } from '../../lib/plural.ts'
import type { policyTexts as english } from './policy-texts-en.ts'

const { number, noun } = createPlurals('de')
const days = noun({ one: 'Tag', other: 'Tage' })
const daysAgo = noun({ one: 'Tag', other: 'Tagen' })
const hours = noun({ one: 'Stunde', other: 'Stunden' })
const vacBans = noun({ one: 'VAC-Bann', other: 'VAC-Banns' })
const gameBans = noun({ one: 'Spielbann', other: 'Spielbanns' })

/** What policies say in German, as plain text. */
export const policyTexts: typeof english = {
  reason: {
    maxVacBans: vacBans,
    maxGameBans: gameBans,
    denyCommunityBan: () => 'Steam-Community-Bann',
    denyTradeBan: () => 'Handelssperre',
    denyTradeProbation: () => 'Handel auf Bewährung',
    minAccountAgeDays: (count) => `Konto ist ${days(count)} alt`,
    minRustHours: (count) => `${hours(count)} in Rust`,
    denyPrivateProfile: () => 'Profil ist privat',
    denyUnconfigured: () => 'Profil wurde nie eingerichtet',
    ageHidden: () => 'Alter des Kontos ist verborgen',
    hoursHidden: () => 'Stunden in Rust sind verborgen',
    notOwned: () => 'Konto besitzt Rust nicht',
  },
  exception: { deny: 'Durch eine Ausnahme abgelehnt', allow: 'Durch eine Ausnahme eingelassen' },
  lastBan: (count) => (count === 0 ? 'letzter Bann heute' : `letzter Bann vor ${daysAgo(count)}`),
  limit: (count) => `Grenze: ${number(count)}`,
  forgottenAfter: (count) => `vergessen nach ${daysAgo(count)}`,
  atLeastDays: (count) => `mindestens ${days(count)}`,
  atLeastHours: (count) => `mindestens ${hours(count)}`,

  unknown: {
    ageHidden: 'Alter des Kontos ist verborgen',
    hoursHidden: 'Stunden in Rust sind verborgen, oder das Konto besitzt Rust nicht',
    unavailable: (what) => `${what}: keine Antwort von Steam`,
    what: {
      maxVacBans: 'VAC-Banns',
      maxGameBans: 'Spielbanns',
      denyCommunityBan: 'Steam-Community-Bann',
      denyTradeBan: 'Handelssperre',
      denyTradeProbation: 'Handel auf Bewährung',
      minAccountAgeDays: 'Alter des Kontos',
      minRustHours: 'Stunden in Rust',
      denyPrivateProfile: 'Ob das Profil privat ist',
      denyHiddenHours: 'Ob die Stunden in Rust verborgen sind',
      denyUnconfigured: 'Ob das Profil eingerichtet ist',
    },
  },

  rule: {
    maxVacBans: (count) =>
      count === 0 ? 'Lehnt Konten mit einem VAC-Bann ab.' : `Lehnt Konten mit mehr als ${vacBans(count)} ab.`,
    maxGameBans: (count) =>
      count === 0 ? 'Lehnt Konten mit einem Spielbann ab.' : `Lehnt Konten mit mehr als ${gameBans(count)} ab.`,
    banForgottenAfterDays: (count) =>
      `Vergisst VAC- und Spielbanns, sobald der neueste mindestens ${days(count)} alt ist.`,
    denyCommunityBan: 'Lehnt Konten mit einem Steam-Community-Bann ab.',
    denyTradeBan: 'Lehnt Konten mit einer Handelssperre ab.',
    denyTradeProbation: 'Lehnt Konten ab, deren Handel auf Bewährung ist.',
    minAccountAgeDays: (count) => `Lehnt Konten ab, die jünger als ${days(count)} sind.`,
    minRustHours: (count) => `Lehnt Konten mit weniger als ${hours(count)} in Rust ab.`,
    denyPrivateProfile: 'Lehnt private Profile ab.',
    denyHiddenHours:
      'Lehnt Konten ab, die ihre Stunden in Rust verbergen oder es nicht besitzen, wie Spieler einer geteilten Kopie.',
    denyUnconfigured: 'Lehnt Profile ab, die nie eingerichtet wurden.',
  },

  whenHidden: {
    minAccountAgeDays: 'Wenn das Alter verborgen ist:',
    minRustHours: 'Wenn die Stunden verborgen sind oder das Konto Rust nicht besitzt:',
    unknown: 'unentschieden.',
    deny: 'abgelehnt.',
    allow: 'angenommen.',
  },

  game: {
    subjects: ['Dieses Konto oder der Besitzer einer geteilten Kopie', 'Konto oder Besitzer der geteilten Kopie'],
    notOwner: 'Dieses Konto',
    long: {
      maxVacBans: vacBans,
      maxGameBans: gameBans,
      denyCommunityBan: () => 'Steam-Community-Bann',
      denyTradeBan: () => 'Handelssperre',
      denyTradeProbation: () => 'Handel auf Bewährung',
      minAccountAgeDays: (count) => `jünger als ${days(count)}`,
      minRustHours: (count) => `weniger als ${hours(count)} in Rust`,
      denyPrivateProfile: () => 'privates Profil',
      denyUnconfigured: () => 'Profil nie eingerichtet',
      ageHidden: () => 'Alter des Kontos verborgen',
      hoursHidden: () => 'Stunden in Rust verborgen',
      notOwned: () => 'besitzt Rust nicht',
      exception: () => 'von diesem Server abgelehnt',
    },
    short: {
      maxVacBans: 'VAC-Bann',
      maxGameBans: 'Spielbann',
      denyCommunityBan: 'Community-Bann',
      denyTradeBan: 'Handelssperre',
      denyTradeProbation: 'Bewährung',
      minAccountAgeDays: 'zu neu',
      minRustHours: 'zu wenig Stunden',
      denyPrivateProfile: 'privat',
      denyUnconfigured: 'kein Profil',
      ageHidden: 'Alter verborgen',
      hoursHidden: 'Zeit verborgen',
      notOwned: 'ohne Rust',
      exception: 'abgelehnt',
    },
  },

  problem: {
    forgotten_without_limit: () =>
      'banForgottenAfterDays lockert maxVacBans und maxGameBans, und keine der beiden ist gesetzt. Setze eine davon, oder entferne banForgottenAfterDays.',
    probation_without_ban: () =>
      'denyTradeProbation lehnt Bewährung ab, während Konten mit Handelssperre hineinkommen. Setze auch denyTradeBan, oder entferne denyTradeProbation.',
    on_unknown_without_rule: (rule) =>
      `onUnknown.${rule} hat keine Wirkung, weil ${rule} nicht gesetzt ist. Setze ${rule}, oder entferne onUnknown.${rule}.`,
    on_unknown_without_effect: (rule, other) =>
      `onUnknown.${rule} ist „allow“, aber ${other} lehnt jedes solche Konto ab. Entferne ${other}, oder wähle „deny“ oder „unknown“ für onUnknown.${rule}.`,
  },
}
