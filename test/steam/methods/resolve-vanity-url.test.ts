import { expect, test } from 'vitest'
import { createWorld } from '../../../packages/sim-steam/src/world.ts'
import { resolveVanityUrl } from '../../../src/steam/methods/resolve-vanity-url.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { useSteam } from '../../../packages/sim-steam/test/simulated-steam.ts'
import { answering, expectWrongShape } from '../../support/odd-platform.ts'

const steam = await useSteam(createWorld({ accounts: 5 }))

test('returns the account of a name', async () => {
  expect(await resolveVanityUrl(connect(steam).call, 'raider', anyCall())).toBe('76561198000010431')
})

test('returns null for a name that no account has', async () => {
  const { call, records } = connect(steam)
  expect(await resolveVanityUrl(call, 'nobody_at_all', anyCall())).toBeNull()
  expect(records.map(({ method, outcome }) => [method, outcome])).toEqual([['vanity', '200']])
})

test.each(['103582791429521408', '103582795724488703'])('returns null for a name of the group %s', async (steamid) => {
  const { call, records } = await answering({ response: { success: 1, steamid } })
  expect(await resolveVanityUrl(call, 'rust_clan', anyCall())).toBeNull()
  expect(records.map(({ outcome }) => outcome)).toEqual(['200'])
})

test('encodes the name, so that it cannot add a query parameter', async () => {
  const { call, requests } = await answering({ response: { success: 42 } })
  await resolveVanityUrl(call, 'a&key=b c', anyCall())
  expect(requests.map(({ url }) => url)).toEqual(['/ISteamUser/ResolveVanityURL/v1/?vanityurl=a%26key%3Db+c'])
})

test.each([
  ['another number', { response: { success: 0 } }],
  ['an unknown number', { response: { success: 15, message: 'No match' } }],
  ['success without an account', { response: { success: 1 } }],
  ['success and an account that is none', { response: { success: 1, steamid: '1' } }],
  ['success and a number that is neither', { response: { success: 1, steamid: '203582791429521408' } }],
  ['success and a group with a digit too many', { response: { success: 1, steamid: '1035827914295214081' } }],
  ['success and a number for an id', { response: { success: 1, steamid: 765611980 } }],
  ['success as text', { response: { success: '42' } }],
  ['nothing', {}],
])('an answer with %s is a failed call, not a missing name', (_, body) =>
  expectWrongShape(body, (call) => resolveVanityUrl(call, 'raider', anyCall())),
)
