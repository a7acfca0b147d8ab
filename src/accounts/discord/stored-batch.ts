import { BATCH_FILE, readBatch, type Batch, withEarlierBans, withNewestRecords } from './batch-state.ts'
import { type DiscordFile, loadStored } from '../../discord/files.ts'
import type { ViewFile } from '../../discord/view.ts'
import type { Context } from '../context.ts'
import type { ServerNotes } from './server-notes.ts'

/** Maximum size of a stored batch; 15,000 checked accounts take about 4 MiB. */
const BATCH_KIBIBYTES = 9 * 1024

/** The file in which a message stores its batch; undefined if it has none. */
export const findBatchFile = (files: readonly DiscordFile[]) => files.find(({ name }) => name === BATCH_FILE)

/**
 * The batch that a message with these files stores. Throws `outdated_button` if no file stores a batch, or if its format is of another
 * version.
 */
export async function loadBatch(
  files: readonly DiscordFile[],
  download: (file: DiscordFile, maxKibibytes: number) => Promise<ViewFile>,
): Promise<Batch> {
  return loadStored(files, BATCH_FILE, { download: (file) => download(file, BATCH_KIBIBYTES), parse: readBatch })
}

/**
 * Updates a batch, because its message may be older than an alert about one of its accounts. Adds the newest known bans, and the earlier
 * bans of watched accounts.
 */
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
