import { expect, test } from 'vitest'
import { createWorld } from '../../../packages/sim-steam/src/world.ts'
import { getBanRecords } from '../../../src/steam/methods/get-player-bans.ts'
import { createSteamClock } from '../../../src/steam/upstream/steam-clock.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { useSteam } from '../../../packages/sim-steam/test/simulated-steam.ts'

const world = createWorld({ accounts: 20 })
const steam = await useSteam(world)

test('is unknown before the first answer', () => {
  expect(createSteamClock({ now: () => 0, unixSeconds: () => 0 }).read()).toBeUndefined()
})

test.each([
  ['agrees', 0],
  ['is two hours ahead', 7_200],
  ['is a day behind', -86_400],
])('compares our clock with that of a Steam that %s', async (_, dateSkewSeconds) => {
  steam.dial.set('*', { dateSkewSeconds })
  const now = 1_000_000
  const dates: number[] = []
  const { call } = connect(steam, { onSteamDate: (date) => dates.push(date) })
  await getBanRecords(call, [world.cast.clean], anyCall())
  expect(dates).toHaveLength(1)
  const realNow = Math.floor(Date.now() / 1000)
  const clock = createSteamClock({ now: () => now, unixSeconds: () => realNow })
  for (const date of dates) clock.record(date)
  expect(Math.abs((clock.read()?.skewSeconds ?? NaN) + dateSkewSeconds)).toBeLessThan(5)
  expect(clock.read()?.seenAt).toBe(realNow)
})

test('a failed call says what time it is, too', async () => {
  steam.dial.set('bans', { next: ['503'] })
  const dates: number[] = []
  const { call } = connect(steam, { onSteamDate: (date) => dates.push(date) })
  await getBanRecords(call, [world.cast.clean], anyCall()).catch(() => {})
  expect(dates).toHaveLength(1)
})

test('shows a change of our clock since the last answer', () => {
  const time = { ms: 0, unixSeconds: 1_000_000 }
  const clock = createSteamClock({ now: () => time.ms, unixSeconds: () => time.unixSeconds })
  clock.record(1_000_000)
  time.ms += 60_000
  time.unixSeconds += 60
  expect(clock.read()).toEqual({ skewSeconds: 0, seenAt: 1_000_000 })
  time.unixSeconds += 86_400
  expect(clock.read()).toEqual({ skewSeconds: 86_400, seenAt: 1_000_000 })
})
