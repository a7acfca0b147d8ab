import { createPlurals } from '../../../lib/plural.ts'

const { counted, number } = createPlurals('en')

/** A friend scan in Discord. */
export const friends = {
  /** Replaces `progress` when checks have failed; `checked` and `unknown` add up to `current`. */
  progressWithUnknown: (current: number, total: number, checked: number, unknown: number) =>
    `${number(current)} of ${number(total)} done: ${number(checked)} checked, ❔ ${number(unknown)} unknown`,
  /** Follows the number of friends that could not be checked. */
  listedLast: 'Listed last.',
  /** The same when a filter leaves them out; `filter` is the option that lists them. */
  listedWith: (filter: string) => `To list: ${filter}`,
  /** Banned friends of some that were checked. */
  ofChecked: (banned: number, checked: number) => `${number(banned)} of ${number(checked)}`,
  /** Replaces `result` and `noneBanned` when several parts of a list were scanned. */
  resultOfParts: (part: string, before: string, all: string) =>
    `${part} checked friends in this part banned, ${before} in the parts before it, ${all} in all.`,
  /** Of a part whose scan ended early. */
  partsBefore: (before: string) => `In the parts before it ${before} checked friends are banned.`,
  /** Watched friends with bans that were seen before and that Steam no longer reports; `names` may be the first of them. */
  earlierBans: (count: number, names: string) =>
    `${counted(count, { one: 'watched friend', other: 'watched friends' })} with more bans earlier than Steam reports now: ${names}`,
  stoppedByYou: 'Stopped by you',
  /** Of a scan that ended early. */
  bannedOfChecked: (count: number) => `${number(count)} banned among those checked`,
  /** The ban status of the account itself, as far as it is known without asking Steam. */
  ownStatus: (status: string) => `This account: ${status}`,
}
