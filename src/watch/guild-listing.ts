import type { MetaName, MetaRepository } from '../database/meta.ts'
import type { WatchContext } from './watch-context.ts'

/** A listing that lacks more than this share of the servers of the reference is not trusted. */
const MAX_SHRINK = 0.1
/** A short listing that repeats for this long is true. */
const TRUSTED_SECONDS = 86_400

export interface ListingReport {
  /** The servers in this listing, and in the last one that was trusted; null for the first. */
  count: number
  previous: number | null
  /** Whether it is smaller by more than a tenth, and has not repeated for a day; then no server counts as absent because of it. */
  isShrunk: boolean
  /** Whether the operator should see that it shrank: in few servers, a single one that leaves is more than a tenth. */
  isSuspect: boolean
}

/**
 * Records a complete listing of the bot's servers. A server that was listed once and is missing counts as absent from now on; a
 * shrunk listing, which may be a fault of Discord, makes none absent until it has repeated for a day.
 */
export async function recordGuildListing(
  { database, clock }: Pick<WatchContext, 'database' | 'clock'>,
  guildIds: readonly string[],
): Promise<ListingReport> {
  return database.transaction(async ({ guilds, meta }) => {
    const now = clock.unixSeconds()
    const previous = await readNumber(meta, 'guild_count')
    const count = new Set(guildIds).size
    const isShort = previous !== null && count < previous * (1 - MAX_SHRINK)
    const isShrunk = isShort && now - (await shortSince(meta, count, now)) < TRUSTED_SECONDS
    await guilds.recordListing(guildIds, now, !isShrunk)
    if (!isShrunk) {
      await meta.set('guild_count', String(count))
      await meta.set('guilds_listed_at', String(now))
      await meta.set('short_listing_count', null)
      await meta.set('short_listing_since', null)
    }
    return { count, previous, isShrunk, isSuspect: isShrunk && previous - count > 1 }
  })
}

/** Since when listings have about this size; stores it when this is the first one. */
async function shortSince(meta: MetaRepository, count: number, now: number): Promise<number> {
  const [size, since] = [await readNumber(meta, 'short_listing_count'), await readNumber(meta, 'short_listing_since')]
  if (size !== null && since !== null && Math.abs(count - size) <= size * MAX_SHRINK) return since
  await meta.set('short_listing_count', String(count))
  await meta.set('short_listing_since', String(now))
  return now
}

async function readNumber(meta: MetaRepository, name: MetaName): Promise<number | null> {
  const stored = await meta.get(name)
  return stored === undefined ? null : Number(stored)
}
