import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ScanResult } from '../../src/model/account.ts'
import { createClient, type Client } from '../../bench/support/client.ts'
import { createOracle } from '../../bench/truth/oracle.ts'
import type { SimFriend } from '../../packages/sim-steam/src/account.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { startSteam } from '../../packages/sim-steam/src/server.ts'
import { startService, type Service } from '../support/service.ts'

// Tests the oracle of the truth test: it accepts correct answers and rejects altered ones.
const world = createWorld({ accounts: 500 })
const { cast } = world
// A friend without a profile may be unavailable or left out, so some alterations of it would be correct.
const friends = ((world.account(cast.raider)?.friends ?? []) as SimFriend[]).filter(({ steamId }) => {
  const friend = world.account(steamId)
  return friend?.profile && friend.bans !== null && friend.bans !== 'nullEntry'
})
world.change(cast.raider, { friends })
// The days since a ban follow the world's clock.
world.clock.advance(100_000)
const oracle = createOracle(world, Math.floor(Date.now() / 1000))
const raider = { input: 'raider', names: cast.raider }
const unavailable = '{"error":"Steam is down.","code":"platform_unavailable","requestId":"1"}'
let service: Service
let client: Client

beforeAll(async () => {
  service = await startService({}, await startSteam({ world }))
  client = createClient(service.url)
})
afterAll(async () => {
  client.close()
  await service.close()
  await service.sim.close()
})

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The answer with one value altered or missing, for each value in it; `fetchedAt` may be anything plausible. */
function* alterations(value: Json): Generator<Json> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield value.toSpliced(index, 1)
      for (const other of alterations(item)) yield value.with(index, other)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _, ...rest } = value
      yield rest
      for (const other of alterations(item)) yield { ...value, [name]: other }
    }
  } else {
    yield typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 40 : `${String(value)}!`
  }
}

test.each([
  ['without facts worth knowing', raider],
  ['with several', { input: cast.gameBanned, names: cast.gameBanned }],
  ['of a private account', { input: cast.private, names: cast.private }],
  ['of hidden hours', { input: cast.hiddenHours, names: cast.hiddenHours }],
])('the oracle accepts a correct lookup %s, and rejects any changed one', async (_, asked) => {
  const reply = await client.ask(`/api/lookup?steamId=${asked.input}`)
  expect(oracle.lookup(asked, reply)).toEqual({ kind: 'truth', why: 'whole' })
  const others = [...alterations(JSON.parse(reply.text) as Json)]
  expect(others.length).toBeGreaterThan(25)
  const believed = others.filter(
    (body) => oracle.lookup(asked, { status: 200, text: JSON.stringify(body) }).kind !== 'lie',
  )
  expect(believed).toEqual([])
})

test('the oracle accepts a correct scan, and rejects any changed one', async () => {
  const reply = await client.ask('/api/friends', { steamId: cast.raider })
  expect(oracle.scan(cast.raider, reply)).toEqual({ kind: 'truth', why: 'whole' })
  const events = reply.text.split('\n\n').filter((event) => event !== '')
  const judge = (lines: string[]) =>
    oracle.scan(cast.raider, { status: 200, text: lines.map((line) => `${line}\n\n`).join('') })
  const last = JSON.parse(events.at(-1)?.slice('data: '.length) ?? '') as Json
  const others = [...alterations(last)].map((event) => [...events.slice(0, -1), `data: ${JSON.stringify(event)}`])
  expect(others.length).toBeGreaterThan(300)
  const without = (index: number) => events.toSpliced(index, 1)
  others.push(without(0), without(-1), without(-2), [...events, events.at(-1) ?? ''], events.toReversed())
  expect(others.filter((lines) => judge(lines).kind !== 'lie')).toEqual([])
})

test('the oracle accepts a banned friend without its profile only as one that Steam did not return, and with its bans', async () => {
  const reply = await client.ask('/api/friends', { steamId: cast.raider })
  const events = reply.text.split('\n\n').filter((event) => event !== '')
  const result = JSON.parse(events.at(-1)?.slice('data: '.length) ?? '') as ScanResult
  const found = result.friends.find(({ banned }) => banned)
  if (!found) return expect.fail('no friend is banned')
  const friends = result.friends.filter((friend) => friend !== found)
  const judge = (more: object) => {
    const named = { steamId: found.steamId, banDetails: found.banDetails, ...more }
    const changed = { ...result, friends, withoutProfile: [...result.withoutProfile, named] }
    const lines = [...events.slice(0, -1), `data: ${JSON.stringify(changed)}`]
    return oracle.scan(cast.raider, { status: 200, text: lines.map((line) => `${line}\n\n`).join('') }).kind
  }
  expect(judge({ missing: 'profile' })).toBe('truth')
  expect(judge({})).toBe('lie')
  expect(judge({ missing: 'profile', banDetails: { ...found.banDetails, NumberOfVACBans: 99 } })).toBe('lie')
})

test.each([
  ['account_not_found for an existing account', raider, 404, '{"error":"No.","code":"account_not_found"}', 'lie'],
  [
    'account_not_found for a missing account',
    { input: 'x_x', names: null },
    404,
    '{"error":"No.","code":"account_not_found"}',
    'truth',
  ],
  ['an answer for a missing account', { input: 'x_x', names: null }, 200, '{}', 'lie'],
  ['an answer for half a record', { input: cast.nullBans, names: cast.nullBans }, 200, '{}', 'lie'],
  ['an outage for half a record', { input: cast.nullBans, names: cast.nullBans }, 503, unavailable, 'truth'],
  [
    'account_not_found without bans for an account without a profile',
    { input: cast.deletedSummary, names: cast.deletedSummary },
    404,
    unavailable,
    'lie',
  ],
  [
    'account_not_found with all bans of an account without a profile',
    { input: cast.deletedSummary, names: cast.deletedSummary },
    404,
    '{"error":"It has no profile. Bans on record: VAC 1, game 0.","code":"account_not_found"}',
    'truth',
  ],
  [
    'account_not_found with fewer bans of an account without a profile',
    { input: cast.deletedSummary, names: cast.deletedSummary },
    404,
    '{"error":"It has no profile. Bans on record: VAC 0, game 0.","code":"account_not_found"}',
    'lie',
  ],
  ['Steam is down', raider, 503, unavailable, 'unknown'],
  ['an HTML page in place of an error', raider, 503, '<html>', 'lie'],
  ['an HTML page in place of an account', raider, 200, '<html>', 'lie'],
  ['null in place of an account', raider, 200, 'null', 'lie'],
  ['no answer', raider, 0, 'ECONNRESET', 'unknown'],
  ['an undocumented status', raider, 403, unavailable, 'lie'],
] as const)('the oracle judges a lookup: %s', (_, asked, status, text, kind) => {
  expect(oracle.lookup(asked, { status, text }).kind).toBe(kind)
})

test.each([
  ['an empty result for a private list', 'friendsPrivate', '{"friends":[],"totalFriends":0,"unavailable":0}', 'lie'],
  ['friends_private for a private list', 'friendsPrivate', '{"error":"No.","code":"friends_private"}', 'truth'],
  ['friends_private for a public list', 'lonely', '{"error":"No.","code":"friends_private"}', 'lie'],
  ['Steam is down', 'lonely', '{"error":"No.","code":"platform_unavailable"}', 'unknown'],
] as const)('the oracle judges a scan: %s', (_, name, event, kind) => {
  expect(oracle.scan(cast[name], { status: 200, text: `data: ${event}\n\n` }).kind).toBe(kind)
})
