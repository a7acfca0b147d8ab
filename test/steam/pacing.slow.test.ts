import { expect, test } from 'vitest'
import { withOptions, PRIORITY } from '../../src/lib/call-context.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { getRustHours } from '../../src/steam/methods/get-rust-hours.ts'
import type { SteamCall } from '../../src/steam/upstream/request.ts'
import { anyCall } from '../support/callers.ts'
import { connect } from '../support/connect.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { failureOf } from '../support/failure.ts'
import { startHeldPlatform } from '../support/held-platform.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../support/until.ts'

const steam = await useSteam(createWorld())
const ids = steam.world.ids

const hoursOf = (call: SteamCall, index: number, priority: keyof typeof PRIORITY = 'lookup') =>
  getRustHours(call, ids[index % ids.length]!, withOptions(anyCall(), { priority: PRIORITY[priority] }))

test('calls of people go before those of scans, and these before those of sweeps', async () => {
  const { call } = connect(steam, { concurrency: 1 })
  steam.dial.set('*', { latencyMs: 15 })
  const first = hoursOf(call, 0)
  await until(() => steam.inFlight('games') === 1)
  const rest = (['background', 'scan', 'lookup'] as const).map((priority, index) => hoursOf(call, index + 1, priority))
  await Promise.all([first, ...rest])
  expect(steam.calls.log.map(({ ids: [id] }) => id)).toEqual([0, 3, 2, 1].map((index) => ids[index]))
})

test('a call that waits for its turn until its deadline is refused as an overload, not as an outage', async () => {
  const clock = createFakeClock()
  const platform = await startHeldPlatform()
  const { call, limiters } = connect(platform, { concurrency: 1, deadlineMs: 400, clock })
  const first = hoursOf(call, 0, 'scan')
  await until(() => platform.held.length === 1)
  const waiting = failureOf(hoursOf(call, 1))
  await until(() => limiters().api.waiting.length === 1)
  await clock.advance(400)
  expect(await waiting).toMatchObject({ code: 'overloaded', retryAfter: 10 })
  platform.answerAll()
  await first
})
