import { z } from 'zod'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { localPause, type SharedPause } from '../../lib/limits/shared-pause.ts'
import type { Store } from '../../store/store.ts'
import type { SteamHost } from './request.ts'

/** State that this process shares with the replicas that call Steam with the same key or from the same address. */
export interface Peers {
  /** The number of replicas, this one included, that share the limit of calls in flight. */
  count: () => number
  /** The number of replicas that share the rate of inventory calls, because they call Steam from the same address. */
  countAtAddress: () => number
  /** The pause while Steam refuses the key. */
  key: SharedPause
  /** The pause that Steam has asked for by `Retry-After`. */
  retryAfter: SharedPause
  /** The pause of each host while its edge network blocks this server's address. */
  blocks: Record<SteamHost, SharedPause>
  /** The pause while Steam limits the inventories of this server's address. */
  inventories: SharedPause
}

/** The state of a process without replicas. */
export const noPeers: Peers = {
  count: () => 1,
  countAtAddress: () => 1,
  key: localPause,
  retryAfter: localPause,
  blocks: { api: localPause, community: localPause },
  inventories: localPause,
}

const SHARE_OF_MEMORY = 0.001
const KEPT_SECONDS = 86_400

/** A stored pause: the time between probes, and the time of the next probe in Unix milliseconds. */
const knownSchema = z.object({ pauseMs: z.number(), probeAt: z.number() })

/** Opens the pauses of a single process, which are stored so that a restart does not forget them. */
export async function openKnownPauses(
  store: Store,
  keyDigest: string,
  clock: Pick<Clock, 'unixMs' | 'unixSeconds'> = systemClock,
): Promise<Pick<Peers, 'blocks' | 'key'>> {
  const collection = store.collection('blocked', knownSchema.nullable(), SHARE_OF_MEMORY)
  const open = async (name: string): Promise<SharedPause> => {
    const known = (await collection.readExpired(name))?.value
    const keep: SharedPause['keep'] = (pause) => {
      const value = pause ? { pauseMs: pause.pauseMs, probeAt: clock.unixMs() + pause.leftMs } : null
      const from = value ? value.probeAt / 1000 : clock.unixSeconds()
      // `fetchedAt: 0`, because the store drops values from the future when the clock is set back.
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
  }
}
