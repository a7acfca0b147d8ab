import { describe, expect, test } from 'vitest'
import { createWorld } from '../../../packages/sim-steam/src/world.ts'
import { getRustHours } from '../../../src/steam/methods/get-rust-hours.ts'
import type { UpstreamEvent, SteamCall } from '../../../src/steam/upstream/request.ts'
import { anyCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { startHeldPlatform } from '../../support/held-platform.ts'
import { spin } from '../../support/spin.ts'
import { useSteam } from '../../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../../support/until.ts'

const steam = await useSteam(createWorld())
const ids = steam.world.ids

const hoursOf = (call: SteamCall, index: number) => getRustHours(call, ids[index % ids.length]!, anyCall())
const round = (call: SteamCall, size: number) =>
  Promise.all(Array.from({ length: size }, (_, index) => hoursOf(call, index)))

describe('a blocked event loop', () => {
  test('is not mistaken for a slow Steam', async () => {
    const { call, limiters } = connect(steam, { concurrency: 20 })
    steam.dial.set('games', { latencyMs: 20 })
    for (let count = 0; count < 3; count++) await round(call, 20)
    const { limit } = limiters().api
    for (let count = 0; count < 6; count++) {
      const answers = round(call, 20)
      await until(() => steam.inFlight('games') > 0)
      spin(300)
      await answers
    }
    expect([limit, limiters().api.limit]).toEqual([20, 20])
  })

  test('does not hide that Steam is slow', async () => {
    const { call, limiters } = connect(steam, { concurrency: 20 })
    for (let count = 0; count < 3; count++) await round(call, 20)
    steam.dial.set('games', { latencyMs: 500 })
    for (let count = 0; count < 3; count++) {
      const answers = round(call, 20)
      await until(() => steam.inFlight('games') > 0)
      spin(100)
      await answers
    }
    expect(limiters().api.limit).toBeLessThan(20)
  })

  test('does not use up the time limit of a try or of a call', async () => {
    const { call, records } = connect(steam, { tryMs: 300, deadlineMs: 500 })
    steam.dial.set('games', { latencyMs: 50 })
    const answer = hoursOf(call, 0)
    await until(() => steam.inFlight('games') === 1)
    spin(800)
    expect(await answer).not.toBeUndefined()
    expect(records.map(({ outcome }) => outcome)).toEqual(['200'])
  })

  test('leads to no hedge', async () => {
    const events: UpstreamEvent[] = []
    const { call } = connect(steam, { hedgePercent: 100, onEvent: (event) => events.push(event) })
    steam.dial.set('games', { latencyMs: 50 })
    for (let count = 0; count < 20; count++) await hoursOf(call, count)
    const answer = hoursOf(call, 0)
    await until(() => steam.inFlight('games') === 1)
    spin(500)
    await answer
    expect(events).toEqual([])
  })
})

test('a hanging call is hedged', async () => {
  const events: UpstreamEvent[] = []
  const { call } = connect(steam, { hedgePercent: 10, onEvent: (event) => events.push(event) })
  for (let count = 0; count < 40; count++) await hoursOf(call, count)
  steam.dial.set('games', { next: ['hang'] })
  await hoursOf(call, 1)
  expect(events).toEqual([{ kind: 'hedge', outcome: 'won' }])
})

test('a try without an answer ends at its time limit', async () => {
  const { call, records } = connect(steam, { tryMs: 200 })
  steam.dial.set('games', { next: ['hang'] })
  await expect(hoursOf(call, 0)).rejects.toMatchObject({ code: 'platform_unavailable' })
  expect(records.map(({ outcome }) => outcome)).toEqual(['no_answer'])
})

describe('a new transport', () => {
  test('doubles the calls in flight with each round trip, from a quarter to the limit', async () => {
    const platform = await startHeldPlatform()
    const { call } = connect(platform, { concurrency: 100 })
    const answers: Promise<unknown>[] = []
    // One by one, as Node accepts connections.
    for (let index = 0; index < 300; index++) {
      answers.push(hoursOf(call, index))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const rounds: number[] = []
    for (const expected of [25, 50, 100]) {
      await until(() => platform.held.length >= expected)
      rounds.push(platform.held.length)
      platform.answerAll()
    }
    expect(rounds).toEqual([25, 50, 100])
    await until(() => platform.held.length === 100)
    platform.answerAll()
    await until(() => platform.held.length === 25)
    platform.answerAll()
    await Promise.all(answers)
  })

  test('refuses no call that can be served once all permits are in use', async () => {
    const { call } = connect(steam, { concurrency: 40, deadlineMs: 2_000 })
    steam.dial.set('games', { latencyMs: 100 })
    await hoursOf(call, 0)
    // Three seconds with the ten permits of the start, less than one with all forty.
    await round(call, 300)
    expect(steam.calls.count('games')).toBe(301)
  })
})
