import type { WatchContext } from './watch-context.ts'

/** A listing that lacks more than this share of the servers of the one before is not trusted. */
const MAX_SHRINK = 0.1

export interface ListingReport {
  /** The servers in this listing, and in the one before; null for the first. */
  count: number
  previous: number | null
  /** Whether it shrank by more than a tenth; then no server counts as absent because of it. */
  isShrunk: boolean
}

/**
 * Records a complete listing of the bot's servers. A server that was listed once and is missing counts as absent from now on; a
 * shrunk listing, which may be a fault of Discord, is for the operator to see, and makes none absent.
 */
export async function recordGuildListing(
  { database, clock }: Pick<WatchContext, 'database' | 'clock'>,
  guildIds: readonly string[],
): Promise<ListingReport> {
  return database.transaction(async ({ guilds, meta }) => {
    const now = clock.unixSeconds()
    const stored = await meta.get('guild_count')
    const previous = stored === undefined ? null : Number(stored)
    const count = new Set(guildIds).size
    const isShrunk = previous !== null && count < previous * (1 - MAX_SHRINK)
    await guilds.recordListing(guildIds, now, !isShrunk)
    await meta.set('guild_count', String(count))
    if (!isShrunk) await meta.set('guilds_listed_at', String(now))
    return { count, previous, isShrunk }
  })
}
