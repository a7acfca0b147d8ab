import type { ClientBase, QueryConfig } from 'pg'

/** Whether a connection leads to the server itself; missing for one that was not asked yet. */
const isDirect = new WeakMap<ClientBase, boolean>()

/** In one round trip. A pooler gives its clients other process ids than those of the server. */
const LIMIT = `SELECT set_config('statement_timeout', $1, false) WHERE pg_backend_pid() = $2`

/**
 * Lets the server end statements of a new connection that take too long. Not through a pooler: it may refuse such a setting in the
 * first message of a connection, and a later one may apply to transactions of others.
 */
export async function limitStatements(client: ClientBase, withinMs: number): Promise<void> {
  if (isDirect.has(client)) return
  const processId = 'processID' in client ? client.processID : undefined
  const { rowCount } = await client.query(LIMIT, [String(withinMs), processId])
  isDirect.set(client, rowCount === 1)
}

/** A statement that the server prepares once for each connection; a pooler may carry it out on one where it is not prepared. */
export const preparedOn = (client: ClientBase, { name, ...statement }: QueryConfig): QueryConfig =>
  isDirect.get(client) ? { name, ...statement } : statement
