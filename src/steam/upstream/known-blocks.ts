import { z } from 'zod'
import { systemClock, type WallClock } from '../../lib/clock.ts'
import type { Store } from '../../store/store.ts'
import { STEAM_ORIGINS, type SteamOrigin } from './request.ts'

const SHARE_OF_MEMORY = 0.001
const KEPT_SECONDS = 86_400

/** A block as persisted: the pause between probes, and the time of the next one in Unix milliseconds. */
const knownSchema = z.object({ pauseMs: z.number(), probeAt: z.number() })
export type KnownBlock = z.infer<typeof knownSchema>

/** The persisted blocks of this server's address. */
export interface KnownBlocks {
  /** The block that was persisted when the process started. */
  of(origin: SteamOrigin): KnownBlock | undefined
  keep(origin: SteamOrigin, known: KnownBlock | undefined): void
}

/** Reads the persisted blocks from the store. */
export async function openKnownBlocks(store: Store, clock: WallClock = systemClock): Promise<KnownBlocks> {
  const collection = store.collection('blocked', knownSchema.nullable(), SHARE_OF_MEMORY)
  const entries = await Promise.all(
    STEAM_ORIGINS.map(async (origin) => [origin, (await collection.readExpired(origin))?.value ?? undefined] as const),
  )
  const known = new Map<SteamOrigin, KnownBlock | undefined>(entries)
  return {
    of: (origin) => known.get(origin),
    keep(origin, block) {
      const from = block ? block.probeAt / 1000 : clock.unixSeconds()
      // `fetchedAt: 0`, so that the store does not drop it as a value from the future when the clock is set back.
      collection.write(origin, { value: block ?? null, fetchedAt: 0, expiresAt: Math.ceil(from) + KEPT_SECONDS })
    },
  }
}
