import { createHmac } from 'node:crypto'
import type { Clock } from '../lib/clock.ts'
import type { SharedUse } from '../lib/quota.ts'
import type { ClientUse } from './client-use-rows.ts'

/** More busy clients than these are limited by each replica alone. */
const MAX_BUSY = 10_000
const DIGEST_BYTES = 16

/** What a client has used in a window, by the clock of this process. */
interface Used {
  points: number
  endsAt: number
}

interface Busy extends Used {
  sentPoints: number
  digest: string
  /** What other replicas have counted, by the last exchange. */
  others: Used[]
}

/** The clients that have used much of their limit here, in windows that have not ended, and what others know of them. */
export function createBusyClients(secret: string, clock: Pick<Clock, 'now'>) {
  const busy = new Map<string, Busy>()
  const digestOf = (key: string) =>
    createHmac('sha256', secret).update(key).digest().subarray(0, DIGEST_BYTES).toString('hex')

  return {
    size: () => busy.size,
    /** Records what a client has used; returns how much of that the others do not know, 0 where they need not. */
    record(key: string, used: Used): number {
      const known = busy.get(key)
      if (known) Object.assign(known, used)
      else if (busy.size < MAX_BUSY) busy.set(key, { ...used, sentPoints: 0, digest: digestOf(key), others: [] })
      else return 0
      return used.points - (known?.sentPoints ?? 0)
    },
    /** What the client has used at other replicas in windows that have not ended. */
    elsewhere(key: string): ReturnType<SharedUse['elsewhere']> {
      const now = clock.now()
      const live = busy.get(key)?.others.filter(({ endsAt }) => endsAt > now) ?? []
      if (live.length === 0) return undefined
      return {
        points: live.reduce((sum, { points }) => sum + points, 0),
        leftMs: Math.min(...live.map(({ endsAt }) => endsAt)) - now,
      }
    },
    /** Passes what has changed and all digests to an exchange, and records what that brings from the others. */
    async exchange(send: (changed: ClientUse[], asked: string[]) => Promise<ClientUse[]>): Promise<void> {
      const now = clock.now()
      for (const [key, { endsAt }] of busy) if (endsAt <= now) busy.delete(key)
      const entries = new Map([...busy.values()].map((entry) => [entry.digest, entry]))
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
