import type { MetaName, MetaRepository } from '../database/meta.ts'
import type { Clock } from '../lib/clock.ts'
import type { OutboxDatabase } from './database/repositories.ts'

/** A listing is not trusted when it is smaller than the last trusted listing by more than this share. */
const MAX_SHRINK = 0.1
/** How long a short listing must repeat to be trusted. */
const TRUSTED_SECONDS = 86_400

/** A Discord server of the bot, with the name that its owner chose. */
export interface ListedGuild {
  id: string
  name: string
}

export interface ListingReport {
  /** `count`: the number of servers in this listing. `previous`: the number in the last trusted listing; null if there was none. */
  count: number
  previous: number | null
  /**
   * Whether the listing is smaller than the last trusted listing by more than a tenth, and such listings have not repeated for a day. No
   * server then counts as absent because of it.
   */
  isShrunk: boolean
  /**
   * Whether the operator should see that the listing shrank, because more than one server is missing. With few servers, a single server
   * that leaves is more than a tenth, which is normal.
   */
  isSuspect: boolean
}

/**
 * Records a complete listing of the bot's servers. A server that was listed before and is missing counts as absent from now on. A shrunk
 * listing may be a fault of Discord: no server counts as absent until such listings have repeated for a day. Keeps the names of the servers
 * that have data in the service.
 */
export async function recordGuildListing(
  { database, clock }: { database: OutboxDatabase; clock: Clock },
  listed: readonly ListedGuild[],
): Promise<ListingReport> {
  return database.transaction(async ({ guilds, meta }) => {
    const now = clock.unixSeconds()
    const previous = await readNumber(meta, 'guild_count')
    const guildIds = listed.map(({ id }) => id)
    const count = new Set(guildIds).size
    const isShort = previous !== null && count < previous * (1 - MAX_SHRINK)
    const isShrunk = isShort && now - (await shortSince(meta, count, now)) < TRUSTED_SECONDS
    await guilds.recordListing(guildIds, now, !isShrunk)
    if (!isShrunk) {
      await meta.set('guild_count', String(count))
      await meta.set('guilds_listed_at', String(now))
      const known = new Set((await guilds.all()).map(({ guildId }) => guildId))
      const names = listed.flatMap(({ id, name }) => (known.has(id) ? [[id, name] as const] : []))
      await meta.set('guild_names', JSON.stringify(Object.fromEntries(names)))
      await meta.set('short_listing_count', null)
      await meta.set('short_listing_since', null)
    }
    return { count, previous, isShrunk, isSuspect: isShrunk && previous - count > 1 }
  })
}

/** Since when listings have had about `count` servers; for the first such listing, stores `now` and returns it. */
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
