import { expect, test } from 'vitest'
import type { Bans } from '../../src/model/account.ts'
import type { Cached } from '../../src/model/cached.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { lookupBatch } from '../../src/accounts/lookup-batch.ts'
import { lookup } from '../../src/accounts/lookup.ts'
import { scanFriends } from '../../src/accounts/scan-friends.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { anyCall } from '../support/callers.ts'
import { collect } from '../support/collect.ts'
import { CLEAN, cached, fakeContext, friendListOf } from '../support/fake-context.ts'

const [alice, bob] = ['76561197960287930', '76561197972494985']

/** A context, and the ban records that its use cases read. */
function observed(steam: Partial<Steam> = {}) {
  const seen: [SteamId, Cached<Bans>][] = []
  const context = fakeContext(steam, {}, { onRecord: (steamId, bans) => void seen.push([steamId, bans]) })
  return { context, seen }
}

test('a lookup, a batch and a scan report each ban record that they read', async () => {
  const { context, seen } = observed({
    getBans: async (steamId) => cached({ ...CLEAN, CommunityBanned: steamId === bob }, 7),
    getFriends: async () => cached(friendListOf([alice, bob])),
  })
  const expected = [
    [alice, cached(CLEAN, 7)],
    [bob, cached({ ...CLEAN, CommunityBanned: true }, 7)],
  ]
  await lookup(context, alice, anyCall())
  expect(seen.splice(0)).toEqual(expected.slice(0, 1))
  await lookupBatch(context, [alice, bob], anyCall())
  expect(seen.splice(0)).toEqual(expected)
  await collect(scanFriends(context, bob, anyCall()))
  expect(seen).toEqual(expected)
})

test('the record of an account without a profile is reported, and a missing record is not', async () => {
  const { context, seen } = observed({
    getSummary: async () => cached(null),
    getBans: async (steamId) => cached(steamId === alice ? CLEAN : null),
  })
  await Promise.allSettled([lookup(context, alice, anyCall()), lookup(context, bob, anyCall())])
  expect(seen).toEqual([[alice, cached(CLEAN)]])
})
