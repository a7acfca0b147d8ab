import { createPlurals } from '../../lib/plural.ts'

const { number, plural, counted, noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })
const countedFriends = noun({ one: 'friend', other: 'friends' })
const days = noun({ one: 'day', other: 'days' })

/** Names of the filters for listed friends. */
export const kinds = {
  any: 'all except clean',
  vac: 'VAC bans',
  game: 'game bans',
  trade: 'trade restrictions',
  unknown: 'could not be checked',
}

/** A friend scan. Names and dates are formatted by the caller. */
export const friends = {
  scanning: (name: string) => `Checking the friends of ${name}`,
  loadingList: 'Loading the friend list …',
  progress: (current: number, total: number) => `${number(current)} of ${number(total)} checked`,
  bannedSoFar: (count: number) => `${number(count)} banned so far`,
  title: (name: string) => `Friends of ${name}`,
  result: (banned: number, checked: number, percent: string) =>
    `${number(banned)} of ${counted(checked, { one: 'checked friend', other: 'checked friends' })} banned (${percent}).`,
  noneBanned: (checked: number) =>
    plural(checked, {
      one: `${number(checked)} friend checked: no ban on record.`,
      other: `None of ${number(checked)} checked friends has a ban on record.`,
    }),
  empty: 'The friend list is public and empty.',
  /** The checked part of a long friend list. */
  part: (from: number, to: number, total: number) =>
    `Part of the list: friends ${number(from)} to ${number(to)} of ${number(total)}, counted from the newest.`,
  beyondEnd: (total: number) => `This part is empty: the list now has ${countedFriends(total)}.`,
  notChecked: (unavailable: number, total: number) =>
    `${number(unavailable)} of ${countedFriends(total)} could not be checked: bans unknown.`,
  deleted: (count: number) =>
    `${accounts(count)} on the list no longer ${plural(count, { one: 'exists', other: 'exist' })}.`,
  filtered: (shown: number, filter: string) =>
    `Filter: ${filter} · ${counted(shown, { one: 'match', other: 'matches' })}`,
  lastBanWithin: (count: number) => (count === 0 ? 'last ban today' : `last ban within ${days(count)}`),
  cancelled: 'Cancelled',
  stoppedBeforeList: 'Stopped before the friend list was loaded: no friend was checked.',
  stoppedAfter: (current: number, total: number) =>
    `Stopped after ${number(current)} of ${countedFriends(total)}: the others were not checked.`,
  hoursPrivate: 'hours private',
  hoursUnknown: 'hours unknown',
  sinceUnknown: 'befriended: date unknown',
  /** The parameter `ban` is the text `ban` or `lastBan` below. */
  since: {
    before: (when: string, ban: string) => `befriended ${when}, before ${ban}`,
    after: (when: string, ban: string) => `befriended ${when}, after ${ban}`,
    unclear: (when: string, ban: string) => `befriended ${when}, unclear whether before or after ${ban}`,
  },
  /** Used when there is no ban to compare with. */
  sincePlain: (when: string) => `befriended ${when}`,
  ban: 'the ban',
  lastBan: 'the last ban',
}
