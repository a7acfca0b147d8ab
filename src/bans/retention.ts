import type { BanDatabase } from './database/repositories.ts'

const DAY = 86_400
/** How long a ban that has ended stays on the list as expired. */
const ENDED_DAYS = 90
/** How long the bans of an import that was undone are kept, so that every process and tool learns which bans these were. */
const UNDONE_DAYS = 1
/** Small enough that other work need not wait for long. */
const BANS_PER_STEP = 500

/**
 * Deletes bans that ended 90 days ago, and the bans of imports that were undone or never completed. When the signal aborts, rejects with its
 * reason between two short transactions.
 */
export async function removeOldBans(
  { database }: { database: Pick<BanDatabase, 'transaction'> },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const before = now - UNDONE_DAYS * DAY
  const hasMore = () =>
    database.transaction(async ({ bans, banImports }) => {
      const ended = await bans.deleteEnded(now - ENDED_DAYS * DAY, BANS_PER_STEP)
      return (await banImports.deleteRemains(before, BANS_PER_STEP)) || ended
    })
  do signal.throwIfAborted()
  while (await hasMore())
}
