import { expect, onTestFinished, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, post, type Reply } from '../support/ask.ts'
import { serviceForTest } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { spin } from '../support/spin.ts'

const steam = await useSteam(createWorld({ accounts: 50 }))
const { cast } = steam.world

async function timed(reply: Promise<Reply>) {
  const startedAt = performance.now()
  return { reply: await reply, ms: performance.now() - startedAt }
}

test.each([0, 150, 400])(
  'answers leave within 10 s while ban records hang and each turn of the event loop takes %i ms',
  { timeout: 30_000 },
  async (busyMs) => {
    steam.dial.set('bans', { faults: { hang: 1 } })
    const service = await serviceForTest({ retries: 3 }, steam)
    const busy = setInterval(() => spin(busyMs), busyMs + 1)
    onTestFinished(() => clearInterval(busy))
    const answers = await Promise.all([
      timed(ask(service, `/api/lookup?steamId=${cast.raider}`)),
      timed(post(service, '/api/lookup/batch', { steamIds: [cast.clean, cast.veteran] })),
      timed(ask(service, `/api/compare?steamId=${cast.clean}&other=${cast.raider}`)),
    ])
    clearInterval(busy)
    for (const { reply, ms } of answers) {
      expect(reply).toMatchObject({
        status: 503,
        body: { code: expect.stringMatching(/^(platform_unavailable|overloaded)$/) },
      })
      expect(ms).toBeLessThan(10_000)
    }
  },
)
