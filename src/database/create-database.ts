import type { Knex } from 'knex'
import { z } from 'zod'
import { systemCodeOf } from '../lib/thrown.ts'
import { endsWithin } from '../lib/timeout.ts'
import { copySqlite } from './copy-sqlite.ts'
import type { Database, Repositories } from './database.ts'
import { createRepositories } from './repositories.ts'
import { runTransaction } from './run-transaction.ts'
import { explain, refusal } from './sqlite-errors.ts'

/** Ends a transaction that waits for itself, or for something outside the database. */
const TRANSACTION_WITHIN_MS = 30_000

/** The database on an open connection to the file at `path`. */
export function createDatabase(path: string, db: Knex, transactionWithinMs = TRANSACTION_WITHIN_MS): Database {
  const inOrder = createQueue()
  let isClosed = false

  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await inOrder(() => {
        if (isClosed) throw refusal(path, 'unavailable', 'is closed.')
        return task()
      })
    } catch (error) {
      throw systemCodeOf(error).startsWith('SQLITE_') ? explain(path, 'failed, and nothing was changed', error) : error
    }
  }

  const runInTime = async <T>(work: (repositories: Repositories) => Promise<T>, transaction: Knex.Transaction) => {
    const result = work(createRepositories(transaction))
    if (await endsWithin(transactionWithinMs, result)) return result
    const limit = `${transactionWithinMs / 1000} s`
    throw refusal(path, 'busy', `was busy: a transaction took longer than ${limit} and was rolled back. Try again.`)
  }

  return {
    transaction: (work) => run(() => runTransaction(db, {}, (transaction) => runInTime(work, transaction))),
    read: (work) => run(() => runTransaction(db, { readOnly: true }, (transaction) => runInTime(work, transaction))),
    // On a connection of its own, so that transactions need not wait for it.
    backup: (to) =>
      copySqlite(path, to).catch((error: unknown) => {
        throw explain(path, `could not be copied to ${to}`, error)
      }),
    truncateLog: () => run(() => truncateLog(db, path)),
    async close() {
      await inOrder(async () => {
        if (!isClosed) await db.destroy()
        isClosed = true
      })
    },
  }
}

const checkpointSchema = z.tuple([z.object({ busy: z.int() })])

async function truncateLog(db: Knex, path: string): Promise<void> {
  const [{ busy }] = checkpointSchema.parse(await db.raw('PRAGMA wal_checkpoint(TRUNCATE)'))
  if (busy !== 0) throw refusal(path, 'busy', 'is used by another process, so its log could not be emptied. Try again.')
}

/** Creates a function that runs tasks one after another. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }
}
