import type { WatchContext } from './watch-context.ts'

const DAY = 86_400
const ABANDONED_DAYS = 30
/** Without a recent listing that counts, a server that has come back would not be known to be present. */
const LISTING_DAYS = 2

/**
 * Deletes the data of servers that have removed the bot: listed once, absent from every complete listing for 30 days, and no
 * interaction for 30 days. Servers that were never listed have added the commands alone, and are kept. Returns the deleted ones.
 */
export async function removeAbandonedGuilds(
  { database }: Pick<WatchContext, 'database'>,
  now: number,
): Promise<string[]> {
  return database.transaction(async ({ guilds, meta }) => {
    const listedAt = Number((await meta.get('guilds_listed_at')) ?? 0)
    if (listedAt < now - LISTING_DAYS * DAY) return []
    const abandoned = await guilds.abandoned(now - ABANDONED_DAYS * DAY)
    for (const guildId of abandoned) await guilds.remove(guildId)
    return abandoned
  })
}
