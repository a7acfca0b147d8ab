import type { Knex } from 'knex'
import { z } from 'zod'
import { readApplicationId, readTables } from '../lib/plain-sqlite.ts'
import type { WallClock } from '../lib/clock.ts'
import { APPLICATION_ID, createFileWhereMissing, refuseForeignContent, refuseForeignFile } from './check-file.ts'
import { createSqliteClient } from './knex-client.ts'
import { migrate, refuseNewer } from './migrate.ts'
import { runTransaction } from './run-transaction.ts'
import { explain, refusal, RESTORE } from './sqlite-errors.ts'

/**
 * Opens a SQLite file with the current schema; creates file and folder where missing. Rejects with a DatabaseError for a file
 * that cannot be used, which is then left as it is.
 */
export async function openConnection(path: string, clock: WallClock): Promise<Knex> {
  try {
    await createFileWhereMissing(path)
    await refuseForeignFile(path)
  } catch (error) {
    throw explain(path, 'cannot be opened', error)
  }
  const db = createSqliteClient(path)
  try {
    await check(db, path)
    await runTransaction(db, {}, (transaction) => migrate(transaction, clock.unixSeconds()))
    return db
  } catch (error) {
    await db.destroy().catch(() => {})
    throw explain(path, 'cannot be opened', error)
  }
}

const rowsSchema = z.array(z.record(z.string(), z.unknown()))

async function check(db: Knex, path: string): Promise<void> {
  const query = async (sql: string) => rowsSchema.parse(await db.raw(sql))
  // Again, because what the file contains may have been in its write-ahead log alone.
  refuseForeignContent(path, { tables: await readTables({ query }), applicationId: await readApplicationId({ query }) })
  await refuseNewer(db, path)
  const [problem] = await query('PRAGMA quick_check(1)')
  const found = String(Object.values(problem ?? {})[0])
  if (found !== 'ok') throw refusal(path, 'damaged', `is damaged: ${found}. ${RESTORE}`)
  await db.raw(`PRAGMA application_id = ${APPLICATION_ID}`)
}
