import type { Clock } from '../lib/clock.ts'
import type { OpenSharedUse } from '../lib/quota.ts'
import { createBusyClients } from './busy-clients.ts'
import { exchangeUse, removeEndedUse } from './client-use-rows.ts'
import type { Replicas } from './create-replicas.ts'

const EXCHANGE_EVERY_MS = 1_000
/** The same once a busy client has used its part again since the last exchange. */
const EXCHANGE_SOON_MS = 100
const WITHIN_MS = 1_000
/** A client is busy once it has used this part of a replica's share of its limit. */
const BUSY_PART = 1 / 8
const EXCHANGES_PER_CLEANING = 60

interface ClientUseOptions {
  replicas: Pick<Replicas, 'run' | 'self' | 'members'>
  /** Known to all replicas and not stored in the database, so that the clients cannot be found out from it. */
  secret: string
  clock: Clock
}

/**
 * Shares what busy clients have used of their limits: each replica stores what it has counted, and reads what the others have,
 * once a second or sooner. A client that spreads over n replicas gets its limit once, an eighth more, and what it sends between
 * two exchanges; while the database is away, n times.
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
  /** Exchanges so long after the last exchange, unless one is due earlier. */
  const schedule = (afterMs: number): void => {
    const at = Math.max(clock.now(), exchangedAt + afterMs)
    if (isStopped || exchanging || at >= dueAt) return
    stopTimer()
    dueAt = at
    stopTimer = clock.setTimer(at - clock.now(), start)
  }

  return {
    /** What a kind of clients uses of a limit, such as addresses. */
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
