import { chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Knex } from 'knex'
import { moveSqlite } from '../../lib/plain-sqlite.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { DatabaseError, type DatabaseProblem } from '../../model/database-error.ts'
import { createDatabaseError } from '../create-database-error.ts'
import type { RestoreOptions, RestoreTarget } from '../restore-target.ts'
import { runTransaction } from '../run-transaction.ts'
import { createNewFile } from './copy-sqlite.ts'
import { databasePath, fileStamp } from './database-path.ts'
import { createSqliteClient } from './knex-client.ts'
import { openConnection } from './open-connection.ts'
import { explain } from './sqlite-errors.ts'

const BUSY_TIMEOUT_MS = 1_000

/**
 * Opens the file of a `sqlite://path` address for a restore, and locks it against all other processes until it is closed. Creates a missing
 * file; moves one away that cannot be opened, such as a damaged or a newer one, if it may be replaced. Rejects with the problem `busy` while
 * a process has the file open, even if it is idle.
 */
export async function openSqliteTarget(url: string, options: OpenOptions): Promise<RestoreTarget> {
  const path = databasePath(url)
  const { clock } = options
  const { db, previous } = await openOrMoveAway(path, options)
  try {
    await lock(db, path)
  } catch (error) {
    await db.destroy()
    throw explain(path, 'could not be restored', error)
  }
  const sequenceOf = (transaction: Knex.Transaction, name: string) => transaction('sqlite_sequence').where({ name })
  return {
    db,
    path,
    previous,
    write: (work) =>
      runTransaction(db, {}, async (transaction) => {
        await transaction.raw('PRAGMA defer_foreign_keys = ON')
        return work(transaction)
      }),
    now: () => Promise.resolve(clock.unixSeconds()),
    insert: (transaction, table, rows) => transaction(table).insert(rows),
    async setLastId(transaction, name, seq) {
      await sequenceOf(transaction, name).delete()
      await transaction('sqlite_sequence').insert({ name, seq })
    },
    async skipIds(transaction, name, count) {
      const isUpdated = await sequenceOf(transaction, name).increment('seq', count)
      if (isUpdated === 0) await transaction('sqlite_sequence').insert({ name, seq: count })
    },
    // On this connection, because the file is locked.
    keep: (to) => createNewFile(to, (partial) => db.raw('VACUUM INTO ?', [partial])),
    explain: (failure, error) => explain(path, failure, error),
  }
}

/** Problems of a file that can be moved away: damage, a newer schema, and one that cannot be migrated. */
const REPLACEABLE = new Set<DatabaseProblem>(['damaged', 'newer', 'unavailable'])

type OpenOptions = Pick<RestoreOptions, 'clock' | 'replaces'>

async function openOrMoveAway(
  path: string,
  { clock, replaces }: OpenOptions,
): Promise<{ db: Knex; previous?: string }> {
  try {
    return { db: await openFile(path, clock) }
  } catch (error) {
    if (!(error instanceof DatabaseError) || !REPLACEABLE.has(error.problem) || !replaces) throw error
    const previous = `${path}.before-restore-${fileStamp(clock.unixMs())}`
    await moveUnused(path, previous)
    return { db: await openFile(path, clock), previous }
  }
}

/** Moves a file that no process uses. A file may be too damaged to be locked. */
async function moveUnused(path: string, to: string): Promise<void> {
  const db = createSqliteClient(path)
  try {
    await lock(db, path).catch((error: unknown) => {
      if (explain(path, 'could not be locked', error).problem !== 'damaged') throw error
    })
    await moveSqlite(path, to)
  } catch (error) {
    throw explain(path, 'could not be replaced', error)
  } finally {
    await db.destroy()
  }
}

async function openFile(path: string, clock: RestoreOptions['clock']): Promise<Knex> {
  const isNew = (await stat(path).catch(() => undefined)) === undefined
  const db = await openConnection(path, { clock })
  if (!isNew) return db
  // The service may run as another user than the restore. Only root can give a file away; if another user restores, the service tells at
  // its start when it cannot write the file.
  const { uid, gid } = await stat(dirname(path))
  await chown(path, uid, gid).catch(() => {})
  return db
}

async function lock(db: Knex, path: string): Promise<void> {
  await db.raw(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  await db.raw('PRAGMA locking_mode = EXCLUSIVE')
  // In WAL mode each connection holds a shared lock until it is closed, and leaving that mode needs the exclusive lock.
  await db.raw('PRAGMA journal_mode = DELETE').catch((error: unknown) => {
    if (systemCodeOf(error) !== 'SQLITE_BUSY') throw error
    throw createDatabaseError(path, 'busy', 'is used by another process. Stop the service first.', error)
  })
}
