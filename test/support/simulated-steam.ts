import { afterAll, beforeEach } from 'vitest'
import { HOSTS } from '../../sim/steam/edge.ts'
import { startSteam, type SimSteam } from '../../sim/steam/server.ts'
import type { World } from '../../sim/steam/world.ts'
import { until } from './until.ts'

/** A simulated Steam for the tests of a file; its dial, edge and counters are reset before each test. */
export async function useSteam(world: World): Promise<SimSteam> {
  const steam = await startSteam({ world })
  beforeEach(async () => {
    // Aborted calls of the test before may still be open.
    await until(() => steam.inFlight() === 0)
    steam.dial.reset()
    for (const host of HOSTS) steam.edge.unblock(host)
    steam.calls.reset()
  })
  afterAll(() => steam.close())
  return steam
}
