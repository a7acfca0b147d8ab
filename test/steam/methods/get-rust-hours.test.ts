import { expect, test } from 'vitest'
import { getRustHours } from '../../../src/steam/methods/get-rust-hours.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { useWorld } from '../../../packages/sim-steam/test/simulated-steam.ts'
import { answering, expectWrongShape } from '../../support/odd-platform.ts'

const { cast, steam } = await useWorld(5)

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
] as const)('returns for the hours of %s: %s', async (who, hours) => {
  expect((await getRustHours(connect(steam).call, cast[who], anyCall()))?.total ?? null).toBe(hours)
})

test.each([
  ['minutes become hours with one decimal, rounded', library(rust(100)), 1.7],
  ['playtime without a date of the last game is shown', library(rust(60)), 1],
  ['half a tenth rounds up', library(rust(3)), 0.1],
  ['two minutes round to 0', library(rust(2)), 0],
  ['no playtime and no date of the last game is hidden', library(rust(0)), null],
  ['no playtime and never played is 0', library(rust(0, { rtime_last_played: 0 })), 0],
  ['no playtime with a date of the last game is hidden', library(rust(0, { rtime_last_played: 86_400 })), null],
  ['playtime with a date of the last game is shown', library(rust(60, { rtime_last_played: 86_400 })), 1],
  ['Rust is found by its id, not its position', library({ appid: 730, playtime_forever: 9_000 }, rust(60)), 1],
  ['a list without Rust is 0', library({ appid: 730, playtime_forever: 9_000 }), 0],
  ['a count of no games is 0', { response: { game_count: 0 } }, 0],
  ['an empty list is 0', { response: { game_count: 0, games: [] } }, 0],
  ['an empty answer is hidden', { response: {} }, null],
  ['all playtime in the last two weeks is shown', library(rust(60, { playtime_2weeks: 60 })), 1],
  [
    'what is said of another game does not matter',
    library(rust(60), { appid: 730, playtime_forever: 1, playtime_2weeks: 9 }),
    1,
  ],
])('%s', async (_, body, hours) => {
  const { call, records } = await answering(body)
  expect((await getRustHours(call, ALICE, anyCall()))?.total ?? null).toBe(hours)
  expect(records.map(({ method, outcome }) => [method, outcome])).toEqual([['games', '200']])
})

test.each([
  ['raider', true],
  ['neverPlayed', true],
  ['noRust', false],
] as const)('tells owning Rust from playing it for 0 hours: %s', async (who, isOwned) => {
  expect(await getRustHours(connect(steam).call, cast[who], anyCall())).toMatchObject({ isOwned })
})

test.each([
  ['hours of one week', 630, 10.5],
  ['0 when Steam leaves them out', undefined, 0],
])('hours of the last two weeks: %s', async (_, playtime_2weeks, twoWeeks) => {
  const { call } = await answering(library(rust(6_000, { playtime_2weeks })))
  expect(await getRustHours(call, ALICE, anyCall())).toEqual({ total: 100, twoWeeks, minutes: 6_000, isOwned: true })
})

test.each([
  ['an empty object', {}],
  ['null', { response: null }],
  ['a count of games without a list', { response: { game_count: 1 } }],
  ['a count of games with an empty list', { response: { game_count: 1, games: [] } }],
  ['minutes that are text', library(rust('60'))],
  ['no minutes', library(rust(undefined))],
  ['null for games', { response: { games: null } }],
  ['null for another field', { response: { players: null } }],
  ['an unknown field in an empty response', { response: { something: 1 } }],
  ['an unknown field next to an empty response', { response: {}, error: 'no' }],
  ['a list without a count', { response: { games: [rust(60)] } }],
  ['a list of games with a count of 0', { response: { game_count: 0, games: [rust(60)] } }],
  ['a negative count', { response: { game_count: -1 } }],
  ['a count that is a fraction', { response: { game_count: 0.5 } }],
  ['more minutes in two weeks than ever', library(rust(60, { playtime_2weeks: 61 }))],
  ['two weeks of a game that was never played', library(rust(0, { playtime_2weeks: 60, rtime_last_played: 0 }))],
  ['two entries for Rust', library(rust(60), rust(6_000))],
  ['two equal entries for Rust', library(rust(60), { appid: 730, playtime_forever: 1 }, rust(60))],
  ['negative minutes', library(rust(-6))],
  ['minutes with a fraction', library(rust(60.5))],
  ['an impossible number of minutes', library(rust(1e308))],
  ['a negative date of the last game', library(rust(0, { rtime_last_played: -1 }))],
  ['a date of the last game that is text', library(rust(0, { rtime_last_played: '0' }))],
])('rejects an answer with %s, instead of reading it as hidden or 0', (_, body) =>
  expectWrongShape(body, (call) => getRustHours(call, ALICE, anyCall())),
)
