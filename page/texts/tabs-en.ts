import { createPlurals } from '../../src/lib/plural.ts'

const { number, plural, counted, noun } = createPlurals('en')
const bannedFriends = noun({ one: 'banned friend', other: 'banned friends' })
const sharedFriends = noun({ one: 'shared friend', other: 'shared friends' })

/** The friends of an account. */
export const friends = {
  progressLabel: 'Progress of the friend check',
  cancel: 'Cancel the check',
  foundSoFar: 'Found so far',
  noneSoFar: 'No banned friend found so far.',
  checkOthers: 'Check the other friends',
  onlyNotClean:
    'The list shows friends with bans or restrictions, those without a profile, and those that could not be checked.',
  filterKind: 'Bans',
  filterWithin: 'Last ban within',
  anyTime: 'any time',
  withinDays: noun({ one: 'day', other: 'days' }),
}

/** The picture of the friends' bans over time. Dates are formatted by the caller. */
export const timeline = {
  title: 'Last bans of friends over time',
  /** The first sentence of the summary for screen readers; the counts by year follow. */
  description: (dated: number, from: string, to: string) =>
    from === to
      ? `${bannedFriends(dated)}, last banned on ${from}.`
      : `${bannedFriends(dated)}, last banned between ${from} and ${to}.`,
  inYear: (year: string, count: number) => `${year}: ${number(count)}`,
  byYear: (counts: string) => `By year: ${counts}.`,
  none: 'No checked friend has a ban with a date.',
  undated: (count: number) =>
    `${bannedFriends(count)} ${plural(count, { one: 'has', other: 'have' })} a Steam Community ban only, which has no date.`,
  point: (name: string, date: string) => `${name}: last ban ${date}`,
  own: (date: string) => `The last ban of the account itself: ${date}.`,
  ownLegend: 'Last ban of this account',
  friendLegend: 'Last ban of a friend',
  /** Steam gives full days only. */
  accuracy: 'Steam counts full days, so a date can be off by a day.',
}

/** Statistics. */
export const stats = {
  figures: 'Key figures',
  hits: 'Hits by target',
  nothingCounted: 'Nothing counted yet.',
}

/** An inventory. */
export const inventory = {
  search: 'Search by name',
  filter: 'Show',
  all: 'all',
  tradable: 'tradable',
  marketable: 'marketable',
  matches: (count: number, total: number) =>
    `${number(count)} of ${counted(total, { one: 'item', other: 'items' })} shown`,
  none: 'No item matches.',
  noPicture: 'no picture',
}

/** The comparison of two accounts. */
export const compare = {
  label: 'Second account',
  hint: 'A SteamID64, a profile link, a friend code or a custom URL.',
  submit: 'Compare',
  swap: 'Swap the accounts',
  /** Label of the link from unchecked common friends to a list that checks them. */
  lookUpShared: (count: number) => `Look up ${sharedFriends(count)} as a list`,
}
