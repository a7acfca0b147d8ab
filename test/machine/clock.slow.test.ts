import { join } from 'node:path'
import KeyvSqlite from '@keyv/sqlite'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createWorld } from '../../sim/steam/world.ts'
import { ask } from '../support/ask.ts'
import { folderForTest } from '../support/main-process.ts'
import { serviceForTest, startService } from '../support/service.ts'
import { useSteam } from '../support/simulated-steam.ts'

const DAY_MS = 86_400_000

const steam = await useSteam(createWorld({ accounts: 10 }))
const { raider } = steam.world.cast

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Calls to Steam that a look-up takes, and its answer's age as it is told. */
async function lookup(service: { url: string }) {
  steam.calls.reset()
  const reply = await ask(service, `/api/lookup?steamId=${raider}`)
  expect(reply.status).toBe(200)
  const { fetchedAt } = reply.body as { fetchedAt: number }
  expect(fetchedAt).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
  return { isRemembered: steam.calls.total() === 0 }
}

test.each([
  ['in memory', 'memory://'],
  ['on disk', 'sqlite'],
])(
  'with the clock a day ahead, and back again, what is remembered %s is neither given as fresh nor kept for ever',
  async (_, kind) => {
    const settings = { STORE_URL: kind === 'sqlite' ? `sqlite://${join(folderForTest(), 'store.sqlite')}` : kind }
    let service = await serviceForTest(settings, steam)
    const restart = async () => {
      if (kind !== 'sqlite') return
      await service.close()
      service = await startService(settings, steam)
    }
    for (const step of [DAY_MS, -DAY_MS, -DAY_MS, 2 * DAY_MS]) {
      expect(await lookup(service)).toEqual({ isRemembered: false })
      expect(await lookup(service)).toEqual({ isRemembered: true })
      await restart()
      expect(await lookup(service)).toEqual({ isRemembered: true })
      vi.setSystemTime(Date.now() + step)
      await restart()
    }
    await service.close()
  },
)

test('with the clock set back a day a client that is over its limit is told to come back in a minute at most', async () => {
  const service = await serviceForTest({ RATE_LIMIT_PER_MINUTE: '2' }, steam)
  for (let count = 0; count < 2; count++) await ask(service, `/api/lookup?steamId=${raider}`)
  vi.setSystemTime(Date.now() - DAY_MS)
  const reply = await ask(service, `/api/lookup?steamId=${raider}`)
  expect(reply.status).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60)
})

test('with the clock set back a day a trouble that lasts is still told every minute', async () => {
  const path = join(folderForTest(), 'store.sqlite')
  const service = await serviceForTest({ STORE_URL: `sqlite://${path}` }, steam)
  const other = new KeyvSqlite({ uri: `sqlite://${path}`, busyTimeout: 2_000 })
  onTestFinished(() => other.close())
  await other.query('BEGIN IMMEDIATE')
  const told = () => service.log.filter(({ event }) => event === 'store_write_failed').length
  await ask(service, `/api/lookup?steamId=${raider}`)
  await expect.poll(told, { timeout: 10_000 }).toBe(1)

  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() - DAY_MS })
  // The clock that is not set starts anew with the fake one.
  vi.advanceTimersByTime(600_000)
  await ask(service, `/api/lookup?steamId=${steam.world.cast.clean}`)
  await expect.poll(told, { timeout: 10_000 }).toBe(2)
  await other.query('ROLLBACK')
}, 30_000)
