import type { Logger } from 'pino'
import type { Settings } from './settings/read-settings.ts'
import type { Database } from './database.ts'
import type { Upgrade } from '../database/open-database.ts'
import { isPostgresUrl, withoutCredentials } from '../lib/postgres-url.ts'
import { narrowFiles } from '../lib/private-file.ts'
import type { DatabaseProblem } from '../model/database-error.ts'
import type { Metrics } from './metrics.ts'
import { observeDatabase } from './observe-database.ts'
import type { OpenWhenReachable } from './open-when-reachable.ts'

export interface DatabasePart extends Database {
  /** The problem of the last write, such as a full disk; undefined if it succeeded. */
  problem: () => DatabaseProblem | undefined
}

/**
 * Opens the database of watch lists and policies; undefined for a process that neither runs the bot nor shares its database. Rejects with a
 * DatabaseError for the operator.
 */
export async function openDatabase(
  { discord, isShared, database: { url } }: Settings,
  openWhenReachable: OpenWhenReachable,
  { metrics, log }: { metrics: Pick<Metrics, 'watchDatabase'>; log: Logger },
): Promise<DatabasePart | undefined> {
  if (!discord.token && !isShared) return undefined
  // Loaded only where it is needed, because the query builder takes a sixth of a second and 15 MB.
  const { openDatabase } = await import('./database.ts')
  const onUpgrade = (upgrade: Upgrade) =>
    log.warn(upgrade, `the database was migrated${upgrade.copy ? '; delete the copy once everything works' : ''}`)
  let isNew = false
  const onCreate = () => (isNew = true)
  const opened = await openWhenReachable(() => openDatabase(url, { onUpgrade, onCreate }))
  const wide = isPostgresUrl(url) ? [] : await narrowFiles(url.slice('sqlite://'.length))
  if (wide.length > 0)
    log.warn({ files: wide }, 'other users can read these files, which belong to another user: chmod 600 them')
  const stored = await openWhenReachable(() => countStored(opened))
  const place = withoutCredentials(url)
  if (isNew) log.info({ url: place }, 'a new database was created: there are no watch lists and no policies yet')
  log.info({ url: place, ...stored }, 'database opened')
  const { database, problem } = observeDatabase(opened, log)
  metrics.watchDatabase(() => problem() !== undefined)
  return { ...database, problem }
}

/** Counts the stored data, so that the log shows whether this is the expected database. */
const countStored = (database: Database) =>
  database.read(async ({ guilds, watches, bans, policies, policyTokens, toolTokens }) => ({
    servers: (await guilds.all()).length,
    entries: await watches.countAll(),
    bans: await bans.countRows(),
    policies: (await policies.states()).length,
    tokens: (await policyTokens.current()).length + (await toolTokens.all()).length,
  }))
