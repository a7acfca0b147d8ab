import type { World } from '../../packages/sim-steam/src/world.ts'
import type { Named } from './expected.ts'
import { judgeBatch } from './judge-batch.ts'
import { judgeLookup } from './judge-lookup.ts'
import { judgeScan } from './judge-scan.ts'
import { judge, type Judged } from './verdict.ts'

/**
 * Creates the oracle of an unchanged world; `since` is the time of the first request, in Unix seconds. It derives the
 * correct answers from the simulated world alone and imports nothing from `src`, so that a mistake there is not repeated.
 */
export function createOracle(world: World, since: number) {
  return {
    lookup: (asked: Named, reply: Judged) => judge(() => judgeLookup(world, asked, reply, since)),
    batch: (asked: readonly Named[], reply: Judged) => judge(() => judgeBatch(world, asked, reply, since)),
    scan: (steamId: string, reply: Judged) => judge(() => judgeScan(world, steamId, reply, since)),
  }
}
