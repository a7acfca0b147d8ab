import { z } from 'zod'
import { systemClock, type Clock } from '../../lib/clock.ts'
import { localPause, type SharedPause } from '../../lib/shared-pause.ts'
import type { Store } from '../../store/store.ts'
import type { SteamHost } from './request.ts'

const SHARE_OF_MEMORY = 0.001
const KEPT_SECONDS = 86_400

/** A block as persisted: the pause between probes, and the time of the next one in Unix milliseconds. */
const knownSchema = z.object({ pauseMs: z.number(), probeAt: z.number() })

/** The blocks of this server's address by host, persisted so that a restart does not forget them. */
export async function openKnownBlocks(store: Store, clock: Pick<Clock, 'unixMs' | 'unixSeconds'> = systemClock) {
  const collection = store.collection('blocked', knownSchema.nullable(), SHARE_OF_MEMORY)
  const open = async (host: SteamHost): Promise<SharedPause> => {
    const known = (await collection.readExpired(host))?.value
    const keep: SharedPause['keep'] = (pause) => {
      const value = pause ? { pauseMs: pause.pauseMs, probeAt: clock.unixMs() + pause.leftMs } : null
      const from = value ? value.probeAt / 1000 : clock.unixSeconds()
      // `fetchedAt: 0`, so that the store does not drop it as a value from the future when the clock is set back.
      collection.write(host, { value, fetchedAt: 0, expiresAt: Math.ceil(from) + KEPT_SECONDS })
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
  return { api: await open('api'), community: await open('community') }
}
