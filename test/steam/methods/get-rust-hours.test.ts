import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSteam } from '../../../sim/steam/server.ts'
import type { SimSteam } from '../../../sim/steam/server.ts'
import { createWorld } from '../../../sim/steam/world.ts'
import { getRustHours } from '../../../src/steam/methods/get-rust-hours.ts'
import { anybody } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { failureOf } from '../../support/failure.ts'
import { answering, startOddPlatform } from '../../support/odd-platform.ts'

const world = createWorld({ accounts: 5 })
const { cast } = world
let steam: SimSteam
beforeAll(async () => void (steam = await startSteam({ world })))
afterAll(() => steam.close())

const ALICE = '76561197960287930'
const rust = (minutes: unknown, rest: object = {}) => ({ appid: 252490, playtime_forever: minutes, ...rest })
const library = (...games: object[]) => ({ response: { game_count: games.length, games } })

test.each([
  ['raider', 2431.6],
  ['veteran', 7923.1],
  ['rookie', 1.6],
  ['noRust', 0],
  ['hiddenHours', null],
  ['hiddenPlaytime', null],
  ['hiddenPlaytimeUndated', null],
  ['neverPlayed', 0],
  ['private', null],
  ['gone', null],
] as const)('the hours of %s are %s', async (who, hours) => {
  expect((await getRustHours(connect(steam).call, cast[who], anybody()))?.total ?? null).toBe(hours)
})

test.each([
  ['minutes become hours with one decimal, rounded', library(rust(100)), 1.7],
  ['minutes need no last time', library(rust(60)), 1],
  ['half a tenth rounds up', library(rust(3)), 0.1],
  ['two minutes are nothing yet', library(rust(2)), 0],
  ['no minute and no last time is hidden', library(rust(0)), null],
  ['no minute and never played is 0', library(rust(0, { rtime_last_played: 0 })), 0],
  ['no minute but a last time is hidden', library(rust(0, { rtime_last_played: 86_400 })), null],
  ['minutes and a last time are shown', library(rust(60, { rtime_last_played: 86_400 })), 1],
  ['Rust is found by its id, not its place', library({ appid: 730, playtime_forever: 9_000 }, rust(60)), 1],
  ['a list without Rust is 0', library({ appid: 730, playtime_forever: 9_000 }), 0],
  ['no games counted is 0', { response: { game_count: 0 } }, 0],
  ['an empty list is 0', { response: { game_count: 0, games: [] } }, 0],
  ['an empty answer is hidden', { response: {} }, null],
])('%s', async (_, body, hours) => {
  const { call, records } = await answering(body)
  expect((await getRustHours(call, ALICE, anybody()))?.total ?? null).toBe(hours)
  expect(records.map(({ method, outcome }) => [method, outcome])).toEqual([['games', '200']])
})

test.each([
  ['of a week of playing', 630, 10.5],
  ['that Steam leaves out are none', undefined, 0],
])('hours of the last two weeks %s', async (_, playtime_2weeks, twoWeeks) => {
  const { call } = await answering(library(rust(6_000, { playtime_2weeks })))
  expect(await getRustHours(call, ALICE, anybody())).toEqual({ total: 100, twoWeeks })
})

test.each([
  [401, '<html>Unauthorized</html>'],
  [403, '<html>Forbidden</html>'],
  [401, {}],
  [403, {}],
])('a %i with %j is a failure: no status means hidden', async (status, body) => {
  const { call } = connect(await startOddPlatform({ status, body }))
  expect((await failureOf(getRustHours(call, ALICE, anybody()))).code).toBe('platform_unavailable')
})

test.each([
  ['nothing', {}],
  ['null', { response: null }],
  ['games that are counted and not there', { response: { game_count: 1 } }],
  ['games that are counted and an empty list', { response: { game_count: 1, games: [] } }],
  ['minutes that are text', library(rust('60'))],
  ['no minutes', library(rust(undefined))],
  ['null for games', { response: { games: null } }],
  ['null for another field', { response: { players: null } }],
  ['an unknown field in an empty response', { response: { something: 1 } }],
  ['an unknown field beside an empty response', { response: {}, error: 'no' }],
  ['a list without a count', { response: { games: [rust(60)] } }],
  ['a list of games that are not counted', { response: { game_count: 0, games: [rust(60)] } }],
  ['a negative count', { response: { game_count: -1 } }],
  ['a count that is a fraction', { response: { game_count: 0.5 } }],
  ['negative minutes', library(rust(-6))],
  ['minutes with a fraction', library(rust(60.5))],
  ['more minutes than there can be', library(rust(1e308))],
  ['a negative last time', library(rust(0, { rtime_last_played: -1 }))],
  ['a last time that is text', library(rust(0, { rtime_last_played: '0' }))],
])('an answer with %s is a failure, neither hidden nor 0', async (_, body) => {
  const { call, records } = await answering(body)
  const error = await failureOf(getRustHours(call, ALICE, anybody()))
  expect([error.code, error.upstreamStatus]).toEqual(['platform_unavailable', undefined])
  expect(records.map(({ outcome }) => outcome)).toEqual(['wrong_shape'])
})

test('Rust alone is asked for, among the free games too', async () => {
  const { call, requests } = await answering({ response: {} })
  await getRustHours(call, ALICE, anybody())
  expect(requests.map(({ url }) => url)).toEqual([
    '/IPlayerService/GetOwnedGames/v1/?steamid=76561197960287930&include_played_free_games=1&appids_filter%5B0%5D=252490',
  ])
})
