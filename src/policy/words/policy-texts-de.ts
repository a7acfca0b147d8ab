import { createPlurals } from '../../lib/plural.ts'
import type { policyTexts as english } from './policy-texts-en.ts'

const { number, noun } = createPlurals('de')
const days = noun({ one: 'Tag', other: 'Tage' })
const daysAgo = noun({ one: 'Tag', other: 'Tagen' })
const hours = noun({ one: 'Stunde', other: 'Stunden' })
const vacBans = noun({ one: 'VAC-Ban', other: 'VAC-Bans' })
const gameBans = noun({ one: 'Game-Ban', other: 'Game-Bans' })

/** German texts about policies, as plain text. */
export const policyTexts: typeof english = {
  reason: {
    maxVacBans: vacBans,
    maxGameBans: gameBans,
    denyCommunityBan: () => 'Steam-Community-Ban',
    denyTradeBan: () => 'Trade-Ban',
    denyTradeProbation: () => 'Handel auf Bewährung',
    minAccountAgeDays: (count) => `Konto ist ${days(count)} alt`,
    minRustHours: (count) => `${hours(count)} in Rust`,
    denyPrivateProfile: () => 'Profil ist privat',
    denyUnconfigured: () => 'Profil wurde nie eingerichtet',
    ageHidden: () => 'Alter des Kontos ist verborgen',
    hoursHidden: () => 'Rust-Stunden sind verborgen',
    notOwned: () => 'Konto besitzt Rust nicht',
  },
  exception: { deny: 'Durch eine Ausnahme abgelehnt', allow: 'Durch eine Ausnahme eingelassen' },
  bannedHere: (reason) => (reason === '' ? 'Hier gebannt' : `Hier gebannt: ${reason}`),
  lastBan: (count) => (count === 0 ? 'letzter Ban heute' : `letzter Ban vor ${daysAgo(count)}`),
  limit: (count) => `erlaubt: ${number(count)}`,
  forgottenAfter: (count) => `vergessen nach ${daysAgo(count)}`,
  atLeastDays: (count) => `mindestens ${days(count)}`,
  atLeastHours: (count) => `mindestens ${hours(count)}`,

  unknown: {
    ageHidden: 'Alter des Kontos ist verborgen',
    hoursHidden: 'Rust-Stunden sind verborgen, oder das Konto besitzt Rust nicht',
    unavailable: (what) => `${what}: keine Antwort von Steam`,
    banList: 'Eigene Bans: die Liste lässt sich gerade nicht lesen',
    what: {
      maxVacBans: 'VAC-Bans',
      maxGameBans: 'Game-Bans',
      denyCommunityBan: 'Steam-Community-Ban',
      denyTradeBan: 'Trade-Ban',
      denyTradeProbation: 'Handel auf Bewährung',
      minAccountAgeDays: 'Alter des Kontos',
      minRustHours: 'Rust-Stunden',
      denyPrivateProfile: 'Ob das Profil privat ist',
      denyHiddenHours: 'Ob die Rust-Stunden verborgen sind',
      denyUnconfigured: 'Ob das Profil eingerichtet ist',
    },
  },

  rule: {
    maxVacBans: (count) => (count === 0 ? 'Konten mit einem VAC-Ban' : `Konten mit mehr als ${vacBans(count)}`),
    maxGameBans: (count) => (count === 0 ? 'Konten mit einem Game-Ban' : `Konten mit mehr als ${gameBans(count)}`),
    denyCommunityBan: 'Konten mit einem Steam-Community-Ban',
    denyTradeBan: 'Konten mit einem Trade-Ban',
    denyTradeProbation: 'Konten, deren Handel auf Bewährung ist',
    minAccountAgeDays: (count) => `Konten, die jünger als ${days(count)} sind`,
    minRustHours: (count) => `Konten mit weniger als ${hours(count)} in Rust`,
    denyPrivateProfile: 'private Profile',
    denyHiddenHours:
      'Konten, die ihre Rust-Stunden verbergen oder Rust nicht besitzen, wie Spieler, die Rust über Family Sharing spielen',
    denyUnconfigured: 'Profile, die nie eingerichtet wurden',
  },
  action: {
    // „ab“ stands before the first subordinate clause.
    refuse: (accounts) => `Lehnt ${accounts.replace(/, |$/, ' ab$&')}.`,
    notify: (accounts) => `Meldet ${accounts}, ohne sie abzulehnen.`,
  },
  forgets: (count) => `Vergisst VAC- und Game-Bans, sobald der neueste mindestens ${days(count)} alt ist.`,

  whenHidden: {
    minAccountAgeDays: 'Wenn das Alter verborgen ist:',
    minRustHours: 'Wenn die Rust-Stunden verborgen sind oder das Konto Rust nicht besitzt:',
    refuse: { unknown: 'unentschieden.', deny: 'abgelehnt.', allow: 'eingelassen.' },
    notify: { unknown: 'nicht gemeldet.', deny: 'gemeldet.', allow: 'nicht gemeldet.' },
  },

  game: {
    account: (isShared) => (isShared ? 'Dein Konto oder das Konto, das Rust mit dir teilt' : 'Dein Konto'),
    banned: (bans, isShared) =>
      isShared ? `${bans} auf deinem Konto oder auf dem Konto, das Rust mit dir teilt` : `${bans} auf deinem Konto`,
    pronoun: 'es',
    and: 'und',
    bans: {
      maxVacBans: vacBans,
      maxGameBans: gameBans,
      denyCommunityBan: () => 'Steam-Community-Ban',
      denyTradeBan: () => 'Trade-Ban',
      denyTradeProbation: () => 'Handel auf Bewährung',
    },
    predicates: {
      minAccountAgeDays: (count) => `ist jünger als ${days(count)}`,
      minRustHours: (count) => `hat weniger als ${hours(count)} in Rust`,
      denyPrivateProfile: () => 'hat ein privates Profil',
      denyUnconfigured: () => 'hat ein Profil, das nie eingerichtet wurde',
      ageHidden: () => 'zeigt sein Alter nicht',
      hoursHidden: () => 'zeigt seine Rust-Stunden nicht',
      notOwned: () => 'besitzt Rust nicht',
      exception: () => 'darf nicht auf diesen Server',
      bannedHere: () => 'ist hier gebannt',
    },
    short: {
      maxVacBans: 'VAC-Ban',
      maxGameBans: 'Game-Ban',
      denyCommunityBan: 'Community-Ban',
      denyTradeBan: 'Trade-Ban',
      denyTradeProbation: 'Handel auf Bewährung',
      minAccountAgeDays: 'Konto zu neu',
      minRustHours: 'zu wenige Stunden',
      denyPrivateProfile: 'Profil privat',
      denyUnconfigured: 'Profil nicht eingerichtet',
      ageHidden: 'Alter verborgen',
      hoursHidden: 'Stunden verborgen',
      notOwned: 'ohne Rust',
      exception: 'abgelehnt',
      bannedHere: 'hier gebannt',
    },
  },

  problem: {
    forgotten_without_limit: () =>
      'banForgottenAfterDays lockert maxVacBans und maxGameBans, und keine der beiden ist gesetzt. Setze eine davon, oder entferne banForgottenAfterDays.',
    probation_without_ban: () =>
      'denyTradeProbation lehnt Konten ab, deren Handel auf Bewährung ist, während Konten mit Trade-Ban hineinkommen. Lass auch denyTradeBan ablehnen, oder entferne denyTradeProbation.',
    on_unknown_without_rule: (rule) =>
      `onUnknown.${rule} hat keine Wirkung, weil ${rule} nicht gesetzt ist. Setze ${rule}, oder entferne onUnknown.${rule}.`,
    on_unknown_without_effect: (rule, other) =>
      `onUnknown.${rule} ist „allow“, aber ${other} lehnt jedes solche Konto ab. Entferne ${other}, oder wähle „deny“ oder „unknown“ für onUnknown.${rule}.`,
    action_without_rule: (rule) =>
      `actions.${rule} hat keine Wirkung, weil ${rule} nicht gesetzt ist. Setze ${rule}, oder entferne actions.${rule}.`,
  },
}
