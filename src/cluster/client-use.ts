import { createHmac } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import type { OpenSharedUse, SharedUse } from '../lib/limits/quota.ts'
import { type ClientUse, exchangeUse, removeEndedUse } from './client-use-rows.ts'
import type { Replicas } from './create-replicas.ts'

const EXCHANGE_EVERY_MS = 1_000
/** The shorter interval, for when the use of a busy client has grown by another `BUSY_PART` since the last exchange. */
const EXCHANGE_SOON_MS = 100
const WITHIN_MS = 1_000
/** A client is busy at a replica once it has used this fraction of its limit divided by the number of replicas. */
const BUSY_PART = 1 / 8
const EXCHANGES_PER_CLEANING = 60

interface ClientUseOptions {
  replicas: Pick<Replicas, 'run' | 'self' | 'members'>
  /** A secret that all replicas know and the database does not contain, so that clients cannot be identified from the database. */
  secret: string
  clock: Clock
}

/**
 * Shares how much of their limits busy clients have used: once a second or sooner, each replica stores its own counts and reads those of
 * the other replicas. A client that spreads its requests over n replicas can exceed its limit by an eighth and by what it sends between two
 * exchanges; while the database is away, it has n times the limit.
 */
export function createClientUse({ replicas, secret, clock }: ClientUseOptions) {
  const { run, self } = replicas
  const busy = createBusyClients(secret, clock)
  let exchanges = 0
  let exchanging: Promise<void> | undefined
  let dueAt = Number.POSITIVE_INFINITY
  let exchangedAt = Number.NEGATIVE_INFINITY
  let isStopped = false
  let stopTimer = () => {}

  const exchange = async () => {
    await busy.exchange((changed, asked) => run(WITHIN_MS, (client) => exchangeUse(client, self.id, changed, asked)))
    if (exchanges++ % EXCHANGES_PER_CLEANING === 0) await run(WITHIN_MS, removeEndedUse)
  }
  const start = () => {
    dueAt = Number.POSITIVE_INFINITY
    exchanging = exchange()
      .catch(() => {})
      .finally(() => {
        exchanging = undefined
        exchangedAt = clock.now()
        if (!busy.isEmpty()) schedule(EXCHANGE_EVERY_MS)
      })
  }
  /** Schedules an exchange `afterMs` after the last exchange, unless one is due earlier. */
  const schedule = (afterMs: number): void => {
    const at = Math.max(clock.now(), exchangedAt + afterMs)
    if (isStopped || exchanging || at >= dueAt) return
    stopTimer()
    dueAt = at
    stopTimer = clock.setTimer(at - clock.now(), start)
  }

  return {
    /** Opens the shared counts for one kind of clients, such as addresses. */
    open:
      (kind: string): OpenSharedUse =>
      (limitPoints) => {
        const clients = busy.open(kind)
        return {
          note(client, points, leftMs) {
            const count = replicas.members().length
            const part = (limitPoints / count) * BUSY_PART
            if (count < 2 || points < part) return
            schedule(clients.record(client, points, leftMs) >= part ? EXCHANGE_SOON_MS : EXCHANGE_EVERY_MS)
          },
          elsewhere: clients.elsewhere,
        }
      },
    async close(): Promise<void> {
      isStopped = true
      stopTimer()
      await exchanging
    },
  }
}

/** Maximum number of busy clients of a kind; further clients are limited by each replica alone. */
const MAX_BUSY = 10_000
const DIGEST_BYTES = 16

interface Busy {
  points: number
  /** End of the window, by the clock of this process. */
  endsAt: number
  sentPoints: number
  digest: string
  /** Use at other replicas, as of the last exchange. */
  others: { points: number; endsAt: number }[]
}

/** The busy clients of this replica in current windows, and what the same clients have used at other replicas. */
function createBusyClients(secret: string, clock: Pick<Clock, 'now'>) {
  const kinds: Map<string, Busy>[] = []
  const digestOf = (key: string) =>
    createHmac('sha256', secret).update(key).digest().subarray(0, DIGEST_BYTES).toString('hex')

  return {
    isEmpty: () => kinds.every(({ size }) => size === 0),
    /** The busy clients of a kind; the functions are called for each request. */
    open(kind: string) {
      const busy = new Map<string, Busy>()
      kinds.push(busy)
      return {
        /** Records what a client has used; returns the part of it that the other replicas do not know yet. */
        record(client: string, points: number, leftMs: number): number {
          const known = busy.get(client)
          const endsAt = clock.now() + leftMs
          if (known) {
            known.points = points
            known.endsAt = endsAt
            return points - known.sentPoints
          }
          if (busy.size >= MAX_BUSY) return 0
          busy.set(client, { points, endsAt, sentPoints: 0, digest: digestOf(`${kind}:${client}`), others: [] })
          return points
        },
        /** Use of the client at other replicas in current windows. */
        elsewhere(client: string): ReturnType<SharedUse['elsewhere']> {
          const others = busy.get(client)?.others
          if (!others || others.length === 0) return undefined
          const now = clock.now()
          let points = 0
          const ends: number[] = []
          for (const other of others) {
            if (other.endsAt <= now) continue
            points += other.points
            ends.push(other.endsAt - now)
          }
          return points === 0 ? undefined : { points, firstMs: Math.min(...ends), lastMs: Math.max(...ends) }
        },
      }
    },
    /**
     * Passes the changed counts and the digests of all busy clients to `send`, and records the counts of other replicas that it returns.
     */
    async exchange(send: (changed: ClientUse[], asked: string[]) => Promise<ClientUse[]>): Promise<void> {
      const now = clock.now()
      for (const busy of kinds) for (const [client, { endsAt }] of busy) if (endsAt <= now) busy.delete(client)
      const entries = new Map(kinds.flatMap((busy) => [...busy.values()]).map((entry) => [entry.digest, entry]))
      const changed = [...entries.values()]
        .filter(({ points, sentPoints }) => points !== sentPoints)
        .map(({ digest, points, endsAt }) => ({ digest, points, leftMs: endsAt - now }))
      const rows = await send(changed, [...entries.keys()])
      for (const { digest, points } of changed) Object.assign(entries.get(digest) ?? {}, { sentPoints: points })
      for (const entry of entries.values()) entry.others = []
      const receivedAt = clock.now()
      for (const { digest, points, leftMs } of rows)
        entries.get(digest)?.others.push({ points, endsAt: receivedAt + leftMs })
    },
  }
}
