import type { Knex } from 'knex'
import type { Clock } from '../lib/clock.ts'
import type { DatabaseError } from '../model/database-error.ts'

export interface RestoreOptions {
  clock: Clock
  /**
   * Tables with ids that Discord may already have from messages sent after the backup. After a restore, the service gives no such id to
   * another row.
   */
  publishedIds: readonly string[]
  /** Drops the messages that were due at the time of the backup; returns the number of their entries. */
  dropDue: (db: Knex, now: number) => Promise<number>
  /** Whether the rows that are there may be replaced. */
  replaces: boolean
  /** The variables of the environment, for `pg_dump`. */
  environment?: Record<string, string | undefined> | undefined
}

/** A database that no process uses, into which a backup is restored. The engines differ in these operations. */
export interface RestoreTarget {
  db: Knex
  /** The path of a SQLite file. */
  path?: string
  /** The path to which the database was moved because it could not be opened. */
  previous?: string | undefined
  /** Runs work in a transaction at whose end the foreign keys are checked. */
  write<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T>
  now(transaction: Knex.Transaction): Promise<number>
  insert(transaction: Knex.Transaction, table: string, rows: Record<string, unknown>[]): Promise<unknown>
  /** Sets the last id that a table has given. */
  setLastId(transaction: Knex.Transaction, table: string, id: number): Promise<unknown>
  /** Makes the next id of a table greater by `count`. */
  skipIds(transaction: Knex.Transaction, table: string, count: number): Promise<unknown>
  /** Writes a backup of the database to a new file. */
  keep(to: string): Promise<void>
  /** An error that names the database. */
  explain(failure: string, error: unknown): DatabaseError
}
