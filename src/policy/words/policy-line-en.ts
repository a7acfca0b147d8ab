import { createPlurals } from '../../lib/plural.ts'

const { noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })

/** What the policy of the server would do, in look-ups and lists. */
export const policyLine = {
  refuses: (why: string) => `Policy would refuse this account: ${why}`,
  noRule: 'Policy: no rule refuses this account',
  excepted: 'Policy: an exception turns all rules off for this account',
  undecided: (why: string) => `Policy cannot decide about this account: ${why}`,
  /** Below the others, in the mode `observe`. */
  observes: 'The policy only observes: nobody is refused now.',
  /** Above the accounts of a list, of which only some facts are known. */
  refusesSome: (count: number) => `By what is known here, the policy would refuse ${accounts(count)} listed above:`,
}
