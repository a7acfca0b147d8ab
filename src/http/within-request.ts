import type { RouteContext } from './route.ts'

/** Runs work in a transaction, which is rolled back if the work rejects. */
interface Transactions<Repositories> {
  transaction<T>(work: (repositories: Repositories) => Promise<T>): Promise<T>
}

/**
 * A context for the changes of one request: a transaction is rolled back if the request was given up before the commit, so that a change which
 * is answered with a 503 is not made later.
 */
export const withinRequest = <Repositories, Context extends { database: Transactions<Repositories> }>(
  context: Context & { database: Transactions<Repositories> },
  { callContext }: Pick<RouteContext, 'callContext'>,
): Context => {
  // The first access to the signal starts the deadline.
  const { signal } = callContext
  const transaction = <T>(work: (repositories: Repositories) => Promise<T>) =>
    context.database.transaction(async (repositories) => {
      const result = await work(repositories)
      signal.throwIfAborted()
      return result
    })
  return { ...context, database: { ...context.database, transaction } }
}
