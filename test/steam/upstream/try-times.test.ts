import { expect, test } from 'vitest'
import { createWorld } from '../../../sim/steam/world.ts'
import { getRustHours } from '../../../src/steam/methods/get-rust-hours.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { useSteam } from '../../support/simulated-steam.ts'
import { until } from '../../support/until.ts'

const world = createWorld({ accounts: 5 })
const { cast } = world
const steam = await useSteam(world)

test('a try reports its wait for a permit, and how long its answer took to parse', async () => {
  const clock = createFakeClock()
  const { call, records } = connect(steam, { clock, concurrency: 1, tryMs: 700 })
  steam.dial.set('games', { next: ['hang'] })
  const hanging = getRustHours(call, cast.raider, anyCall()).catch(() => {})
  await until(() => steam.inFlight('games') === 1)
  const waiting = getRustHours(call, cast.raider, anyCall())
  await clock.advance(700)
  await Promise.all([hanging, waiting])
  expect(records).toMatchObject([
    { outcome: 'no_answer', waitedMs: 0, parseMs: 0 },
    { outcome: '200', waitedMs: 700, parseMs: expect.any(Number) },
  ])
  expect(records[1]?.parseMs).toBeGreaterThan(0)
})
