import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { openSocket } from '../support/raw.ts'
import { startService, type Service, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const sim = await useSteam()

const start = (settings: TestSettings = {}) =>
  startService({ CACHE_ACCOUNT_SECONDS: '0', CACHE_HOURS_SECONDS: '0', tryMs: 60_000, ...settings }, sim)

/** Seconds until the service has stopped. */
async function stop(service: Service): Promise<number> {
  const startedAt = performance.now()
  await service.close()
  return (performance.now() - startedAt) / 1000
}

async function open(service: Service): Promise<Socket> {
  const socket = openSocket(service.port)
  await once(socket, 'connect')
  return socket
}

describe('a stop', () => {
  test.each([
    ['sent nothing', ''],
    ['sent half of its headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
  ])('does not wait for a connection that has %s', async (_, text) => {
    const service = await start()
    const socket = await open(service)
    if (text) socket.write(text)
    await ask(service, '/healthz')
    expect(await stop(service)).toBeLessThan(2)
  })

  test('lets a running lookup end', async () => {
    const service = await start()
    sim.dial.set('summaries', { latencyMs: 400 })
    const asked = ask(service, `/api/lookup?steamId=${sim.world.cast.raider}`)
    await expect.poll(() => sim.inFlight('summaries')).toBe(1)
    const stopped = stop(service)
    expect(await asked).toMatchObject({ status: 200, body: { steamId: sim.world.cast.raider } })
    expect(await stopped).toBeLessThan(2)
  })
})
