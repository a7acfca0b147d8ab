import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask } from '../support/ask.ts'
import { startService, type Service, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 10 }))

/** Starts the service with a check of the key at once, and counts the calls from then on. */
const startWith = (settings: TestSettings) => {
  steam.calls.reset()
  return startService({ keyCheckDelayMs: 0, ...settings }, steam)
}
const linesOf = ({ log }: Service) => log.map(({ msg }) => msg).filter((msg) => /key/.test(msg))

test('the key is checked after the start with one call of the day', async () => {
  const service = await startWith({})
  await expect.poll(() => linesOf(service)).toEqual(['Steam accepts the key'])
  expect(steam.calls.total()).toBe(1)
  expect(await ask(service, '/readyz')).toMatchObject({ body: { budget: { used: 1 } } })
  await service.close()
})

test('a refused key is an error in the log', async () => {
  const service = await startWith({ STEAM_API_KEY: 'ANOTHERKEY0123456789' })
  await expect.poll(() => linesOf(service)).toEqual([expect.stringMatching(/^Steam refuses the API key: replace/)])
  await service.close()
})

test('a Steam that does not answer delays nothing, and the log says that the key could not be checked', async () => {
  steam.dial.set('bans', { faults: { reset: 1 } })
  const service = await startWith({})
  await expect
    .poll(() => linesOf(service))
    .toEqual(['Steam gives no answer, so that the key could not be checked: see /readyz'])
  await service.close()
})
