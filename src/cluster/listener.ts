import { Socket } from 'node:net'
import pg from 'pg'
import type { Clock } from '../lib/clock.ts'
import { endsWithin } from '../lib/timeout.ts'

const CONNECT_WITHIN_MS = 5_000
const CLOSE_WITHIN_MS = 500
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000
const KEEP_ALIVE_MS = 10_000

interface ListenerOptions {
  url: string
  clock: Clock
  onNotice: (text: string) => void
  /** Called when a new connection listens. */
  onListening: () => void
  /** Called when the connection has broken. */
  onLost: () => void
}

/** Listens for notices on one connection; reopens it when it breaks, after growing pauses. */
export function createListener({ url, clock, onNotice, onListening, onLost }: ListenerOptions) {
  const stopped = new AbortController()
  let pauseMs = FIRST_PAUSE_MS
  let session: { client: pg.Client; socket: Socket } | undefined

  /** Resolves when the connection has ended; rejects when it could not be opened. */
  const listen = async () => {
    const socket = new Socket()
    const client = new pg.Client({
      connectionString: url,
      application_name: 'rapsheet notices',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: CONNECT_WITHIN_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      stream: () => socket,
    })
    client.on('notification', ({ payload = '' }) => onNotice(payload))
    const ended = new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      // Without a listener, an error would end the process. It also closes the socket, which ends this connection.
      client.on('error', () => socket.destroy())
    })
    try {
      await client.connect()
      await client.query('LISTEN rapsheet_replicas')
    } catch (error) {
      socket.destroy()
      throw error
    }
    if (stopped.signal.aborted) socket.destroy()
    session = { client, socket }
    pauseMs = FIRST_PAUSE_MS
    onListening()
    await ended
  }
  const run = async () => {
    while (!stopped.signal.aborted) {
      await listen().catch(() => {})
      if (session) onLost()
      session = undefined
      await clock.sleep(pauseMs, stopped.signal).catch(() => {})
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
    }
  }
  const running = run()

  return {
    /** The connection that listens now; undefined while there is none. */
    session: (): unknown => session,
    /** Closes the connection, and opens another one. */
    reconnect: () => void session?.socket.destroy(),
    async close(): Promise<void> {
      stopped.abort()
      const current = session
      if (current) {
        await endsWithin(CLOSE_WITHIN_MS, current.client.end()).catch(() => {})
        current.socket.destroy()
      }
      await endsWithin(CLOSE_WITHIN_MS, running)
    },
  }
}
