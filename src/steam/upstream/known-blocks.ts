import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { STEAM_ORIGINS } from './block.ts'
import type { KnownBlock, SteamOrigin } from './block.ts'

const SHARE_OF_MEMORY = 0.001
const KEPT_SECONDS = 86_400

const knownSchema = z.object({ pauseMs: z.number(), probeAt: z.number() })

/** The blocks of this server's address, kept through restarts. */
export interface KnownBlocks {
  /** The block that was known when the process started. */
  of(origin: SteamOrigin): KnownBlock | undefined
  keep(origin: SteamOrigin, known: KnownBlock | undefined): void
}

/** Reads what is known from before the restart. */
export async function openKnownBlocks(store: Store): Promise<KnownBlocks> {
  const kept = store.collection('blocked', knownSchema.nullable(), SHARE_OF_MEMORY)
  const entries = await Promise.all(
    STEAM_ORIGINS.map(async (origin) => [origin, (await kept.readExpired(origin))?.value ?? undefined] as const),
  )
  const known = new Map<SteamOrigin, KnownBlock | undefined>(entries)
  return {
    of: (origin) => known.get(origin),
    keep(origin, block) {
      const from = (block?.probeAt ?? Date.now()) / 1000
      // `fetchedAt` is no time at all, so that the store does not forget it when the clock is set back.
      kept.write(origin, { value: block ?? null, fetchedAt: 0, expiresAt: Math.ceil(from) + KEPT_SECONDS })
    },
  }
}
