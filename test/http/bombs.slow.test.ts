import { expect, test } from 'vitest'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import type { Method } from '../../packages/sim-steam/src/methods.ts'
import type { SimSteam } from '../../packages/sim-steam/src/server.ts'
import { ask } from '../support/ask.ts'
import { scan } from '../support/events.ts'
import { serviceForTest, type Service } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

/** The size of each bomb when it is decompressed or read to its end. */
const BOMB_BYTES = 96 * 1024 * 1024
const AT_ONCE = 8

const sim = await useSteam()
// Compressing the first one takes a while.
sim.dial.set('image', { next: ['gzip-bomb'] })
await fetch(`${sim.cdnUrl}/avatars.steamstatic.com/test/sample.png`).then((response) => response.arrayBuffer())

/** Different accounts, because a repeated one is fetched only once. */
const other = ({ world }: SimSteam, index: number | undefined) => (index === undefined ? undefined : world.ids[index])

/** A request that needs one method, and its status when that method fails. */
const NEEDS: [method: Method, status: number, path: (steam: SimSteam, index?: number) => string][] = [
  ['summaries', 503, (steam, index) => `/api/lookup?steamId=${other(steam, index) ?? steam.world.cast.raider}`],
  ['bans', 503, (steam, index) => `/api/lookup?steamId=${other(steam, index) ?? steam.world.cast.raider}`],
  ['vanity', 503, (_, index) => `/api/lookup?steamId=${index === undefined ? 'raider' : `name${index}`}`],
  ['stats', 500, (steam) => `/api/rust-stats?steamId=${steam.world.cast.veteran}`],
  ['inventory', 500, (steam, index) => `/api/inventory?steamId=${other(steam, index) ?? steam.world.cast.hoarder}`],
]
const BOMBS: Fault[] = ['gzip-bomb', 'nested-bomb', 'huge', 'slow-body', 'cut']

const open = (): Promise<Service> =>
  serviceForTest(
    {
      tryMs: 400,
      deadlineMs: 1_000,
      CACHE_ACCOUNT_SECONDS: '0',
      CACHE_VANITY_SECONDS: '0',
      INVENTORY_BURST: '100',
    },
    sim,
  )

test.each(NEEDS.flatMap(([method, status, path]) => BOMBS.map((fault) => ({ method, status, path, fault }))))(
  '$fault in $method is a $status in time, does not fill the memory and does not break the next call',
  { timeout: 60_000 },
  async ({ method, status, path, fault }) => {
    const service = await open()
    sim.dial.set(method, { faults: { [fault]: 1 } })
    const before = process.memoryUsage.rss()
    const startedAt = performance.now()
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => ask(service, path(sim, index))))
    expect(performance.now() - startedAt).toBeLessThan(10_000)
    for (const reply of replies) {
      expect([status, 503]).toContain(reply.status)
      expect(reply.body).toMatchObject({ error: expect.stringMatching(/^[^\n]+\.$/), code: expect.any(String) })
      expect(JSON.stringify(reply.body).length).toBeLessThan(1_000)
    }
    // A single bomb read completely would be larger, and as a string twice as large.
    expect(process.memoryUsage.rss() - before).toBeLessThan(BOMB_BYTES)
    expect(service.log.filter(({ level, code }) => level >= 50 || code === 'internal')).toEqual([])

    sim.dial.reset()
    await expect.poll(() => ask(service, path(sim)).then((reply) => reply.status), { timeout: 40_000 }).toBe(200)
    await expect.poll(() => sim.inFlight()).toBe(0)
  },
)

test.each(BOMBS)('%s in a scan ends it with an error or a result', { timeout: 60_000 }, async (fault) => {
  const service = await open()
  for (const method of ['friends', 'summaries', 'bans', 'games'] as const) {
    sim.dial.reset()
    sim.dial.set(method, { faults: { [fault]: 1 } })
    const events = await scan(service, { steamId: sim.world.cast.lonely })
    const last = events.at(-1)
    expect([method, last]).toEqual([
      method,
      expect.toSatisfy((event: object) => ('error' in event ? 'code' in event : 'friends' in event)),
    ])
  }
  expect(service.log.filter(({ level, code }) => level >= 50 || code === 'internal')).toEqual([])
})

test.each(['gzip-bomb', 'nested-bomb'] as const)(
  '%s in place of hours and friend lists costs these parts alone',
  { timeout: 60_000 },
  async (fault) => {
    const service = await serviceForTest({ retries: 3 }, sim)
    sim.dial.set('games', { faults: { [fault]: 1 } })
    sim.dial.set('friends', { faults: { [fault]: 1 } })
    const { raider, clean, veteran, hoarder, gameBanned, bothBans, noRust, rookie, lonely, ...cast } = sim.world.cast
    const accounts = [raider, clean, veteran, hoarder, gameBanned, bothBans, cast.private, noRust, rookie, lonely]
    const replies = await Promise.all(accounts.map((account) => ask(service, `/api/lookup?steamId=${account}`)))
    for (const [index, reply] of replies.entries()) {
      expect(reply).toMatchObject({
        status: 200,
        body: {
          steamId: accounts[index],
          bans: { VACBanned: [raider, bothBans].includes(accounts[index] ?? '') },
          rustHours: null,
          friendsPrivate: false,
          unavailable: ['rustHours', 'friendsPrivate'],
        },
      })
    }
    expect(await ask(service, '/readyz')).toMatchObject({ status: 200, body: { ready: true } })
  },
)
