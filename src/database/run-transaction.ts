import type { Knex } from 'knex'

/**
 * Runs work in one transaction of a connection, or of a client with a single one, without other transactions at that time. After a
 * failed statement all further ones of the transaction are refused, even if the work goes on: SQLite may have rolled back already,
 * and would store them alone.
 */
export async function runTransaction<T>(
  db: Knex,
  config: Pick<Knex.TransactionConfig, 'readOnly' | 'connection'>,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> {
  // The error of a rollback would hide the error of the work.
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
    // A transaction whose commit has failed may still be open. Without one, this statement fails.
    await rollBack(db, config.connection).catch(() => {})
    throw failure ? failure.error : error
  }
}

async function rollBack(db: Knex, connection: unknown): Promise<void> {
  const statement = db.raw('ROLLBACK')
  await (connection ? statement.connection(connection) : statement)
}

/** The part of a knex client that hands a statement to the driver. */
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
