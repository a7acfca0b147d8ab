import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import type { PostgresPool } from '../lib/postgres-pool.ts'
import { createEchoCheck } from './echo-check.ts'
import { createListener } from './listener.ts'

const SEND_WITHIN_MS = 1_000
/** Maximum size of a notice; Postgres accepts less than 8,000 bytes. */
const MAX_BYTES = 7_900
const ECHO = 'echo'

const noticeSchema = z.object({ from: z.string(), kind: z.string(), payload: z.unknown() })

type Handler = (payload: unknown, from: string) => void

interface NoticesOptions {
  url: string
  pool: PostgresPool
  /** The id of this replica. */
  self: string
  clock: Clock
  /** Called with true when notices stop arriving, and with false when they arrive again. */
  onDeaf: (isDeaf: boolean) => void
}

/**
 * Short messages to all other replicas, over LISTEN and NOTIFY. A notice may get lost, so its content has to be in a table too, which
 * handlers of `onMissed` read.
 */
export function createNotices({ url, pool, self, clock, onDeaf }: NoticesOptions) {
  const handlers = new Map<string, Set<Handler>>()
  const missedHandlers = new Set<() => void>()

  const receive = (text: string) => {
    const parsed = noticeSchema.safeParse(parseJson(text))
    if (!parsed.success) return
    const { from, kind, payload } = parsed.data
    if (from !== self) for (const handler of handlers.get(kind) ?? []) handler(payload, from)
    else if (kind === ECHO) echo.arrived()
  }
  // Sent over the pool, not over the connection that listens: a pooler may use another connection for each transaction.
  const send = async (text: string) => {
    await pool.run(SEND_WITHIN_MS, (client) => client.query(`SELECT pg_notify('rapsheet_replicas', $1)`, [text]))
  }
  const listener = createListener({
    url,
    clock,
    onNotice: receive,
    onListening: () => echo.check(),
    onLost: () => echo.connectionLost(),
  })
  const echo = createEchoCheck({
    clock,
    send: () => send(JSON.stringify({ from: self, kind: ECHO, payload: null })),
    session: listener.session,
    reconnect: listener.reconnect,
    onDeaf,
    onMissed() {
      for (const handler of missedHandlers) handler()
    },
  })

  return {
    /** Sends JSON to the other replicas; a notice that cannot be sent is lost. Throws a RangeError above 7,900 bytes. */
    publish(kind: string, payload: unknown = null): void {
      const text = JSON.stringify({ from: self, kind, payload })
      if (Buffer.byteLength(text) > MAX_BYTES) throw new RangeError(`a notice has at most ${MAX_BYTES} bytes`)
      send(text).catch(() => {})
    },
    /** Adds a handler for notices of a kind from other replicas; returns a function that removes it. */
    on(kind: string, handler: Handler): () => void {
      const all = handlers.get(kind) ?? new Set()
      handlers.set(kind, all.add(handler))
      return () => void all.delete(handler)
    },
    /**
     * Adds a handler that is called when notices may have been missed, and every few seconds while none arrive; returns a function that
     * removes it.
     */
    onMissed(handler: () => void): () => void {
      missedHandlers.add(handler)
      return () => void missedHandlers.delete(handler)
    },
    /** Whether notices arrive, which is so if this replica received the last notice that it sent to itself. */
    isListening: echo.isListening,
    close(): Promise<void> {
      echo.stop()
      return listener.close()
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
