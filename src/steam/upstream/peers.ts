import { z } from 'zod'
import { type Clock, systemClock } from '../../lib/clock.ts'
import type { PermitLease } from '../../lib/leased-limiter.ts'
import { localPause, type SharedPause } from '../../lib/shared-pause.ts'
import type { Store } from '../../store/store.ts'
import type { SteamHost } from './request.ts'

/** What this process shares with the other replicas that call Steam with the same key, or from the same address. */
export interface Peers {
  /** The number of replicas, this one included, that divide the calls in flight. */
  count: () => number
  /** While Steam refuses the key. */
  key: SharedPause
  /** After a start has checked the key: starts meanwhile do not repeat that. */
  keyCheck: SharedPause
  /** While Steam has asked for a pause by `Retry-After`. */
  retryAfter: SharedPause
  /** While the edge network of a host blocks this server's address. */
  blocks: Record<SteamHost, SharedPause>
  /** While Steam limits the inventories of this server's address. */
  inventories: SharedPause
  /** The inventory calls of this server's address; undefined in a single process. */
  inventoryLease: PermitLease | undefined
}

/** A single process. */
export const noPeers: Peers = {
  count: () => 1,
  key: localPause,
  keyCheck: localPause,
  retryAfter: localPause,
  blocks: { api: localPause, community: localPause },
  inventories: localPause,
  inventoryLease: undefined,
}

const SHARE_OF_MEMORY = 0.001
const KEPT_SECONDS = 86_400

/** A pause as persisted: the time between probes, and the time of the next one in Unix milliseconds. */
const knownSchema = z.object({ pauseMs: z.number(), probeAt: z.number() })

/** What a single process knows of its address and its key, persisted so that a restart does not forget it. */
export async function openKnownPauses(
  store: Store,
  keyDigest: string,
  clock: Pick<Clock, 'unixMs' | 'unixSeconds'> = systemClock,
): Promise<Pick<Peers, 'blocks' | 'key' | 'keyCheck'>> {
  const collection = store.collection('blocked', knownSchema.nullable(), SHARE_OF_MEMORY)
  const open = async (name: string): Promise<SharedPause> => {
    const known = (await collection.readExpired(name))?.value
    const keep: SharedPause['keep'] = (pause) => {
      const value = pause ? { pauseMs: pause.pauseMs, probeAt: clock.unixMs() + pause.leftMs } : null
      const from = value ? value.probeAt / 1000 : clock.unixSeconds()
      // `fetchedAt: 0`, so that the store does not drop it as a value from the future when the clock is set back.
      collection.write(name, { value, fetchedAt: 0, expiresAt: Math.ceil(from) + KEPT_SECONDS })
    }
    return {
      ...localPause,
      keep,
      takeTurn(pause) {
        keep(pause)
        return true
      },
      known: () => (known ? { pauseMs: known.pauseMs, leftMs: known.probeAt - clock.unixMs() } : undefined),
    }
  }
  return {
    blocks: { api: await open('api'), community: await open('community') },
    key: await open(`key:${keyDigest}`),
    keyCheck: await open(`key-check:${keyDigest}`),
  }
}
