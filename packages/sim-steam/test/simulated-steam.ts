import { afterAll, beforeEach, expect, onTestFinished } from 'vitest'
import { HOSTS } from '../src/edge.ts'
import { startSteam, type SimSteam } from '../src/server.ts'
import { createWorld, type World } from '../src/world.ts'

/** A simulated Steam with a world of this many accounts besides its cast. */
export async function useWorld(accounts: number) {
  const steam = await useSteam(createWorld({ accounts }))
  return { steam, world: steam.world, cast: steam.world.cast }
}

/** A simulated Steam for the tests of a file; its dial, edge and counters are reset before each test. */
export async function useSteam(world?: World): Promise<SimSteam> {
  const steam = await startSteam(world && { world })
  beforeEach(async () => {
    // Aborted calls of the test before may still be open.
    await expect.poll(() => steam.inFlight()).toBe(0)
    steam.dial.reset()
    for (const host of HOSTS) steam.edge.unblock(host)
    steam.calls.reset()
  })
  afterAll(() => steam.close())
  return steam
}

/** A simulated Steam of the test's own; closed after the test. */
export async function ownSteam(options: Parameters<typeof startSteam>[0] = {}): Promise<SimSteam> {
  const steam = await startSteam(options)
  onTestFinished(() => steam.close())
  return steam
}
