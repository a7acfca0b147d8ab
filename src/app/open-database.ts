import type { Logger } from 'pino'
import type { Settings } from './config.ts'
import type { Database } from '../database/database.ts'
import type { Upgrade } from '../database/open-database.ts'
import { withoutCredentials } from '../lib/postgres-url.ts'
import type { DatabaseProblem } from '../model/database-error.ts'
import type { Metrics } from './metrics.ts'
import { observeWrites } from './observe-writes.ts'
import type { OpenWhenReachable } from './open-when-reachable.ts'

export interface DatabasePart extends Database {
  /** Why its last write failed, for example because the disk is full; undefined if it did not. */
  problem: () => DatabaseProblem | undefined
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
  let isNew = false
  const onCreate = () => (isNew = true)
  const opened = await openWhenReachable(() => openDatabase(url, { onUpgrade, onCreate }))
  const stored = await openWhenReachable(() => countStored(opened))
  const place = withoutCredentials(url)
  if (isNew) log.info({ url: place }, 'a new database was created: there are no watch lists and no policies yet')
  log.info({ url: place, ...stored }, 'database opened')
  const { database, problem } = observeWrites(opened, log)
  metrics.watchDatabase(() => problem() !== undefined)
  return { ...database, problem }
}

/** How much is stored, so that the operator sees whether it is the expected database. */
const countStored = (database: Database) =>
  database.read(async ({ guilds, watches, policies }) => ({
    servers: (await guilds.all()).length,
    entries: await watches.countAll(),
    policies: (await policies.states()).length,
  }))
