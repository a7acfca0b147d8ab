import type { Logger } from 'pino'
import type { Settings } from './settings/read-settings.ts'
import type { Database } from './database.ts'
import type { Upgrade } from '../database/open-database.ts'
import { isPostgresUrl, withoutCredentials } from '../lib/postgres-url.ts'
import { narrowFiles } from '../lib/private-file.ts'
import { DatabaseError, type DatabaseProblem } from '../model/database-error.ts'
import type { AppContext } from './app-context.ts'
import type { OpenWhenReachable } from './start-failures.ts'

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
  { metrics, log }: Pick<AppContext, 'metrics' | 'log'>,
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

/** Problems of the database itself that the next attempt does not solve. */
const LASTING: ReadonlySet<DatabaseProblem> = new Set([
  'full',
  'readonly',
  'damaged',
  'lost',
  'unreachable',
  'unavailable',
])

/**
 * Problems that reads have too, and that are over once the database can be read. A full disk is not among them, because a database on a full
 * disk can be read.
 */
const OF_READS: ReadonlySet<DatabaseProblem> = new Set(['lost', 'unreachable'])

/**
 * Wraps the database, and tracks a problem of it, such as a full disk; logs when a problem begins and ends. Writes tell of all problems, reads
 * only that the database is away, and that it is back, because a process may only read.
 */
export function observeDatabase(
  database: Database,
  log: Logger,
): { database: Database; problem: () => DatabaseProblem | undefined } {
  let failing: DatabaseProblem | undefined
  const end = () => {
    if (failing) log.info('the database can be written again')
    failing = undefined
  }
  const note = (error: unknown, problems: ReadonlySet<DatabaseProblem>) => {
    if (!(error instanceof DatabaseError) || error.problem === failing || !problems.has(error.problem)) return
    failing = error.problem
    const facts = { problem: failing, reason: error.message }
    log.warn(facts, 'the database cannot be written: changes of lists, sweeps and alerts wait')
  }
  const observe = (observed: Database): Database => ({
    ...observed,
    async read(work, guildId) {
      const before = failing
      try {
        const result = await observed.read(work, guildId)
        // A read that began before the failure proves nothing about the time after it.
        if (before && before === failing && OF_READS.has(before)) end()
        return result
      } catch (error) {
        note(error, OF_READS)
        throw error
      }
    },
    async transaction(work) {
      try {
        const result = await observed.transaction(work)
        end()
        return result
      } catch (error) {
        note(error, LASTING)
        throw error
      }
    },
    fenced: (lease) => observe(observed.fenced(lease)),
  })
  return { database: observe(database), problem: () => failing }
}
