import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../packages/sim-steam/src/random.ts'
import { fillDisk } from '../../demo/postgres/full-disk.ts'
import type { Network } from '../../demo/postgres/network.ts'
import type { PostgresServer } from '../../demo/postgres/start-postgres.ts'

const LASTS_MS = [4_000, 8_000] as const
const PAUSE_MS = [3_000, 6_000] as const

/** One kind of failure of a database: begins it, and returns a function that ends it. */
export type Fail = () => Promise<() => Promise<void>>

/** A failure of Postgres, in progress or ended. */
export interface Outage {
  name: string
  /** Milliseconds, `performance.now()`. */
  from: number
  to: number
}

interface FailingPostgres {
  postgres: PostgresServer
  /** The network between the replicas and Postgres. */
  network: Network
  /** The database, without that network. */
  databaseUrl: string
}

/** The ways in which Postgres fails, by name. */
export function createPostgresFaults({ postgres, network, databaseUrl }: FailingPostgres): Record<string, Fail> {
  const repair = async () => network.repair()
  return {
    async frozen() {
      await postgres.freeze()
      return postgres.thaw
    },
    async 'network stalled'() {
      network.stall()
      return repair
    },
    async killed() {
      await postgres.kill()
      return postgres.restart
    },
    async 'disk full'() {
      return fillDisk(databaseUrl)
    },
    async 'network cut'() {
      network.cut()
      return repair
    },
    async restarted() {
      await postgres.kill()
      await postgres.restart()
      return async () => {}
    },
  }
}

/** Lets Postgres fail in every way by turns, with pauses, until it is stopped. */
export function startPostgresFaults({ random, ...failing }: FailingPostgres & { random: Random }) {
  const faults = createPostgresFaults(failing)
  const outages: Outage[] = []
  const stopped = new AbortController()
  const pause = (range: readonly [number, number]) =>
    sleep(random.integer(...range), undefined, { signal: stopped.signal }).catch(() => {})
  const run = async () => {
    for (;;) {
      for (const [name, fail] of Object.entries(faults)) {
        await pause(PAUSE_MS)
        if (stopped.signal.aborted) return
        const from = performance.now()
        const end = await fail()
        await pause(LASTS_MS)
        await end()
        outages.push({ name, from, to: performance.now() })
      }
    }
  }
  const running = run()
  // A failure is reported when it is stopped.
  running.catch(() => {})
  return {
    /** Ends the current outage; resolves to all outages. */
    async stop(): Promise<Outage[]> {
      stopped.abort()
      await running
      return outages
    },
  }
}

/** How often each fault happened, as text. */
export function countOutages(outages: readonly Outage[]): string {
  const counts = new Map<string, number>()
  for (const { name } of outages) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(', ')
}
