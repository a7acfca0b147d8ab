import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { isPostgresUrl } from '../lib/postgres-url.ts'
import { messageOf, systemCodeOf } from '../lib/thrown.ts'
import { createDatabaseError } from './create-database-error.ts'
import { createMetaRepository } from './meta.ts'
import { createPostgresClient, MAINTENANCE_LIMITS } from './postgres/postgres-client.ts'
import { refuseForeignFile } from './sqlite/check-file.ts'
import { copySqlite } from './sqlite/copy-sqlite.ts'
import { databasePath, fileStamp } from './sqlite/database-path.ts'
import { createSqliteClient } from './sqlite/knex-client.ts'
import { explain } from './sqlite/sqlite-errors.ts'

export interface BackUpOptions {
  clock: Pick<Clock, 'unixMs' | 'unixSeconds'>
  /** The variables of the environment, for `pg_dump`. */
  environment?: Record<string, string | undefined> | undefined
}

/** The result of a backup. */
interface BackUpResult {
  /** Whether the time of the backup could be stored in the database, where the status page reads it. */
  isNoted: boolean
}

/**
 * Writes a consistent copy of a database to a new file, while the service may run: a SQLite file, or a dump of Postgres. Notes the time in the
 * database. Rejects with a DatabaseError; there is then no copy.
 */
export async function backUpDatabase(url: string, to: string, options: BackUpOptions): Promise<BackUpResult> {
  const at = options.clock.unixSeconds()
  if (isPostgresUrl(url)) {
    // Loaded only when it is used, because it starts a process.
    const { dumpPostgres } = await import('./postgres/dump-postgres.ts')
    await dumpPostgres(url, to, options.environment)
  } else await backUpSqlite(databasePath(url), to)
  return { isNoted: await noteBackup(url, at) }
}

async function backUpSqlite(path: string, to: string): Promise<void> {
  try {
    await refuseForeignFile(path)
    await copySqlite(path, to)
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT')
      throw createDatabaseError(path, 'unavailable', 'does not exist, so there is nothing to back up.')
    throw explain(path, `could not be copied to ${to}`, error)
  }
}

/** Stores the time of a backup in the database, Unix seconds; false if that is impossible, for example for a user who may only read. */
async function noteBackup(url: string, at: number): Promise<boolean> {
  const db = isPostgresUrl(url) ? createPostgresClient(url, MAINTENANCE_LIMITS) : createSqliteClient(databasePath(url))
  try {
    await createMetaRepository(db).set('backed_up_at', String(at))
    return true
  } catch {
    return false
  } finally {
    await db.destroy()
  }
}

/** The names of the backups that `backUpToFolder` writes, which sort by their time, and of what an interruption leaves of one. */
const OWN = /^rapsheet-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.(?:sqlite|dump)(?:\.partial)?$/

/**
 * Writes a backup to a new file in a folder, whose name has the time. When it is complete, deletes the oldest of the files that it has
 * written there before beyond the newest `keep`. Rejects with a DatabaseError if there is no backup, and with an Error if an old one could
 * not be deleted.
 */
export async function backUpToFolder(
  url: string,
  folder: string,
  keep: number,
  options: BackUpOptions,
): Promise<BackUpResult & { path: string; deleted: string[] }> {
  const name = `rapsheet-${fileStamp(options.clock.unixMs())}.${isPostgresUrl(url) ? 'dump' : 'sqlite'}`
  const path = join(folder, name)
  const { isNoted } = await backUpDatabase(url, path, options)
  try {
    // The new backup is not the newest by its name when the clock was set back.
    const deleted = (await findOld(folder, keep)).filter((old) => old !== name).map((old) => join(folder, old))
    for (const old of deleted) await unlink(old)
    return { path, isNoted, deleted }
  } catch (error) {
    const problem = `${path} is complete, but older backups could not be deleted: ${messageOf(error)}.`
    throw new Error(problem, { cause: error })
  }
}

/** The own files in a folder that are older than its newest `keep` backups. */
async function findOld(folder: string, keep: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const own = entries.flatMap((entry) => (entry.isFile() && OWN.test(entry.name) ? entry.name : [])).toSorted()
  const complete: string[] = []
  for (const name of own) {
    // A backup that was interrupted is empty.
    if (!name.endsWith('.partial') && (await stat(join(folder, name))).size > 0) complete.push(name)
  }
  const oldest = complete.at(-keep)
  return oldest === undefined ? [] : own.filter((name) => name < oldest)
}
