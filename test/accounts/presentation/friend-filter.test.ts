import { expect, test } from 'vitest'
import { exampleScan } from '../../support/examples.ts'
import type { Bans } from '../../../src/model/account.ts'
import { countFriends } from '../../../src/accounts/presentation/friend-counts.ts'
import { type FRIEND_KINDS, listFriends } from '../../../src/accounts/presentation/friend-filter.ts'
import { CLEAN } from '../../support/fake-context.ts'

const [example] = exampleScan.result.friends
if (!example) throw new Error('the example has no friend')

const BANNED: Bans = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 3 }
const RESTRICTED: Bans = { ...CLEAN, EconomyBan: 'banned' }
const friendOf = (steamId: string, banDetails: Bans, banned = false) => ({ ...example, steamId, banDetails, banned })

const RESULT = {
  ...exampleScan.result,
  friends: [friendOf('clean', CLEAN), friendOf('banned', BANNED, true), friendOf('restricted', RESTRICTED)],
  withoutProfile: [
    { steamId: 'gone', banDetails: CLEAN },
    { steamId: 'gone and banned', banDetails: BANNED },
  ],
  unchecked: [{ steamId: 'unchecked', friendSince: 0, personaname: null }],
  unavailable: 1,
  totalFriends: 6,
}
const idsOf = (kind: (typeof FRIEND_KINDS)[number], within: number | null = null) =>
  listFriends(RESULT, { kind, within }).map(({ steamId }) => steamId)

test('every friend is in a row, except those with a profile and without bans', () => {
  expect(idsOf('any')).toEqual(['banned', 'gone and banned', 'restricted', 'gone', 'unchecked'])
  const { checked, unavailable, deleted } = countFriends(RESULT, 6)
  expect(checked + unavailable + deleted).toBe(idsOf('any').length + 1)
})
