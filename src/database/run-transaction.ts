import type { Knex } from 'knex'

/**
 * Runs work in a transaction on `config.connection`. Without `config.connection`, the client must have a single connection and no other
 * transaction. After a failed statement all further statements are refused, even if the work continues: SQLite may have rolled back
 * already, and would then store the changes of these statements outside the transaction.
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

/** The parts of a knex client that its declaration lacks. */
interface KnexClient extends Knex.Client {
  /** Passes a statement to the driver. */
  _query(...statement: unknown[]): Promise<unknown>
  /** Runs a statement on a connection. */
  query(connection: unknown, sql: string): Promise<unknown>
}

/** The client of a query builder or transaction, which knex declares as `any`. */
export const clientOf = (db: Knex): KnexClient => db.client as KnexClient

/** Makes all transactions of a query builder begin with a given statement. */
export function beginTransactionsWith(db: Knex, statementFor: (config: Knex.TransactionConfig) => string): void {
  const client = clientOf(db)
  const createTransaction = client.transaction.bind(client)
  client.transaction = (container, config: Knex.TransactionConfig, outer) =>
    Object.assign(createTransaction(container, config, outer), {
      // The method `query` of the transaction is not used: if BEGIN failed because the database is busy, it would do the work nevertheless.
      begin(this: { trxClient: KnexClient }, connection: unknown) {
        return this.trxClient.query(connection, statementFor(config))
      },
    })
}

/** Runs the statements of a transaction one after another; after a failed statement, each later statement rejects with its error. */
function runInOrder(transaction: Knex.Transaction): void {
  const client = clientOf(transaction)
  const runStatement = client._query.bind(client)
  let last: Promise<unknown> = Promise.resolve()
  client._query = (...statement) => {
    last = last.then(() => runStatement(...statement))
    return last
  }
}
