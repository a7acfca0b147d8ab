import { stat } from 'node:fs/promises'
import { connectSqlite, readApplicationId, readTables } from '../../lib/plain-sqlite.ts'
import { createDatabaseError } from '../create-database-error.ts'

/** Marks a SQLite file as a database of this program: "RAPS" in ASCII. */
export const APPLICATION_ID = 0x52_41_50_53

const UNCHANGED = 'It was not changed; set DATABASE_URL to a new file.'

/**
 * Rejects for a file of the user or of another program, and leaves it unchanged. A database without tables is accepted: it is new, or its
 * first start was killed.
 */
export async function refuseForeignFile(path: string): Promise<void> {
  const found = await stat(path)
  if (!found.isFile())
    throw createDatabaseError(path, 'foreign', `is ${found.isDirectory() ? 'a folder' : 'not a file'}. ${UNCHANGED}`)
  const connection = await connectSqlite(path, 'write')
  try {
    const [applicationId, tables] = [await readApplicationId(connection), await readTables(connection)]
    const [table] = tables
    if (applicationId === APPLICATION_ID || (applicationId === 0 && table === undefined)) return
    const owner = tables.includes('keyv') ? 'the cache of STORE_URL' : "another program's database"
    throw createDatabaseError(path, 'foreign', `is ${owner}${table ? `, with a table ${table}` : ''}. ${UNCHANGED}`)
  } finally {
    await connection.close()
  }
}
