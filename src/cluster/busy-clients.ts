import { createHmac } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import type { SharedUse } from '../lib/quota.ts'
import type { ClientUse } from './client-use-rows.ts'

/** More busy clients of a kind than these are limited by each replica alone. */
const MAX_BUSY = 10_000
const DIGEST_BYTES = 16

interface Busy {
  points: number
  /** By the clock of this process. */
  endsAt: number
  sentPoints: number
  digest: string
  /** What other replicas have counted, by the last exchange. */
  others: { points: number; endsAt: number }[]
}

/** The clients that have used much of their limit here, in windows that have not ended, and what others know of them. */
export function createBusyClients(secret: string, clock: Pick<Clock, 'now'>) {
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
        /** Records what a client has used; returns how much of that the others do not know, 0 where they need not. */
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
        /** What the client has used at other replicas in windows that have not ended. */
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
    /** Passes what has changed and all digests to an exchange, and records what that brings from the others. */
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
