import { stat } from 'node:fs/promises'
import { inspectSqlite } from '../../lib/plain-sqlite.ts'
import { createDatabaseError } from '../create-database-error.ts'

/** Marks a SQLite file as a database of this program: "RAPS" in ASCII. */
export const APPLICATION_ID = 0x52_41_50_53

const UNCHANGED = 'It was not changed; set DATABASE_URL to a new file.'

/** Rejects for a file of the user or of another program, and leaves it unchanged. */
export async function refuseForeignFile(path: string): Promise<void> {
  const found = await stat(path)
  if (!found.isFile())
    throw createDatabaseError(path, 'foreign', `is ${found.isDirectory() ? 'a folder' : 'not a file'}. ${UNCHANGED}`)
  refuseForeignContent(path, await inspectSqlite(path))
}

/** Throws for the content of another program. A database without tables is accepted: it is new, or its first start was killed. */
export function refuseForeignContent(
  path: string,
  { tables, applicationId }: { tables: string[]; applicationId: number },
): void {
  const [table] = tables
  if (applicationId === APPLICATION_ID || (applicationId === 0 && table === undefined)) return
  const owner = tables.includes('keyv') ? 'the cache of STORE_URL' : "another program's database"
  throw createDatabaseError(path, 'foreign', `is ${owner}${table ? `, with a table ${table}` : ''}. ${UNCHANGED}`)
}
