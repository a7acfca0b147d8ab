import { Socket } from 'node:net'
import pg from 'pg'
import type { ClientBase, QueryConfig } from 'pg'
import type { Clock } from './clock.ts'
import { endsWithin, TimeLimitError } from './timeout.ts'

const CONNECT_WITHIN_MS = 1_000
/** Limits how long the server continues a statement whose connection was given up, for example a statement that waits for a lock. */
const STATEMENT_TIMEOUT_MS = 5_000
const CLOSE_WITHIN_MS = 500

export interface PostgresPoolOptions {
  url: string
  /** The name of the connections in the server's list. */
  name: string
  /** Maximum number of connections. */
  connections: number
  clock: Clock
  /** Time limit for opening a connection. */
  connectWithinMs?: number | undefined
}

/**
 * A pool of connections to a Postgres server. Each task ends within its time limit, even if the server does not answer. `pg` 8 reads the
 * URL: without `sslmode`, connections are not encrypted. `require`, `prefer` and `verify-ca` mean the same as `verify-full`: the server's
 * name and its certificate are checked, with Node's certificate authorities or the one in `sslrootcert`. `no-verify` encrypts without
 * checking.
 */
export function createPostgresPool({
  url,
  name,
  connections,
  clock,
  connectWithinMs = CONNECT_WITHIN_MS,
}: PostgresPoolOptions) {
  const sockets = new Set<Socket>()
  let closing: Promise<void> | undefined
  const pool = new pg.Pool({
    connectionString: url,
    application_name: name,
    max: connections,
    // Connections stay open, because opening a connection takes longer than a query.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
  })
  // Called for an idle connection that has broken. The pool has removed it, and the next task opens another connection.
  pool.on('error', () => {})
  // Called for a connection in use that has broken. Its task rejects; without a listener the error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))

  /** Closes every connection at once, even those in use, whose tasks reject. */
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    /**
     * Runs a task on a connection. Rejects after `withinMs`, which includes the wait for a connection, and then ends the
     * connection, because the answer may still come.
     */
    async run<T>(withinMs: number, task: (client: pg.ClientBase) => Promise<T>): Promise<T> {
      let isOver = false
      let release = (_isBroken?: boolean) => {}
      const work = async () => {
        const client = await pool.connect()
        let isReleased = false
        release = (isBroken) => {
          if (!isReleased) client.release(isBroken)
          isReleased = true
        }
        if (isOver) {
          release()
          throw new TimeLimitError('too late')
        }
        try {
          await limitStatements(client, STATEMENT_TIMEOUT_MS)
          const result = await task(client)
          release()
          return result
        } catch (error) {
          release(true)
          throw error
        }
      }
      const result = work()
      if (await endsWithin(withinMs, result, clock)) return result
      isOver = true
      release(true)
      throw new TimeLimitError(`it did not answer within ${withinMs} ms`)
    },
    disconnect,
    /** Closes the connections, and cuts them off when the server does not answer. */
    async close(): Promise<void> {
      closing ??= pool.end()
      await endsWithin(CLOSE_WITHIN_MS, closing)
      disconnect()
    },
  }
}

/** Whether a connection leads to the server itself, without a pooler; a connection that was not checked yet has no entry. */
const isDirect = new WeakMap<ClientBase, boolean>()

/**
 * Sets the time limit of statements, in one round trip. Has no effect through a pooler: the process id that a pooler reports is not the
 * server's, so that no row matches.
 */
const LIMIT = `SELECT set_config('statement_timeout', $1, false) WHERE pg_backend_pid() = $2`

/**
 * Lets the server end slow statements of a new connection, unless it leads through a pooler. A pooler may refuse the setting in the first
 * message of a connection, and may apply a later setting to the transactions of other clients.
 */
async function limitStatements(client: ClientBase, withinMs: number): Promise<void> {
  if (isDirect.has(client)) return
  const processId = 'processID' in client ? client.processID : undefined
  const { rowCount } = await client.query(LIMIT, [String(withinMs), processId])
  isDirect.set(client, rowCount === 1)
}

/**
 * A statement that the server prepares once for each connection. Through a pooler it is not prepared, because the pooler may run it on
 * another connection.
 */
export const preparedOn = (client: ClientBase, { name, ...statement }: QueryConfig): QueryConfig =>
  isDirect.get(client) ? { name, ...statement } : statement
