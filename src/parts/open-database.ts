import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Upgrade } from '../database/open-database.ts'
import { withoutCredentials } from '../lib/postgres-url.ts'
import type { Metrics } from '../metrics.ts'
import { observeWrites } from './observe-writes.ts'
import type { OpenWhenReachable } from './open-when-reachable.ts'

export interface DatabasePart extends Database {
  /** Whether its last write failed, for example because the disk is full. */
  isFailing: () => boolean
}

/**
 * Opens the database of watch lists and policies, which is used only by a bot, or with one. Rejects with a DatabaseError for the operator.
 */
export async function openDatabase(
  { discord, isShared, database: { url } }: Settings,
  openWhenReachable: OpenWhenReachable,
  { metrics, log }: { metrics: Pick<Metrics, 'watchDatabase'>; log: Logger },
): Promise<DatabasePart | undefined> {
  if (!discord.token && !isShared) return undefined
  // The query builder takes a sixth of a second and 15 MB, so it is loaded only if there is a bot.
  const { openDatabase } = await import('../database/open-database.ts')
  const onUpgrade = (upgrade: Upgrade) =>
    log.warn(upgrade, `the database was migrated${upgrade.copy ? '; delete the copy once everything works' : ''}`)
  const opened = await openWhenReachable(() => openDatabase(url, { onUpgrade }))
  log.info({ url: withoutCredentials(url) }, 'database opened')
  const { database, isFailing } = observeWrites(opened, log)
  metrics.watchDatabase(isFailing)
  return { ...database, isFailing }
}
