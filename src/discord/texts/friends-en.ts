import { createPlurals } from '../../lib/plural.ts'
import { friends as accountTexts } from '../../presentation/texts/friends-en.ts'

const { number } = createPlurals('en')
const ofChecked = ({ banned, checked }: PartCounts) => `${number(banned)} of ${number(checked)}`

/** What the scan of one or more parts of a friend list found. */
export interface PartCounts {
  banned: number
  checked: number
}

/** A friend scan in Discord. */
export const friends = {
  ...accountTexts,
  /** Replaces `progress` when checks have failed; `checked` and `unknown` add up to `current`. */
  progressWithUnknown: (current: number, total: number, checked: number, unknown: number) =>
    `${number(current)} of ${number(total)} done: ${number(checked)} checked, ❔ ${number(unknown)} unknown`,
  /** Follows the number of friends that could not be checked. */
  listedLast: 'Listed last.',
  /** The same when a filter leaves them out; `filter` is the option that lists them. */
  listedWith: (filter: string) => `To list: ${filter}`,
  /** Replaces `result` and `noneBanned` when several parts of a list were scanned. */
  resultOfParts: (part: PartCounts, before: PartCounts, all: PartCounts) =>
    `${ofChecked(part)} checked friends in this part banned, ${ofChecked(before)} in the parts before it, ${ofChecked(all)} in all.`,
  /** Of a part whose scan ended early. */
  partsBefore: (before: PartCounts) => `In the parts before it ${ofChecked(before)} checked friends are banned.`,
  cancelled: 'Stopped by you',
  /** Of a scan that ended early. */
  bannedOfChecked: (count: number) => `${number(count)} banned among those checked`,
  /** The ban status of the account itself, as far as it is known without asking Steam. */
  ownStatus: (status: string) => `This account: ${status}`,
}
