import { type ComparisonAnswer, comparisonSchema } from '../../model/comparison.ts'
import { compareAccounts, type ComparedAccount, type Comparison } from '../compare-accounts.ts'
import {
  COMMON,
  exampleError,
  NOT_FOUND,
  PLATFORM_DOWN,
  QUERY_CODES,
  UNCHANGED,
} from '../../http/documented-responses.ts'
import { HttpError } from '../../http/errors.ts'
import { EXAMPLE_ID, EXAMPLES, exampleWithoutProfile } from './examples.ts'
import { revalidatedJson } from '../../http/route.ts'
import { accountRoute } from './account-route.ts'
import { compareErrorSchema, compareQuerySchema } from './schemas.ts'

const FRIENDSHIPS = { friends: 'friends', 'not friends': 'not_friends', unknown: 'unknown' } as const

/** The comparison of two accounts. */
export const compareRoute = accountRoute({
  method: 'GET',
  path: '/api/compare',
  tag: 'Lookups',
  operationId: 'compare',
  summary: 'Compare two accounts',
  description:
    'Both accounts, whether they are friends, and the friends they share. A friend list that is private or unavailable leaves the rest intact. An error about one of the accounts has it in `input`. Counts as two lookups.',
  input: compareQuerySchema,
  responses: {
    200: { description: 'The comparison.', body: comparisonSchema, examples: { comparison: EXAMPLES.comparison } },
    304: UNCHANGED,
    ...COMMON,
    400: {
      description: 'A parameter is missing, misspelt or not accepted, or both name the same account.',
      body: compareErrorSchema,
      codes: [...QUERY_CODES, 'malformed_account', 'same_account'],
    },
    404: {
      ...NOT_FOUND,
      body: compareErrorSchema,
      examples: {
        account_not_found: { ...exampleError('account_not_found'), input: EXAMPLE_ID },
        without_profile: { ...exampleWithoutProfile, input: exampleWithoutProfile.withoutProfile.steamId },
      },
    },
    500: { ...COMMON[500], body: compareErrorSchema },
    503: { ...PLATFORM_DOWN, body: compareErrorSchema },
  },
  cost: 'lookup',
  extraCost: 1,
  handle: async (context, { steamId, other }, { callContext }) => {
    const comparison = await compareAccounts(context, [steamId, other], callContext)
    if (!comparison)
      throw new HttpError(
        'same_account',
        'steamId and other name the same account; give two different accounts.',
      ).about('other')
    return revalidatedJson(toAnswer(comparison))
  },
})

function toAnswer({ sides: [first, second], friendship, shared, isSharedIncomplete }: Comparison): ComparisonAnswer {
  return {
    accounts: [toAccount(first), toAccount(second)],
    friendship: {
      state: FRIENDSHIPS[friendship.kind],
      since: friendship.kind === 'friends' ? friendship.since : null,
    },
    shared: shared?.map(({ steamId, name, since }) => ({ steamId, personaname: name, friendSince: since })) ?? null,
    sharedIncomplete: isSharedIncomplete,
  }
}

const toAccount = ({ account, friends }: ComparedAccount): ComparisonAnswer['accounts'][number] => ({
  ...account,
  friendList: {
    state: friends.kind,
    total: friends.kind === 'known' ? friends.total : null,
    unreadable: friends.kind === 'known' ? friends.unreadable : null,
  },
})
