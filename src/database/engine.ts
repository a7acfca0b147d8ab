import type { Knex } from 'knex'
import type { DatabaseError, DatabaseProblem } from '../model/database-error.ts'

/** What SQLite and Postgres do each in their own way. All methods reject with the error of the database or of the work. */
export interface Engine {
  /** Runs work in a transaction that may write. Those of all processes run one after another. */
  write<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T>
  /** Runs work that only reads, on one consistent state. */
  read<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T>
  /** The time of the database on a connection or transaction, Unix seconds. */
  now(db: Knex): Promise<number>
  /** Removes the remains of deleted rows. */
  purgeDeleted(): Promise<void>
  /** A DatabaseError for an error of the database; any other error stays as it is. */
  explain(error: unknown): unknown
  /** A DatabaseError that names the database. */
  refuse(problem: DatabaseProblem, text: string): DatabaseError
  /** Waits for transactions that have begun. */
  close(): Promise<void>
}

/** Creates a function that runs tasks one after another. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }
}
