import { expect, test } from 'vitest'
import { getFriendList } from '../../../src/steam/methods/get-friend-list.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { failureOf } from '../../support/failure.ts'
import { answering, expectWrongShape } from '../../support/odd-platform.ts'
import { useWorld } from '../../../packages/sim-steam/test/simulated-steam.ts'

const { cast, steam } = await useWorld(3_000)

const ALICE = '76561197960287930'
const idOf = (number: number) => String(76561198000000000n + BigInt(number))
const list = (...friends: object[]) => ({ friendslist: { friends } })
const friend = (number: number, since?: number) => ({ steamid: idOf(number), friend_since: since })

test('returns the size of the list and the friends, newest friendship first', async () => {
  const { call } = await answering(list(friend(1, 100), friend(2, 300), friend(3, 200)))
  expect(await getFriendList(call, ALICE, anyCall())).toEqual({
    total: 3,
    newest: [
      { steamId: idOf(2), since: 300 },
      { steamId: idOf(3), since: 200 },
      { steamId: idOf(1), since: 100 },
    ],
  })
})

test('sorts friendships with equal dates by id, and those without a date last', async () => {
  const { call } = await answering(
    list(friend(4, 100), friend(9, 0), friend(3, 100), friend(8), friend(5, 100), friend(7, 0), friend(6, 1)),
  )
  const answer = await getFriendList(call, ALICE, anyCall())
  expect(answer?.total).toBe(7)
  expect(answer?.newest.map(({ steamId }) => steamId)).toEqual([3, 4, 5, 6, 7, 8, 9].map(idOf))
  expect(answer?.newest.map(({ since }) => since)).toEqual([100, 100, 100, 1, 0, 0, 0])
})

test('reads an empty public list with one call', async () => {
  expect(await getFriendList(connect(steam).call, cast.lonely, anyCall())).toEqual({ total: 0, newest: [] })
  expect(steam.calls.count('friends')).toBe(1)
})

test.each(['friendsPrivate', 'friendsPrivateHtml'] as const)(
  'returns null instead of an empty list for %s',
  async (who) => {
    const { call, records } = connect(steam, { retries: 2 })
    expect(await getFriendList(call, cast[who], anyCall())).toBeNull()
    expect(records.map(({ method, outcome }) => [method, outcome])).toEqual([['friends', '401']])
  },
)

test.each([{}, { friendslist: {} }])('asks Steam a second time after %j, and uses the second answer', async (first) => {
  for (const [second, expected] of [
    [list(friend(1, 5)), { total: 1, newest: [{ steamId: idOf(1), since: 5 }] }],
    [list(), { total: 0, newest: [] }],
  ] as const) {
    const { call, requests } = await answering(first, second)
    expect(await getFriendList(call, ALICE, anyCall())).toEqual(expected)
    expect(requests).toHaveLength(2)
  }
})

test.each(['friendsUnknown', 'friendsUnlisted'] as const)(
  'rejects for this account, instead of reading an empty or private list, after two answers without a list: %s',
  async (who) => {
    const { call, records } = connect(steam, { retries: 3 })
    const error = await failureOf(getFriendList(call, cast[who], anyCall()))
    expect([error.code, error.message]).toEqual(['platform_unavailable', expect.stringContaining(cast[who])])
    expect(error.isUnusableRecord).toBe(true)
    expect(records.map(({ outcome }) => outcome)).toEqual(['200', '200'])
  },
)

test.each([
  ['negative', -1],
  ['a fraction', 1.5],
  ['too large', 1e308],
  ['text', '1397319937'],
  ['null', null],
])('rejects the list when the date of a friendship is %s', async (_, since) => {
  const body = list(friend(1, 100), { steamid: idOf(2), relationship: 'friend', friend_since: since })
  await expectWrongShape(body, (call) => getFriendList(call, ALICE, anyCall()))
})

test.each([
  ['null', null],
  ['something else', { success: 0 }],
  ['a list of null', { friendslist: null }],
  ['friends that are not an array', { friendslist: { friends: {} } }],
  ['a friend without an id', list(friend(1, 1), { friend_since: 1 })],
])('rejects an answer of %s, instead of reading it as an empty list', (_, body) =>
  expectWrongShape(body, (call) => getFriendList(call, ALICE, anyCall())),
)

test('counts a friend who is listed twice once', async () => {
  const { call } = await answering(list(friend(1, 300), friend(2, 200), friend(1, 300)))
  expect(await getFriendList(call, ALICE, anyCall())).toEqual({
    total: 2,
    newest: [
      { steamId: idOf(1), since: 300 },
      { steamId: idOf(2), since: 200 },
    ],
  })
})
