import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { lookup } from '../../src/accounts/lookup.ts'
import { anyCall } from '../support/callers.ts'
import { CLEAN, cached, fakeContext, summaryOf } from '../support/fake-context.ts'

const alice = '76561197960287930'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('a lookup does not keep the friend list in memory after the cache has evicted it', async () => {
  const summary = cached(summaryOf(alice))
  const bans = cached(CLEAN)
  let friends: object | undefined
  const context = fakeContext({
    getSummary: async () => summary,
    getBans: async () => bans,
    getFriends: async () => {
      const list = cached({ total: 0, newest: [] })
      friends = new WeakRef(list.value)
      return list
    },
  })
  const account = await lookup(context, alice, anyCall())
  expect(account.friendsPrivate).toBe(false)
  await setImmediate()
  collectGarbage()
  expect((friends as WeakRef<object> | undefined)?.deref()).toBeUndefined()
  // The profile, which the result was built from, is still there.
  expect(summary.value.personaname).toBe(account.profile.personaname)
})
