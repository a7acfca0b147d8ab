import type { PolicyLanguage } from '../../model/policy.ts'
import { createPlurals } from '../../lib/plural.ts'

const { noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })

/** The language of the texts that policies bring along. */
export const policyLanguage: PolicyLanguage = 'en'

/** What the policy of the server would do, in look-ups and lists. */
export const policyLine = {
  refuses: (why: string) => `Your policy would refuse: ${why}`,
  accepts: 'Your policy would let this account in.',
  acceptsBecause: (why: string) => `Your policy would let it in: ${why}`,
  undecided: (why: string) => `Your policy cannot be decided: ${why}`,
  /** Above the accounts of a list, of which only some facts are known. */
  refusesSome: (count: number) => `By what is known here, your policy would refuse ${accounts(count)} listed above:`,
}
