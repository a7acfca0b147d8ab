import type { Context } from '../context.ts'
import { withEarlierBans, withNewestRecords, type Batch } from './batch-state.ts'
import type { ServerNotes } from './card-context.ts'

/** Updates a batch whose message may be older than an alert: adds the newest known bans, and the earlier bans of watched accounts. */
export async function renewBatch(
  newestBans: Context['newestBans'],
  { renewRecords }: Pick<ServerNotes, 'renewRecords'>,
  stored: Batch,
): Promise<Batch> {
  const batch = withNewestRecords(stored, (steamId, bans) => newestBans.of(steamId, bans))
  const shown = batch.checked.flatMap(({ steamId, bans, fetchedAt }) =>
    steamId !== undefined && bans && fetchedAt !== undefined ? [{ steamId, bans, fetchedAt }] : [],
  )
  const { newer, earlier } = await renewRecords(shown)
  return withEarlierBans(
    withNewestRecords(batch, (steamId, bans) => newer.get(steamId) ?? bans),
    earlier,
  )
}
