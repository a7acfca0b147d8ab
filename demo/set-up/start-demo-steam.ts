import { systemClock } from '../../src/lib/clock.ts'
import { addExample } from '../../packages/sim-steam/src/example.ts'
import { startSteam, type SimSteam } from '../../packages/sim-steam/src/server.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'

/** A typical latency of Steam. */
const LATENCY = { latencyMs: 80, jitterMs: 40 }

/** Starts the simulated Steam of the demos, whose time begins now. */
export async function startDemoSteam(): Promise<SimSteam> {
  const steam = await startSteam({ ...LATENCY, world: createWorld({ startsAt: systemClock.unixSeconds() }) })
  addExample(steam.world)
  return steam
}
