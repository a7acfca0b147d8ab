import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { checkKey } from '../../src/app/check-key.ts'
import { createPlatformCheck } from '../../src/steam/platform-check.ts'
import type { ApiHealth } from '../../src/steam/upstream/health.ts'
import type { SteamCall } from '../../src/steam/upstream/request.ts'
import { ask } from '../support/ask.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { captureLog } from '../support/log.ts'
import { startService, type Service, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 10 }))

/** Starts the service with a check of the key at once, and counts the calls from then on. */
const startWith = (settings: TestSettings) => {
  steam.calls.reset()
  return startService({ keyCheckDelayMs: 0, DRAIN_SECONDS: '0', ...settings }, steam)
}
const linesOf = ({ log }: Service) => log.map(({ msg }) => msg).filter((msg) => /key/.test(msg))
const ACCEPTED = 'Steam accepts the key'

test('the key is checked after the start with one call of the day', async () => {
  const service = await startWith({})
  await expect.poll(() => linesOf(service)).toEqual([ACCEPTED])
  expect(steam.calls.total()).toBe(1)
  expect(await ask(service, '/readyz')).toMatchObject({ body: { budget: { used: 1 } } })
  await service.close()
})

test('a refused key is an error in the log, and is sent no further time', async () => {
  const service = await startWith({ STEAM_API_KEY: 'ANOTHERKEY0123456789', keyPauseMs: 60_000 })
  await expect.poll(() => linesOf(service)).toEqual([expect.stringMatching(/^Steam refuses the API key: replace/)])
  expect(await ask(service, '/readyz')).toMatchObject({ body: { platform: 'key_refused' } })
  await service.close()
  expect(steam.calls.total()).toBe(1)
})

test('a Steam that does not answer delays nothing, and the log says that the key could not be checked', async () => {
  steam.dial.set('bans', { faults: { reset: 1 } })
  const service = await startWith({})
  await expect
    .poll(() => linesOf(service))
    .toEqual(['Steam gives no answer, so that the key could not be checked: see /readyz'])
  await service.close()
})

/** A check by hand: with a clock of the test, and a Steam that answers after this time. */
function keyCheckWith(answersAfterMs: number) {
  const clock = createFakeClock()
  const { logger: log, lines } = captureLog()
  let health: ApiHealth = { state: 'unknown', updatedAt: Number.NEGATIVE_INFINITY }
  const call: SteamCall = async ({ schema }) => {
    await clock.sleep(answersAfterMs, new AbortController().signal)
    health = { state: 'reachable', updatedAt: clock.now() }
    return { ok: true, value: schema.parse({ players: [] }) }
  }
  const apiHealth = () => health
  const checkPlatform = createPlatformCheck({ call, apiHealth }, clock)
  void checkKey({ apiHealth, checkPlatform, delayMs: 0, clock, log }, new AbortController().signal)
  return { clock, messages: () => lines.map(({ msg }) => msg) }
}

test('a Steam that takes eight seconds is no failure of the check', async () => {
  const { clock, messages } = keyCheckWith(8_000)
  await clock.advance(0)
  await clock.advance(7_900)
  expect(messages()).toEqual([])
  await clock.advance(100)
  expect(messages()).toEqual([ACCEPTED])
})
