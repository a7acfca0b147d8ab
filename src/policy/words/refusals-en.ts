import { createPlurals } from '../../lib/plural.ts'

const { noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })
const times = noun({ one: 'time', other: 'times' })

/** Messages about accounts that the policy refused, or would have refused. Names and times are formatted for Markdown by the caller. */
export const refusals = {
  title: {
    enforce: (account: string) => `Refused: ${account}`,
    observe: (account: string) => `Would have refused: ${account}`,
  },
  digestTitle: {
    enforce: (count: number) => `Refused ${accounts(count)}`,
    observe: (count: number) => `Would have refused ${accounts(count)}`,
  },
  inObserve: 'They were let in: the mode was *observe*.',
  /** The same about one account. */
  wasLetIn: 'It was let in: the mode was *observe*.',
  /** When the first and the last account of a digest were refused. */
  between: (first: string, last: string) => `${first} to ${last}`,
  version: (version: string) => `policy version ${version}`,
  /** How often the account was refused on that day, or would have been. */
  times: {
    enforce: (count: number) => `refused ${times(count)} that day`,
    observe: (count: number) => `would have been refused ${times(count)} that day`,
  },
  allInFile: 'All are in refusals.csv.',
  open: 'Show one, to exempt it or look it up',
  /** For a message that the service failed to make. */
  notShown:
    'This cannot be shown in full because of an error in Rapsheet. /policy test says why an account is refused.',
  /** In place of a refusal that is deleted. */
  gone: 'Its refusal is not stored any more.',
  form: {
    title: { allow: 'Always let an account in', deny: 'Always refuse an account' },
    account: 'Account',
    reason: 'Note',
    reasonHint: 'Shown with the exceptions of the policy',
    until: 'Until',
    untilHint: 'For example 30d, 6mo or 2027-12-31; empty for no end',
  },
}
