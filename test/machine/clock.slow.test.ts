import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask } from '../support/ask.ts'
import { folderForTest } from '../support/folder.ts'
import { serviceForTest, startService } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const DAY_MS = 86_400_000

const steam = await useSteam(createWorld({ accounts: 10 }))
const { raider } = steam.world.cast

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** Whether a lookup is answered from the cache; its answer must not come from the future. */
async function lookup(service: { url: string }) {
  steam.calls.reset()
  const reply = await ask(service, `/api/lookup?steamId=${raider}`)
  expect(reply.status).toBe(200)
  const { fetchedAt } = reply.body as { fetchedAt: number }
  expect(fetchedAt).toBeLessThanOrEqual(Math.floor(Date.now() / 1000))
  return { isCached: steam.calls.total() === 0 }
}

test.each([
  ['in memory', 'memory://'],
  ['on disk', 'sqlite'],
])(
  'when the clock jumps a day forward or back, answers cached %s are not used as fresh, and new ones replace them',
  async (_, kind) => {
    const settings = { STORE_URL: kind === 'sqlite' ? `sqlite://${join(folderForTest(), 'store.sqlite')}` : kind }
    let service = await serviceForTest(settings, steam)
    const restart = async () => {
      if (kind !== 'sqlite') return
      await service.close()
      service = await startService(settings, steam)
    }
    for (const step of [DAY_MS, -DAY_MS, -DAY_MS, 2 * DAY_MS]) {
      expect(await lookup(service)).toEqual({ isCached: false })
      expect(await lookup(service)).toEqual({ isCached: true })
      await restart()
      expect(await lookup(service)).toEqual({ isCached: true })
      vi.setSystemTime(Date.now() + step)
      await restart()
    }
    await service.close()
  },
)
