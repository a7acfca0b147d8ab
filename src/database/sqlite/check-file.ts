import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../../lib/make-folder.ts'
import { systemClock } from '../../lib/clock.ts'
import { inspectSqlite } from '../../lib/plain-sqlite.ts'
import { createPrivateFile } from '../../lib/private-file.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { createDatabaseError } from '../create-database-error.ts'

/** Marks a SQLite file as a database of this program: "RAPS" in ASCII. */
export const APPLICATION_ID = 0x52_41_50_53

/** Number of times that a seemingly damaged file is read, and the wait in between. */
const READS = 5
const REREAD_MS = 50

const UNCHANGED = 'It was not changed; set DATABASE_URL to a new file.'

/** Creates an empty file that only this user can read, and its folder, if they are missing. */
export async function createFileWhereMissing(path: string): Promise<void> {
  await makeFolder(dirname(path))
  await createPrivateFile(path)
}

/** Rejects for a file of the user or of another program, and leaves it unchanged. */
export async function refuseForeignFile(path: string, inspect = inspectSqlite): Promise<void> {
  const found = await stat(path)
  if (!found.isFile())
    throw createDatabaseError(path, 'foreign', `is ${found.isDirectory() ? 'a folder' : 'not a file'}. ${UNCHANGED}`)
  refuseForeignContent(path, await inspectAtRest(path, inspect))
}

/**
 * The content of a file, which is read without a lock. It can seem damaged while another process writes the file; it is then read again.
 */
async function inspectAtRest(path: string, inspect: typeof inspectSqlite, reads = READS): ReturnType<typeof inspect> {
  try {
    return await inspect(path)
  } catch (error) {
    if (systemCodeOf(error) !== 'SQLITE_CORRUPT' || reads === 1) throw error
    await systemClock.sleep(REREAD_MS, new AbortController().signal)
    return inspectAtRest(path, inspect, reads - 1)
  }
}

/** Throws for the content of another program. A database without tables is accepted: it is new, or its first start was killed. */
export function refuseForeignContent(
  path: string,
  { tables, applicationId }: { tables: string[]; applicationId: number },
): void {
  if (applicationId === APPLICATION_ID || (applicationId === 0 && tables.length === 0)) return
  const owner = tables.includes('keyv') ? 'the cache of STORE_URL' : "another program's database"
  const [table] = tables
  throw createDatabaseError(path, 'foreign', `is ${owner}${table ? `, with a table ${table}` : ''}. ${UNCHANGED}`)
}
