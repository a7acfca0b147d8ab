import type { Knex } from 'knex'
import { z } from 'zod'
import { withoutCredentials } from '../../lib/postgres-url.ts'
import { DatabaseError } from '../../model/database-error.ts'
import { createDatabaseError } from '../create-database-error.ts'
import type { RestoreOptions, RestoreTarget } from '../restore-target.ts'
import { openPostgres } from './open-postgres.ts'
import { MAINTENANCE_LIMITS, MAINTENANCE_NAME } from './postgres-client.ts'
import { readNow, transact } from './postgres-engine.ts'
import { explainAny } from './postgres-errors.ts'

const LAST_ID = "pg_get_serial_sequence(?, 'id')"

/** Opens a Postgres database for a restore, and creates its schema where it is missing. Rejects while a replica runs. */
export async function openPostgresTarget(
  url: string,
  { environment }: Pick<RestoreOptions, 'environment'>,
): Promise<RestoreTarget> {
  const place = withoutCredentials(url)
  const db = await openPostgres(url, { limits: MAINTENANCE_LIMITS }).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.problem !== 'newer') throw error
    const text = 'has a newer schema than this program, and cannot be replaced. Set DATABASE_URL to a new database.'
    throw createDatabaseError(place, 'newer', text, error)
  })
  await refuseUsed(db, place).catch(async (error: unknown) => {
    await db.destroy()
    throw explainAny(place, 'could not be restored', error)
  })
  return {
    db,
    write: (work) =>
      transact(db, false, async (transaction) => {
        // A replica that starts during the restore reads this table first, and therefore waits until the restore has ended.
        await transaction.raw('LOCK TABLE schema_version IN ACCESS EXCLUSIVE MODE')
        await refuseUsed(transaction, place)
        await alterKeys(transaction, 'DEFERRABLE INITIALLY DEFERRED')
        const result = await work(transaction)
        await transaction.raw('SET CONSTRAINTS ALL IMMEDIATE')
        await alterKeys(transaction, 'NOT DEFERRABLE')
        return result
      }),
    // The server's time, with which processes compare the time of the restore.
    now: readNow,
    // As JSON, in which the 1 and 0 of SQLite are accepted for a boolean.
    insert: (transaction, table, rows) =>
      transaction.raw('INSERT INTO ?? SELECT * FROM json_populate_recordset(NULL::??, ?)', [
        table,
        table,
        JSON.stringify(rows, withoutNul),
      ]),
    setLastId: (transaction, table, id) => transaction.raw(`SELECT setval(${LAST_ID}, ?)`, [table, id]),
    skipIds: (transaction, table, count) =>
      transaction.raw(`SELECT setval(${LAST_ID}, nextval(${LAST_ID}) + ?)`, [table, table, count]),
    async keep(to) {
      const { dumpPostgres } = await import('./dump-postgres.ts')
      await dumpPostgres(url, to, environment)
    },
    explain: (failure, error) => explainAny(place, failure, error),
  }
}

/** Removes U+0000, which Postgres refuses in a text. */
const withoutNul = (_: string, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)

/** Changes when the foreign keys are checked: rows may refer to rows of tables that are written later. */
const alterKeys = (db: Knex, when: string) =>
  db.raw(`DO $$ DECLARE key record; BEGIN
    FOR key IN SELECT conrelid::regclass AS "table", conname FROM pg_constraint
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace
    LOOP EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I ${when}', key."table", key.conname); END LOOP;
  END $$`)

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
