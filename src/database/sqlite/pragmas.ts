import type { Database } from 'sqlite3'
import { systemClock } from '../../lib/clock.ts'
import { systemCodeOf } from '../../lib/thrown.ts'

/** How long a statement waits for the lock of another process. */
const BUSY_TIMEOUT_MS = 5_000
const RETRY_MS = 20

/** What each pragma must answer, so that a setting that SQLite ignores is an error. */
const PRAGMAS: [statement: string, answer: string | number][] = [
  [`busy_timeout = ${BUSY_TIMEOUT_MS}`, BUSY_TIMEOUT_MS],
  ['journal_mode = WAL', 'wal'],
  ['synchronous = FULL', 2],
  ['foreign_keys = ON', 1],
  // Overwrites deleted data with zeros.
  ['secure_delete = ON', 1],
]

/** Sets what every connection needs; rejects with the error of SQLite. */
export async function setPragmas(connection: Database): Promise<void> {
  for (const [statement, expected] of PRAGMAS) {
    const [name = ''] = statement.split(' ')
    await whenNotBusy(() => query(connection, `PRAGMA ${statement}`))
    const [row] = await query(connection, `PRAGMA ${name}`)
    const [answer] = Object.values(row ?? {})
    if (answer !== expected) throw new Error(`SQLite answers ${String(answer)} to PRAGMA ${statement}`)
  }
}

/** SQLite itself does not wait when two processes change the journal mode of a new file. */
async function whenNotBusy(task: () => Promise<unknown>): Promise<void> {
  const giveUpAt = systemClock.now() + BUSY_TIMEOUT_MS
  for (;;) {
    try {
      await task()
      return
    } catch (error) {
      if (systemCodeOf(error) !== 'SQLITE_BUSY' || systemClock.now() >= giveUpAt) throw error
      await systemClock.sleep(RETRY_MS, new AbortController().signal)
    }
  }
}

function query(connection: Database, sql: string): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    connection.all<Record<string, unknown>>(sql, (error, rows) => (error ? reject(error) : resolve(rows)))
  })
}
