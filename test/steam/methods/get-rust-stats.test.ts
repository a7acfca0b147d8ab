import { expect, test } from 'vitest'
import { getRustStats } from '../../../src/steam/methods/get-rust-stats.ts'
import type { SteamCall } from '../../../src/steam/upstream/request.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { failureOf } from '../../support/failure.ts'
import { useWorld } from '../../../packages/sim-steam/test/simulated-steam.ts'
import { answering, expectWrongShape, startOddPlatform } from '../../support/odd-platform.ts'

const { cast, steam } = await useWorld(5)

const ALICE = '76561197960287930'
const of = (stats: unknown, rest: object = {}) => ({ playerstats: { steamID: ALICE, gameName: '', stats, ...rest } })

const DEATH = { name: 'deaths', value: 1 }

const ask = (call: SteamCall, steamId: string = ALICE) => getRustStats(call, steamId, anyCall())

test('finds counters by name; counters that Steam does not send are 0', async () => {
  const { call } = await answering(
    of([
      { name: 'deaths', value: 4 },
      { name: 'kill_player', value: 10 },
      { name: 'calories_consumed', value: 1893.4453125 },
      { name: 'harvest.wood', value: 100 },
      { name: 'harvested_wood', value: 20 },
    ]),
  )
  const answer = await ask(call)
  expect(answer).toMatchObject({
    kind: 'stats',
    stats: {
      combat: { kills: 10, deaths: 4, kd: 2.5, headshots: 0, accuracy: 0 },
      resources: { woodHarvested: 120 },
      npc: { bearsKilled: 0 },
    },
  })
})

test('accepts any value of a counter that is not shown', async () => {
  const { call } = await answering(of([DEATH, { name: 'of_tomorrow', value: -7 }]))
  expect(await ask(call)).toMatchObject({ kind: 'stats' })
})

test('reads an empty list of counters as no statistics, as it does a missing list', async () => {
  const { call } = await answering(of([]))
  expect(await ask(call)).toEqual({ kind: 'none' })
})

test.each(['', 'Rust', 'RUST', 'Rust - Staging Branch', 'ValveTestApp252490'])(
  'accepts "%s" as the name of the game',
  async (gameName) => {
    const { call } = await answering(of([DEATH], { gameName }))
    expect(await ask(call)).toMatchObject({ kind: 'stats', stats: { combat: { deaths: 1 } } })
  },
)

test('reads a complete compressed answer', async () => {
  const answer = await ask(connect(steam).call, cast.veteran)
  expect(answer).toMatchObject({
    kind: 'stats',
    stats: { combat: { deaths: 32_479 }, resources: { woodHarvested: 2_260_275 } },
  })
})

test.each([
  ['statsPrivate', { kind: 'private' }, '403'],
  ['statsPrivateHtml', { kind: 'private' }, '403'],
  ['statsNone', { kind: 'none' }, '400'],
  ['gone', { kind: 'none' }, '400'],
  ['statsEmpty', { kind: 'none' }, '200'],
] as const)('reads the statistics of %s as %j with one call', async (who, expected, outcome) => {
  const { call, records } = connect(steam, { retries: 2 })
  expect(await ask(call, cast[who])).toEqual(expected)
  expect(records.map((record) => [record.method, record.outcome])).toEqual([['stats', outcome]])
})

test.each([
  ['a page', '<html>Required parameter is missing</html>', 'text/html'],
  ['an object with fields', { error: 'bad request' }, 'application/json'],
  ['null', null, 'application/json'],
  ['an empty list', [], 'application/json'],
  ['text', '"{}"', 'application/json'],
  ['{} with the type of a page', '{}', 'text/html'],
])('rejects a 400 with %s, instead of reading it as an account without statistics', async (_, body, type) => {
  const { call } = connect(await startOddPlatform({ status: 400, body, headers: { 'content-type': type } }))
  const error = await failureOf(ask(call))
  expect([error.code, error.upstreamStatus]).toEqual(['platform_unavailable', 400])
})

test.each([
  ['an empty object', {}],
  ['null', null],
  ['another account', of([], { steamID: '76561197972494985' })],
  ['no account id', { playerstats: { stats: [] } }],
  ['another game', of([DEATH], { gameName: 'Counter-Strike 2' })],
  ['another game without a public name', of([DEATH], { gameName: 'ValveTestApp730' })],
  ['another game and no counters', of([], { gameName: 'Team Fortress 2' })],
  ['a game whose name only contains ours', of([DEATH], { gameName: 'Trust No One' })],
  [
    'no counter of Rust',
    of([
      { name: 'total_kills', value: 5 },
      { name: 'total_deaths', value: 5 },
    ]),
  ],
  ['statistics that are not an array', of({ deaths: 1 })],
  ['a counter without a value', of([{ name: 'deaths' }])],
  ['a negative value', of([{ name: 'deaths', value: -1 }])],
  ['an impossible value', of([{ name: 'deaths', value: 1e308 }])],
  ['a value that is text', of([{ name: 'deaths', value: '1' }])],
])('rejects an answer with %s, instead of reading it as an account without statistics', (_, body) =>
  expectWrongShape(body, (call) => ask(call)),
)
