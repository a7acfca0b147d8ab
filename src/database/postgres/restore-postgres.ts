import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { z } from 'zod'
import { systemClock } from '../../lib/clock.ts'
import { withoutCredentials } from '../../lib/postgres-url.ts'
import { latestVersion, readVersion } from '../migrate.ts'
import { MIGRATIONS } from '../migrations.ts'
import { createDatabaseError } from '../create-database-error.ts'
import { checkBackup } from '../sqlite/check-backup.ts'
import { copyRows } from '../sqlite/copy-rows.ts'
import { fileStamp } from '../sqlite/database-path.ts'
import { openConnection } from '../sqlite/open-connection.ts'
import { markRestored, type RestoreOptions, type RestoreResult } from '../sqlite/restore.ts'
import { backUpPostgres, tablesOf } from './back-up-postgres.ts'
import { openPostgres } from './open-postgres.ts'
import { createPostgresClient, MAINTENANCE_LIMITS, MAINTENANCE_NAME } from './postgres-client.ts'
import { readNow, transact } from './postgres-engine.ts'
import { explainAny } from './postgres-errors.ts'
import { readFlagColumns } from './table-columns.ts'

const ROWS_AT_ONCE = 200

/** Tables that are not restored: the schema version describes the database itself, and the epoch of a lease must not be used again. */
const OWN_TABLES = new Set(['schema_version', 'leases'])

/**
 * Replaces the rows of a Postgres database by those of a backup, in one transaction. Before, writes the old rows to a new backup next to
 * `backup`. Rejects with a DatabaseError, and changes nothing, when a process uses
 * the database or the backup cannot be used.
 */
export async function restorePostgres(url: string, backup: string, options: RestoreOptions): Promise<RestoreResult> {
  const { clock } = options
  await checkBackup(backup)
  const place = withoutCredentials(url)
  const folder = await mkdtemp(join(tmpdir(), 'rapsheet-restore-'))
  try {
    const copy = join(folder, 'backup.sqlite')
    await copyRows(backup, copy, clock)
    const dropped = await markRestored(copy, await readServerTime(url), options)
    const from = await openConnection(copy, { clock: systemClock })
    try {
      const to = { url, place, previous: `${backup}.before-restore-${fileStamp(clock.unixMs())}` }
      return { previous: await replaceBy(from, to), dropped }
    } finally {
      await from.destroy()
    }
  } catch (error) {
    throw explainAny(place, `could not be replaced by ${backup}`, error)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Reads the server's time, which is stored as the time of the restore. Processes compare that time with the server's time, and the
 * operator's machine may show another time.
 */
async function readServerTime(url: string): Promise<number> {
  const db = createPostgresClient(url, MAINTENANCE_LIMITS)
  try {
    return await readNow(db)
  } finally {
    await db.destroy()
  }
}

interface Target {
  url: string
  place: string
  /** The path for a backup of the replaced rows. */
  previous: string
}

async function replaceBy(from: Knex, { url, place, previous }: Target): Promise<string | undefined> {
  const db = await openPostgres(url, { limits: MAINTENANCE_LIMITS })
  try {
    return await transact(db, false, async (to) => {
      await refuseUsed(to, place)
      if ((await readVersion(to)) > latestVersion(MIGRATIONS))
        throw createDatabaseError(
          place,
          'newer',
          'has a newer schema than this program; restore with the newer program.',
        )
      const isUsed = await hasRows(to, await tablesOf(from))
      if (isUsed) await backUpPostgres(url, previous)
      // A replica that starts during the restore reads this table first, and therefore waits until the restore has ended.
      await to.raw('LOCK TABLE schema_version IN ACCESS EXCLUSIVE MODE')
      await refuseUsed(to, place)
      await load(from, to)
      return isUsed ? previous : undefined
    })
  } finally {
    await db.destroy()
  }
}

/** Whether a table has rows that would be lost. The rows of `meta`, which are facts about the database itself, do not count. */
async function hasRows(db: Knex, tables: readonly string[]): Promise<boolean> {
  for (const table of tables) {
    const isLost = !OWN_TABLES.has(table) && table !== 'meta'
    if (isLost && (await db(table).first('*')) !== undefined) return true
  }
  return false
}

const usersSchema = z.object({ rows: z.array(z.object({ name: z.string() })) })

/** Rejects while a replica runs. A running replica always has connections, for its poll and what is due. */
async function refuseUsed(db: Knex, place: string): Promise<void> {
  const answer: unknown = await db.raw(
    "SELECT application_name AS name FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'rapsheet%' AND application_name <> ?",
    [MAINTENANCE_NAME],
  )
  const { rows } = usersSchema.parse(answer)
  if (rows.length > 0)
    throw createDatabaseError(
      place,
      'busy',
      `is used by other processes (${rows.length} connections). Stop all replicas first. A pooler in between may keep their connections for some minutes; let it close them.`,
    )
}

const keysSchema = z.object({ rows: z.array(z.object({ table: z.string(), name: z.string() })) })

async function load(from: Knex, to: Knex.Transaction): Promise<void> {
  const tables = (await tablesOf(from)).filter((table) => !OWN_TABLES.has(table))
  const answer: unknown = await to.raw(
    "SELECT conrelid::regclass::text AS table, conname AS name FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace",
  )
  const keys = keysSchema.parse(answer).rows
  // Foreign keys are checked at the end, because rows may refer to rows of tables that are written later.
  for (const { table, name } of keys)
    await to.raw('ALTER TABLE ?? ALTER CONSTRAINT ?? DEFERRABLE INITIALLY DEFERRED', [table, name])
  for (const table of tables) await to(table).delete()
  const flags = await readFlagColumns(to)
  for (const table of tables) await copyTable(table, { from, to, flags: flags.get(table) ?? [] })
  await setSequences(from, to)
  await to('leases').update({ expires_at: 0 })
  await to.raw('SET CONSTRAINTS ALL IMMEDIATE')
  for (const { table, name } of keys) await to.raw('ALTER TABLE ?? ALTER CONSTRAINT ?? NOT DEFERRABLE', [table, name])
}

type CopyOptions = { from: Knex; to: Knex.Transaction; flags: string[] }

async function copyTable(table: string, { from, to, flags }: CopyOptions): Promise<void> {
  for (let after = 0; ;) {
    const rows: Record<string, unknown>[] = await from(table)
      .where('rowid', '>', after)
      .orderBy('rowid')
      .limit(ROWS_AT_ONCE)
      .select('*', 'rowid as copied_rowid')
    if (rows.length === 0) return
    after = Number(rows.at(-1)?.['copied_rowid'])
    await to(table).insert(
      rows.map(({ copied_rowid: _, ...row }) => ({
        ...row,
        ...Object.fromEntries(flags.map((flag) => [flag, row[flag] === 1])),
      })),
    )
  }
}

const sequenceSchema = z.array(z.object({ name: z.string(), seq: z.int() }))

async function setSequences(from: Knex, to: Knex.Transaction): Promise<void> {
  for (const { name, seq } of sequenceSchema.parse(await from('sqlite_sequence').select('name', 'seq')))
    if (seq > 0) await to.raw("SELECT setval(pg_get_serial_sequence(?, 'id'), ?)", [name, seq])
}
