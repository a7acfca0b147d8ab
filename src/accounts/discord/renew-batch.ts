import { renewRecords } from '../../watch/renew-records.ts'
import type { WatchContext } from '../../watch/watch-context.ts'
import { withEarlierBans, withNewestRecords, type Batch } from './batch-state.ts'

/** What knows the newest bans, and those of before. */
export type RenewContext = Pick<WatchContext, 'database' | 'watched' | 'clock' | 'newestBans'>

/**
 * The batch as its message has to show it now, which may be older than an alert: with the newest bans that are known, and with the bans that
 * watched accounts had before.
 */
export async function renewBatch(context: RenewContext, guildId: string | null, stored: Batch): Promise<Batch> {
  const batch = withNewestRecords(stored, (steamId, bans) => context.newestBans.of(steamId, bans))
  const shown = batch.checked.flatMap(({ steamId, bans, fetchedAt }) =>
    steamId !== undefined && bans && fetchedAt !== undefined ? [{ steamId, bans, fetchedAt }] : [],
  )
  const { newer, earlier } = await renewRecords(context, guildId, shown)
  return withEarlierBans(
    withNewestRecords(batch, (steamId, bans) => newer.get(steamId) ?? bans),
    earlier,
  )
}
