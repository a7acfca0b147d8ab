import { constants } from 'node:fs'
import { chown, copyFile, link, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Knex } from 'knex'
import type { Clock } from '../../lib/clock.ts'
import { makeFolder } from '../../lib/make-folder.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { DatabaseError } from '../../model/database-error.ts'
import { checkBackup } from './check-backup.ts'
import { copyRows } from './copy-rows.ts'
import { sync } from './copy-sqlite.ts'
import { databasePath, fileStamp } from './database-path.ts'
import { createSqliteClient } from './knex-client.ts'
import { lockDatabase } from './lock-database.ts'
import { RELEASED } from '../leases.ts'
import { createMetaRepository } from '../meta.ts'
import { explain } from './sqlite-errors.ts'

export interface RestoreOptions {
  clock: Clock
  /**
   * Tables with ids that Discord may already have from messages sent after the backup. After a restore, the service gives no such id to
   * another row.
   */
  publishedIds: readonly string[]
  /** Drops the messages that were due at the time of the backup; returns the number of their entries. */
  dropDue: (db: Knex, now: number) => Promise<number>
}

/** What a restore has replaced, and the number of entries that were due at the time of the backup and will not be sent. */
export interface RestoreResult {
  /** The path of the replaced database (SQLite), or of a backup of its rows (Postgres); undefined if there was nothing to replace. */
  previous: string | undefined
  dropped: number
}

/**
 * Replaces the database of a `sqlite://path` address by a backup. Rejects with a DatabaseError, and changes nothing, when a process uses the database or the backup cannot be used.
 */
export async function restoreSqlite(url: string, backup: string, options: RestoreOptions): Promise<RestoreResult> {
  const path = databasePath(url)
  await checkBackup(backup)
  if ((await realpath(backup)) === (await realpath(path).catch(() => undefined)))
    throw new DatabaseError('unavailable', `The backup ${backup} is the database itself.`)
  try {
    await makeFolder(dirname(path))
    const unlock = await lockDatabase(path)
    try {
      return await replace(path, backup, options)
    } finally {
      await unlock()
    }
  } catch (error) {
    throw explain(path, `could not be replaced by ${backup}`, error)
  }
}

async function replace(path: string, backup: string, options: RestoreOptions): Promise<RestoreResult> {
  const { clock } = options
  const copy = `${path}.restoring`
  try {
    await remove(copy)
    await copyRows(backup, copy, clock)
    const dropped = await markRestored(copy, clock.unixSeconds(), options)
    await giveToOwner(copy, path)
    const previous = await keep(path, `${path}.before-restore-${fileStamp(clock.unixMs())}`)
    await rename(copy, path)
    await sync(dirname(path))
    return { previous, dropped }
  } catch (error) {
    await remove(copy)
    throw error
  }
}

/** Number of ids that a restore skips: more than are used between two backups. */
const SKIPPED_IDS = 1_000_000

const JOURNALS = ['-wal', '-shm']

async function remove(path: string): Promise<void> {
  for (const suffix of ['', ...JOURNALS]) await rm(`${path}${suffix}`, { force: true })
}

/**
 * Marks a database as restored. The service then sends nothing that was due, because it may have been sent after the backup. It gives no id
 * that it may have given after the backup, and does not wait for the process that held the leases at the time of the backup. Returns the
 * number of entries that will not be sent.
 */
export async function markRestored(
  path: string,
  now: number,
  { publishedIds, dropDue }: Pick<RestoreOptions, 'publishedIds' | 'dropDue'>,
): Promise<number> {
  const db = createSqliteClient(path)
  try {
    await createMetaRepository(db).set('restored_at', String(now))
    await db('leases').update({ expires_at: RELEASED })
    for (const name of publishedIds) {
      const isUpdated = await db('sqlite_sequence').where({ name }).increment('seq', SKIPPED_IDS)
      if (isUpdated === 0) await db('sqlite_sequence').insert({ name, seq: SKIPPED_IDS })
    }
    return await dropDue(db, now)
  } finally {
    await db.destroy()
    await sync(path)
  }
}

/** Gives a file to the owner of the database, or of its folder, because the service may run as another user than the restore. */
async function giveToOwner(copy: string, path: string): Promise<void> {
  const { uid, gid } = await stat(path).catch(() => stat(dirname(path)))
  await chown(copy, uid, gid)
}

/**
 * Gives the database at `path` the second name `name`, so that a database exists at every moment. Returns `name`; undefined without a
 * database.
 */
async function keep(path: string, name: string): Promise<string | undefined> {
  // A missing database may have left its journals, which SQLite would apply to the next database of this name.
  for (const suffix of JOURNALS) await ignoreMissing(rename(`${path}${suffix}`, `${name}${suffix}`))
  const isKept = await ignoreMissing(
    link(path, name).catch((error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') throw error
      // A copy instead, because not every file system has links.
      return copyFile(path, name, constants.COPYFILE_EXCL).then(() => sync(name))
    }),
  )
  return isKept ? name : undefined
}

/** Resolves to whether the file existed. */
async function ignoreMissing(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error
    return false
  }
}
