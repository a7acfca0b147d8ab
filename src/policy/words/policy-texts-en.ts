import { createPlurals } from '../../lib/plural.ts'

const { number, noun } = createPlurals('en')
const days = noun({ one: 'day', other: 'days' })
const hours = noun({ one: 'hour', other: 'hours' })
const vacBans = noun({ one: 'VAC ban', other: 'VAC bans' })
const gameBans = noun({ one: 'game ban', other: 'game bans' })

/** English texts about policies, as plain text. `problem` calls rules by their names in policy files, so that a file can be corrected. */
export const policyTexts = {
  /** Reasons for a refusal, for moderators and programs; the arguments are values of the account. */
  reason: {
    maxVacBans: vacBans,
    maxGameBans: gameBans,
    denyCommunityBan: () => 'Steam Community ban',
    denyTradeBan: () => 'Trade ban',
    denyTradeProbation: () => 'Trade probation',
    minAccountAgeDays: (count: number) => `Account is ${days(count)} old`,
    minRustHours: (count: number) => `${hours(count)} in Rust`,
    denyPrivateProfile: () => 'Profile is private',
    denyUnconfigured: () => 'Profile was never set up',
    ageHidden: () => 'Account age is hidden',
    hoursHidden: () => 'Hours in Rust are hidden',
    notOwned: () => 'Account does not own Rust',
  },
  exception: { deny: 'Refused by an exception', allow: 'Let in by an exception' },
  bannedHere: (reason: string) => (reason === '' ? 'Banned here' : `Banned here: ${reason}`),
  lastBan: (count: number) => (count === 0 ? 'last ban today' : `last ban ${days(count)} ago`),
  limit: (count: number) => `limit: ${number(count)}`,
  forgottenAfter: (count: number) => `forgotten after ${days(count)}`,
  atLeastDays: (count: number) => `at least ${days(count)}`,
  atLeastHours: (count: number) => `at least ${hours(count)}`,

  /** Causes of undecided rules. */
  unknown: {
    ageHidden: 'Account age is hidden',
    hoursHidden: 'Hours in Rust are hidden, or Rust is not owned',
    unavailable: (what: string) => `${what}: no answer from Steam`,
    banList: 'Own bans: the list cannot be read at the moment',
    what: {
      maxVacBans: 'VAC bans',
      maxGameBans: 'Game bans',
      denyCommunityBan: 'Steam Community ban',
      denyTradeBan: 'Trade ban',
      denyTradeProbation: 'Trade probation',
      minAccountAgeDays: 'Account age',
      minRustHours: 'Hours in Rust',
      denyPrivateProfile: 'Whether the profile is private',
      denyHiddenHours: 'Whether hours in Rust are hidden',
      denyUnconfigured: 'Whether the profile is set up',
    },
  },

  /** The accounts that violate each rule. */
  rule: {
    maxVacBans: (count: number) =>
      count === 0 ? 'accounts with a VAC ban' : `accounts with more than ${vacBans(count)}`,
    maxGameBans: (count: number) =>
      count === 0 ? 'accounts with a game ban' : `accounts with more than ${gameBans(count)}`,
    denyCommunityBan: 'accounts with a Steam Community ban',
    denyTradeBan: 'accounts with a trade ban',
    denyTradeProbation: 'accounts on trade probation',
    minAccountAgeDays: (count: number) => `accounts younger than ${days(count)}`,
    minRustHours: (count: number) => `accounts with fewer than ${hours(count)} in Rust`,
    denyPrivateProfile: 'private profiles',
    denyHiddenHours: 'accounts that hide their hours in Rust or do not own it, as players of a shared copy',
    denyUnconfigured: 'profiles that were never set up',
  },
  /** What a rule does with the accounts that violate it. */
  action: {
    refuse: (accounts: string) => `Refuses ${accounts}.`,
    notify: (accounts: string) => `Reports ${accounts}, without refusing them.`,
  },
  forgets: (count: number) => `Forgets VAC and game bans once the newest one is at least ${days(count)} old.`,

  /** How a rule treats a fact that the player hides. */
  whenHidden: {
    minAccountAgeDays: 'If the age is hidden:',
    minRustHours: 'If the hours are hidden or Rust is not owned:',
    refuse: { unknown: 'undecided.', deny: 'refused.', allow: 'accepted.' },
    notify: { unknown: 'not reported.', deny: 'reported.', allow: 'not reported.' },
  },

  /** Texts for a refused player: sentences if they fit, otherwise short forms. */
  game: {
    /** The refused account as a subject. `isShared`: it may be the account that shares its copy, about which the game asks too. */
    account: (isShared: boolean): string =>
      isShared ? 'This account, or the one that shares the game' : 'This account',
    /** A sentence about bans. */
    banned: (bans: string, isShared: boolean): string =>
      isShared ? `${bans} on this account, or on the one that shares the game` : `${bans} on this account`,
    /** Refers to the account in the part that follows a sentence about bans. */
    pronoun: 'it',
    and: 'and',
    /** Bans with their number. */
    bans: {
      maxVacBans: vacBans,
      maxGameBans: gameBans,
      denyCommunityBan: () => 'Steam Community ban',
      denyTradeBan: () => 'trade ban',
      denyTradeProbation: () => 'trade probation',
    },
    /** Predicates of the account, with the limit of the rule. */
    predicates: {
      minAccountAgeDays: (count: number) => `is younger than ${days(count)}`,
      minRustHours: (count: number) => `has fewer than ${hours(count)} in Rust`,
      denyPrivateProfile: () => 'has a private profile',
      denyUnconfigured: () => 'has a profile that was never set up',
      ageHidden: () => 'hides its age',
      hoursHidden: () => 'hides its hours in Rust',
      notOwned: () => 'does not own Rust',
      exception: () => 'is refused by this server',
      bannedHere: () => 'is banned here',
    },
    short: {
      maxVacBans: 'VAC ban',
      maxGameBans: 'game ban',
      denyCommunityBan: 'community ban',
      denyTradeBan: 'trade ban',
      denyTradeProbation: 'probation',
      minAccountAgeDays: 'too new',
      minRustHours: 'too few hours',
      denyPrivateProfile: 'private',
      denyUnconfigured: 'not set up',
      ageHidden: 'age hidden',
      hoursHidden: 'hours hidden',
      notOwned: 'Rust not owned',
      exception: 'refused',
      bannedHere: 'banned here',
    },
  },

  /** Contradictions of a policy: the rule, what is wrong, and what to do. */
  problem: {
    forgotten_without_limit: () =>
      'banForgottenAfterDays relaxes maxVacBans and maxGameBans, and neither is set. Set one of them, or remove banForgottenAfterDays.',
    probation_without_ban: () =>
      'denyTradeProbation refuses probation while trade-banned accounts get in. Let denyTradeBan refuse too, or remove denyTradeProbation.',
    on_unknown_without_rule: (rule: string) =>
      `onUnknown.${rule} has no effect, because ${rule} is not set. Set ${rule}, or remove onUnknown.${rule}.`,
    on_unknown_without_effect: (rule: string, other: string) =>
      `onUnknown.${rule} is "allow", but ${other} refuses every such account. Remove ${other}, or choose "deny" or "unknown" for onUnknown.${rule}.`,
    action_without_rule: (rule: string) =>
      `actions.${rule} has no effect, because ${rule} is not set. Set ${rule}, or remove actions.${rule}.`,
  },
}
