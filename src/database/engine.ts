import type { Knex } from 'knex'
import type { DatabaseError, DatabaseProblem } from '../model/database-error.ts'

/** The operations that differ between SQLite and Postgres. All methods reject with the error of the database or of the work. */
export interface Engine {
  /** Runs work in a transaction that may write. Write transactions of all processes run one after another. */
  write<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T>
  /** Runs read-only work on one consistent state, without waiting for writes. */
  read<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T>
  /** The time of the database on a connection or transaction, Unix seconds. */
  now(db: Knex): Promise<number>
  /** Removes the remains of deleted rows. */
  purgeDeleted(): Promise<void>
  /** Converts an error of the database to a DatabaseError; returns any other error unchanged. */
  explain(error: unknown): unknown
  /** Creates a DatabaseError that names the database. */
  refuse(problem: DatabaseProblem, text: string): DatabaseError
  /** Closes the database after running transactions have ended. */
  close(): Promise<void>
}

/** Time limit of a statement of a read, which no other reads wait for any longer. */
export const READ_STATEMENT_MS = 5_000
