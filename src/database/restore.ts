import { mkdtemp, open, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { inspectSqlite, readTables } from '../lib/plain-sqlite.ts'
import { isPostgresUrl } from '../lib/postgres-url.ts'
import { messageOf } from '../lib/thrown.ts'
import { DatabaseError } from '../model/database-error.ts'
import { RELEASED } from './leases.ts'
import { createMetaRepository } from './meta.ts'
import { openPostgresTarget } from './postgres/postgres-target.ts'
import { APPLICATION_ID } from './sqlite/check-file.ts'
import { copySqlite } from './sqlite/copy-sqlite.ts'
import { databasePath, fileStamp } from './sqlite/database-path.ts'
import { openConnection } from './sqlite/open-connection.ts'
import { explain } from './sqlite/sqlite-errors.ts'
import type { RestoreOptions, RestoreTarget } from './restore-target.ts'
import { openSqliteTarget } from './sqlite/sqlite-target.ts'

/** What a restore has replaced, and the number of entries that were due at the time of the backup and will not be sent. */
export interface RestoreResult {
  /** The path of the replaced database or of a backup of it; undefined if there was nothing to replace. */
  previous: string | undefined
  dropped: number
}

/** Tables that are not restored: the schema version describes the database itself, and the epoch of a lease must not be used again. */
const OWN_TABLES = new Set(['schema_version', 'leases'])
const ROWS_AT_ONCE = 200
/** Number of ids that a restore skips: more than are used between two backups. */
const SKIPPED_IDS = 1_000_000

/**
 * Reads the rows of a SQLite backup into a database of either engine, in one transaction. Rejects with a DatabaseError, and changes nothing,
 * when a process uses the database, when it has rows that may not be replaced, or when the backup cannot be used.
 */
export async function restoreDatabase(url: string, backup: string, options: RestoreOptions): Promise<RestoreResult> {
  const folder = await mkdtemp(join(tmpdir(), 'rapsheet-restore-'))
  try {
    const from = await openCopy(backup, join(folder, 'backup.sqlite'), options.clock)
    try {
      if (!isPostgresUrl(url) && (await isSameFile(backup, databasePath(url))))
        throw new DatabaseError('unavailable', `The backup ${backup} is the database itself.`)
      return await withTarget(url, options, (target) => restoreFrom(from, backup, target, options))
    } finally {
      await from.destroy()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Marks a database as restored whose rows another program has restored, such as `pg_restore`. Returns the number of entries that were due
 * and will not be sent. Rejects with a DatabaseError when a process uses the database.
 */
export const markRestored = (url: string, options: RestoreOptions): Promise<number> =>
  withTarget(url, options, (target) => target.write((transaction) => mark(target, transaction, options)))

async function withTarget<T>(url: string, options: RestoreOptions, work: (target: RestoreTarget) => Promise<T>) {
  const target = await (isPostgresUrl(url) ? openPostgresTarget(url, options) : openSqliteTarget(url, options))
  try {
    return await work(target)
  } catch (error) {
    throw target.explain('could not be restored', error)
  } finally {
    await target.db.destroy()
  }
}

async function isSameFile(backup: string, path: string): Promise<boolean> {
  return (await realpath(backup)) === (await realpath(path).catch(() => undefined))
}

/** Copies a backup, and opens the copy with the current schema. Errors name the backup. */
async function openCopy(backup: string, copy: string, clock: Clock): Promise<Knex> {
  const refused = (problem: DatabaseError['problem'], text: string, cause?: unknown) =>
    new DatabaseError(problem, `The backup ${backup} ${text}`, { cause })
  try {
    if (await isDump(backup))
      throw refused(
        'foreign',
        'is a dump of Postgres: restore it with "pg_restore --clean --if-exists --single-transaction", then run "npm run restore -- --after-pg-restore".',
      )
    if ((await inspectSqlite(backup)).applicationId !== APPLICATION_ID)
      throw refused('foreign', 'is not a database of Rapsheet, or its writing was interrupted.')
    await copySqlite(backup, copy)
    return await openConnection(copy, { clock })
  } catch (error) {
    // Without the remedy, which is one for the database.
    if (!(error instanceof DatabaseError))
      throw refused(explain(backup, 'cannot be read', error).problem, `cannot be read: ${messageOf(error)}.`, error)
    if (!error.message.includes(copy)) throw error
    throw refused(error.problem, error.message.replace(`DATABASE_URL ${copy} `, ''), error)
  }
}

async function isDump(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(5), 0, 5)
    return buffer.toString() === 'PGDMP'
  } finally {
    await file.close()
  }
}

async function restoreFrom(
  from: Knex,
  backup: string,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<RestoreResult> {
  const tables = (await tablesOf(from)).filter((table) => !OWN_TABLES.has(table))
  let { previous } = target
  if (await hasRows(target.db, tables)) {
    if (!options.replaces)
      throw new DatabaseError(
        'unavailable',
        'The database has rows, so nothing was restored. Add --replace to replace them.',
      )
    previous = `${target.path ?? backup}.before-restore-${fileStamp(options.clock.unixMs())}`
    await target.keep(previous)
  }
  const dropped = await target.write(async (transaction) => {
    for (const table of tables) await transaction(table).delete()
    for (const table of tables) await copyTable(table, from, (rows) => target.insert(transaction, table, rows))
    for (const { name, seq } of sequencesSchema.parse(await from('sqlite_sequence').select('name', 'seq')))
      if (seq > 0) await target.setLastId(transaction, name, seq)
    return mark(target, transaction, options)
  })
  return { previous, dropped }
}

const sequencesSchema = z.array(z.object({ name: z.string(), seq: z.int() }))
const rowsSchema = z.array(z.record(z.string(), z.unknown()))

const tablesOf = (db: Knex): Promise<string[]> =>
  readTables({ query: async (sql) => rowsSchema.parse(await db.raw(sql)) })

/** Whether a table has rows that would be lost. The rows of `meta`, which are facts about the database itself, do not count. */
async function hasRows(db: Knex, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) if (table !== 'meta' && (await db(table).first('*')) !== undefined) return true
  return false
}

async function copyTable(table: string, from: Knex, insert: (rows: Record<string, unknown>[]) => Promise<unknown>) {
  for (let after = 0; ;) {
    const page = from(table).where('rowid', '>', after).orderBy('rowid').limit(ROWS_AT_ONCE)
    const rows = rowsSchema.parse(await page.select('*', 'rowid as copied_rowid'))
    if (rows.length === 0) return
    after = Number(rows.at(-1)?.['copied_rowid'])
    await insert(rows.map(({ copied_rowid: _, ...row }) => row))
  }
}

/**
 * Marks a database as restored. The service then sends nothing that was due, because it may have been sent after the backup, gives no id
 * that it may have given after the backup, and does not wait for the process that held the leases.
 */
async function mark(
  target: RestoreTarget,
  transaction: Knex.Transaction,
  { publishedIds, dropDue }: RestoreOptions,
): Promise<number> {
  const now = await target.now(transaction)
  await createMetaRepository(transaction).set('restored_at', String(now))
  await transaction('leases').update({ expires_at: RELEASED })
  for (const table of publishedIds) await target.skipIds(transaction, table, SKIPPED_IDS)
  return dropDue(transaction, now)
}
