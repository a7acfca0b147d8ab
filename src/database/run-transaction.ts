import type { Knex } from 'knex'

/**
 * Runs work in a transaction on `config.connection`; without it, on a client with a single connection and no other transaction. After a
 * failed statement all further statements are refused, even if the work continues: SQLite may have rolled back already, and would then
 * store their changes outside the transaction.
 */
export async function runTransaction<T>(
  db: Knex,
  config: Pick<Knex.TransactionConfig, 'readOnly' | 'connection'>,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> {
  // Kept, because an error of the rollback would replace the error of the work.
  let failure: { error: unknown } | undefined
  try {
    return await db.transaction(async (transaction) => {
      runInOrder(transaction)
      try {
        return await work(transaction)
      } catch (error) {
        failure = { error }
        throw error
      }
    }, config)
  } catch (error) {
    // After a failed commit the transaction may still be open. If it is not, this statement fails.
    await rollBack(db, config.connection).catch(() => {})
    throw failure ? failure.error : error
  }
}

async function rollBack(db: Knex, connection: unknown): Promise<void> {
  const statement = db.raw('ROLLBACK')
  await (connection ? statement.connection(connection) : statement)
}

/** The part of a knex client that passes a statement to the driver. */
interface StatementRunner {
  _query(...statement: unknown[]): Promise<unknown>
}

/** Runs the statements of a transaction one after another, and refuses those after a failed one. */
function runInOrder(transaction: Knex.Transaction): void {
  const client = transaction.client as StatementRunner
  const runStatement = client._query.bind(client)
  let last: Promise<unknown> = Promise.resolve()
  client._query = (...statement) => {
    last = last.then(() => runStatement(...statement))
    return last
  }
}
