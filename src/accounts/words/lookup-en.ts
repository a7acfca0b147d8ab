import { createPlurals } from '../../lib/plural.ts'

const { counted, noun } = createPlurals('en')
const days = noun({ one: 'day', other: 'days' })

/** Texts of a lookup. */
export const lookup = {
  banned: (what: string) => `Banned by Steam: ${what}.`,
  restricted: (what: string) => `Only a trade restriction: ${what}.`,
  clean: 'No bans on record.',
  private: 'No bans on record, but the profile is private.',
  /** Replaces `clean` when the record is expired. */
  staleClean: 'No bans were on record at the last check.',
  stale: (when: string) => `There is no new answer from Steam. This result is from ${when} and may be outdated.`,
  incomplete: (what: string) => `No bans on record. Could not be checked: ${what}.`,
  vacBans: 'VAC bans',
  gameBans: 'Game bans',
  lastBan: 'Last ban',
  sharedDate: 'VAC or game: Steam does not say which',
  tradeRestriction: 'Trade restriction',
  yes: 'yes',
  no: 'no',
  rustHours: 'Rust hours',
  noRust: 'none: does not own Rust, or played it for less than 3 minutes',
  twoWeeks: (hours: string) => `${hours} in the last two weeks`,
  friendList: 'Friend list',
  friendsPublic: 'public',
  account: 'Account',
  created: (date: string) => `created ${date}`,
  age: {
    days: (count: number) => (count === 0 ? 'less than a day old' : `${days(count)} old`),
    months: (count: number) => `${counted(count, { one: 'month', other: 'months' })} old`,
    years: (count: number) => `${counted(count, { one: 'year', other: 'years' })} old`,
  },
  country: 'Country in profile',
  customUrl: 'Custom URL',
  steamProfile: 'Steam profile',
  battleMetrics: 'BattleMetrics (RCON)',
  /** Names of the parts of an answer, for use within a sentence. */
  parts: { bans: 'bans', profile: 'profile', rustHours: 'Rust hours', friendsPrivate: 'friend list' },
  and: ' and ',
}

/** Errors when Steam left out one half of a record. The key is the missing half; `wait` is a duration. */
export const halfRecord = {
  title: 'Incomplete answer from Steam',
  profile: (wait: string) => `Steam returned a ban record but no profile. Try again in ${wait} to confirm.`,
  bans: (wait: string) =>
    `Steam returned a profile without a ban record, so the bans could not be checked. Try again in ${wait}.`,
}

/** Errors about an account with a ban record: it has no profile, or Steam did not return its profile this time. */
export const noProfile = {
  title: 'No profile',
  withBans: (account: string, bans: string) =>
    `${account} has no profile: deleted or never set up. Bans on record: ${bans}.`,
  withoutBans: (account: string) =>
    `${account} has no profile: deleted or never set up. Bans on record: none, which proves little without a profile.`,
  /** `last` is the text about the last ban, or empty. */
  notReturned: (bans: string, last: string[]) => `${[`${bans} on record`, ...last].join(', ')}; profile not returned`,
  noneNotReturned: 'no ban on record, but the profile was not returned',
}
