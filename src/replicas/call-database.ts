import type { Clock } from '../lib/clock.ts'
import type { Replicas } from './create-replicas.ts'
import { exchangeCalls } from './exchange-calls.ts'
import { createCallDays, type OwnCalls } from './own-calls.ts'

const OPEN_WITHIN_MS = 5_000

export interface CallDatabaseOptions {
  replicas: Pick<Replicas, 'self' | 'run' | 'members' | 'isSettled' | 'beatNow'>
  /** Stands for the key. */
  key: string
  /** Calls a day, the lowest of all replicas; 0 for no limit. */
  limit: () => number
  /** Shows the database's time. */
  clock: Clock
}

/**
 * What a replica has of the day's calls, and how it gets more. While the database is away, it has its share of the calls that
 * were left: these divided by the replicas seen last. It keeps to that until every replica has reported what it used meanwhile.
 */
export async function openCallDatabase({ replicas, key, limit, clock }: CallDatabaseOptions, withinMs: number) {
  let seq = 0
  let isAway = false
  let exchanging: Promise<void> | undefined

  const shareOf = ({ total }: OwnCalls) =>
    limit() === 0 ? Number.POSITIVE_INFINITY : Math.floor(Math.max(0, limit() - total) / replicas.members().length)
  const exchange = async (calls: OwnCalls, want: number, limitMs = withinMs) => {
    const { day, used, unused: keep } = calls
    const alive = replicas.members().length
    const asked = { key, day, replica: replicas.self.id, seq: ++seq, used, keep, want, limit: limit(), alive }
    const grant = await replicas.run(limitMs, (client) => exchangeCalls(client, asked))
    calls.total = grant.total
    // Calls that were made meanwhile came out of those that were kept.
    calls.unused = Math.max(0, grant.unused - (calls.used - used))
  }
  const days = createCallDays(clock, (begun, others) => {
    if (isAway) begun.share = shareOf(begun)
    // What was used of the day that has ended is reported once more.
    for (const other of others) void exchange(other, 0).catch(() => {})
  })
  const tryExchange = async (want: () => number) => {
    const calls = days.today()
    try {
      const mayWant = !isAway || replicas.isSettled()
      await exchange(calls, mayWant ? want() : calls.unused)
      if (!mayWant) return
      isAway = false
      calls.share = undefined
    } catch {
      isAway = true
      calls.share ??= shareOf(calls)
      void replicas.beatNow()
    }
  }
  await exchange(days.today(), 0, OPEN_WITHIN_MS)
  return {
    today: days.today,
    of: days.of,
    /** Reports the calls, and asks for so many unused ones, or joins the exchange that is under way; never rejects. */
    ask(want: () => number): Promise<void> {
      exchanging ??= tryExchange(want).finally(() => (exchanging = undefined))
      return exchanging
    },
    /** The exchange that is under way. */
    pending: () => exchanging,
    /** Whether the database did not answer, or other replicas have not reported their calls since. */
    isAway: () => isAway,
  }
}
