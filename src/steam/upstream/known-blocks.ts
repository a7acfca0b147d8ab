import { z } from 'zod'
import { systemClock, type WallClock } from '../../lib/clock.ts'
import type { Store } from '../../store/store.ts'
import type { SteamHost } from './request.ts'

const SHARE_OF_MEMORY = 0.001
const KEPT_SECONDS = 86_400

/** A block as persisted: the pause between probes, and the time of the next one in Unix milliseconds. */
const knownSchema = z.object({ pauseMs: z.number(), probeAt: z.number() })
export type KnownBlock = z.infer<typeof knownSchema>

/** The blocks of this server's address, persisted so that a restart does not forget them. */
export async function openKnownBlocks(store: Store, clock: WallClock = systemClock) {
  const collection = store.collection('blocked', knownSchema.nullable(), SHARE_OF_MEMORY)
  const known = { api: await collection.readExpired('api'), community: await collection.readExpired('community') }
  return {
    /** The block that was persisted when the process started. */
    of: (host: SteamHost) => known[host]?.value ?? undefined,
    /** Persists a block; undefined when it has ended. */
    keep(host: SteamHost, block: KnownBlock | undefined): void {
      const from = block ? block.probeAt / 1000 : clock.unixSeconds()
      // `fetchedAt: 0`, so that the store does not drop it as a value from the future when the clock is set back.
      collection.write(host, { value: block ?? null, fetchedAt: 0, expiresAt: Math.ceil(from) + KEPT_SECONDS })
    },
  }
}

export type KnownBlocks = Awaited<ReturnType<typeof openKnownBlocks>>
