import { exampleError } from '../../http/documented-responses.ts'
import recorded from './examples.json' with { type: 'json' }

// All examples use one account and its three friends. The demo adds the same accounts, so that the prefilled requests of /docs work.

export const EXAMPLE_ID = '76561197960287930'
export const BANNED_FRIEND_LINK = 'https://steamcommunity.com/id/example_roof_raider'

export const EXAMPLE_BATCH = [EXAMPLE_ID, BANNED_FRIEND_LINK, 'https://example.org/']

export const EXAMPLE_IMAGE = recorded.lookup.account.profile.avatarfull

/** The answers of the demo. A test compares them, and records them with `UPDATE_EXAMPLES=1`. */
export const EXAMPLES = recorded

const { batch, comparison, inventory } = recorded

export const examplePrivateInventory = { ...inventory, private: true, items: [], total: 0 }

/** The error of a lookup of an account that has a ban record but no profile. */
export const exampleWithoutProfile = {
  ...exampleError('account_not_found'),
  withoutProfile: {
    steamId: '76561202000095119',
    bans: comparison.accounts[1]?.bans,
    fetchedAt: inventory.fetchedAt,
  },
}

/** The error of a batch in which no entry names an account. */
export const exampleBatchError = {
  ...exampleError('account_not_found'),
  failures: batch.failures,
  dropped: batch.dropped,
}
