import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import type { PostgresPool } from '../lib/postgres-pool.ts'
import { createListener } from './listener.ts'

const SEND_WITHIN_MS = 1_000
/** How often this replica sends a notice to itself, and the time in which it should arrive. */
const ECHO_EVERY_MS = 5_000
const ECHO_WITHIN_MS = 2_000
/** Postgres accepts less than 8,000 bytes. */
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
  /** Called when notices turn out not to arrive although they were sent, and when they arrive again. */
  onDeaf: (isDeaf: boolean) => void
}

export type Notices = ReturnType<typeof createNotices>

/**
 * Short messages to all other replicas, over LISTEN and NOTIFY. A notice may get lost: what it says has to be in a table too, and
 * handlers given to `onMissed` read it there.
 */
export function createNotices({ url, pool, self, clock, onDeaf }: NoticesOptions) {
  const handlers = new Map<string, Set<Handler>>()
  const missedHandlers = new Set<() => void>()
  let state: 'connecting' | 'listening' | 'deaf' = 'connecting'
  let isStopped = false
  let isChecking = false
  /** Whether a new connection has to be checked after the one that is being checked. */
  let mustRepeat = false
  let stopTimer = () => {}
  let heard = () => {}

  const setState = (next: typeof state) => {
    if (state === next) return
    if (next === 'deaf' || (state === 'deaf' && next === 'listening')) onDeaf(next === 'deaf')
    state = next
  }
  const callMissed = () => {
    for (const handler of missedHandlers) handler()
  }
  const receive = (text: string) => {
    const parsed = noticeSchema.safeParse(parseJson(text))
    if (!parsed.success) return
    const { from, kind, payload } = parsed.data
    if (from === self) {
      if (kind === ECHO) heard()
    } else for (const handler of handlers.get(kind) ?? []) handler(payload, from)
  }
  const send = async (text: string) => {
    await pool.run(SEND_WITHIN_MS, (client) => client.query(`SELECT pg_notify('rapsheet_replicas', $1)`, [text]))
  }

  /** Sends a notice to this replica. Over the pool, because a pooler may give each transaction another connection. */
  const checkEcho = async () => {
    const session = listener.session()
    let isHeard = false
    const arrival = new Promise<void>((resolve) => {
      heard = () => {
        isHeard = true
        resolve()
      }
    })
    try {
      await send(JSON.stringify({ from: self, kind: ECHO, payload: null }))
    } catch {
      // The database is away, which proves nothing about the connection that listens.
      return
    }
    const limit = new AbortController()
    await Promise.race([arrival, clock.sleep(ECHO_WITHIN_MS, limit.signal).catch(() => {})])
    limit.abort()
    if (isStopped || session === undefined || session !== listener.session()) return
    if (isHeard) {
      const isNew = state !== 'listening'
      setState('listening')
      if (isNew) callMissed()
    } else if (state === 'listening') {
      setState('connecting')
      listener.reconnect()
    } else setState('deaf')
  }
  const check = async () => {
    if (isChecking) return void (mustRepeat = true)
    isChecking = true
    do {
      mustRepeat = false
      await checkEcho()
    } while (mustRepeat)
    isChecking = false
    // Without notices, what they are about is read every few seconds.
    if (state !== 'listening') callMissed()
    stopTimer()
    if (!isStopped) stopTimer = clock.setTimer(ECHO_EVERY_MS, () => void check())
  }
  const listener = createListener({
    url,
    clock,
    onNotice: receive,
    onListening: () => void check(),
    onLost() {
      if (state === 'listening') setState('connecting')
    },
  })
  stopTimer = clock.setTimer(ECHO_EVERY_MS, () => void check())

  return {
    /** Sends JSON to the other replicas; a notice that cannot be sent is lost. Throws a RangeError above 7,900 bytes. */
    publish(kind: string, payload: unknown = null): void {
      const text = JSON.stringify({ from: self, kind, payload })
      if (Buffer.byteLength(text) > MAX_BYTES) throw new RangeError(`a notice has at most ${MAX_BYTES} bytes`)
      send(text).catch(() => {})
    },
    /** Calls a handler with each notice of a kind from another replica; returns how to stop that. */
    on(kind: string, handler: Handler): () => void {
      const all = handlers.get(kind) ?? new Set()
      handlers.set(kind, all.add(handler))
      return () => void all.delete(handler)
    },
    /** Calls a handler when notices may have been missed, and every few seconds while none arrive; returns how to stop that. */
    onMissed(handler: () => void): () => void {
      missedHandlers.add(handler)
      return () => void missedHandlers.delete(handler)
    },
    /** Whether notices arrive: proven by one of this replica to itself in the last seconds. */
    isListening: () => state === 'listening',
    close(): Promise<void> {
      isStopped = true
      stopTimer()
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
