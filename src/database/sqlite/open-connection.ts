import { dirname } from 'node:path'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { makeFolder, createPrivateFile } from '../../lib/private-file.ts'
import { readApplicationId, readTables } from '../../lib/plain-sqlite.ts'
import { APPLICATION_ID, refuseForeignContent, refuseForeignFile } from './check-file.ts'
import { copySqlite } from './copy-sqlite.ts'
import { fileStamp } from './database-path.ts'
import { createSqliteClient } from './knex-client.ts'
import { latestVersion, migrate, readVersion, refuseUnusable } from '../migrate.ts'
import { MIGRATIONS } from '../migrations.ts'
import { runTransaction } from '../run-transaction.ts'
import { createDatabaseError, RESTORE } from '../create-database-error.ts'
import { explain } from './sqlite-errors.ts'

interface Upgrade {
  from: number
  to: number
  /** The path of a copy from before the upgrade. */
  copy: string
}

interface ConnectionOptions {
  clock: Pick<Clock, 'unixSeconds' | 'unixMs'>
  onUpgrade?: (upgrade: Upgrade) => void
  onCreate?: () => void
  migrations?: typeof MIGRATIONS
}

/**
 * Opens a SQLite file with the current schema; creates file and folder if they are missing. Rejects with a DatabaseError for a file that
 * cannot be used, and leaves it unchanged.
 */
export async function openConnection(path: string, options: ConnectionOptions): Promise<Knex> {
  let db: Knex | undefined
  try {
    await makeFolder(dirname(path))
    await createPrivateFile(path)
    await refuseForeignFile(path)
    db = createSqliteClient(path)
    await check(db, path, options)
    await upgrade(db, path, options)
    return db
  } catch (error) {
    await db?.destroy().catch(() => {})
    throw explain(path, 'cannot be opened', error)
  }
}

const rowsSchema = z.array(z.record(z.string(), z.unknown()))
const queryOf = (db: Knex) => async (sql: string) => rowsSchema.parse(await db.raw(sql))

async function check(db: Knex, path: string, { migrations = MIGRATIONS }: ConnectionOptions): Promise<void> {
  const query = queryOf(db)
  // Checked again, because the content may have been in the write-ahead log only.
  refuseForeignContent(path, {
    tables: await readTables({ query }),
    applicationId: await readApplicationId({ query }),
  })
  await refuseUnusable(db, path, migrations)
  const [problem] = await query('PRAGMA quick_check(1)')
  const found = String(Object.values(problem ?? {})[0])
  if (found !== 'ok') throw createDatabaseError(path, 'damaged', `is damaged: ${found}. ${RESTORE}`)
  // Written even if it is set, because SQLite opens a read-only file without an error and fails at the first write.
  await db.raw(`PRAGMA application_id = ${APPLICATION_ID}`)
}

async function upgrade(db: Knex, path: string, options: ConnectionOptions): Promise<void> {
  const { clock, onUpgrade, onCreate, migrations = MIGRATIONS } = options
  const [from, to] = [await readVersion(db), latestVersion(migrations)]
  const copy = `${path}.before-v${to}-${fileStamp(clock.unixMs())}`
  const isOlder = from > 0 && from < to
  if (isOlder) await copySqlite(path, copy)
  await runTransaction(db, {}, async (transaction) => {
    await migrate(transaction, clock.unixSeconds(), migrations)
    const [dangling] = await queryOf(transaction)('PRAGMA foreign_key_check')
    if (dangling) throw new Error(`a row of ${String(dangling['table'])} refers to a missing row`)
  })
  if (isOlder) onUpgrade?.({ from, to, copy })
  if (from === 0) onCreate?.()
}
