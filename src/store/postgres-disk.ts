import { type Clock, systemClock } from '../lib/clock.ts'
import { createPostgresPool } from '../lib/postgres-pool.ts'
import type { Disk } from './disk.ts'
import { explainPostgres, type PostgresPlace } from './postgres-errors.ts'
import { prepareTable, purgeRows, readRows, writeRows } from './postgres-table.ts'

const PROBE_EVERY_MS = 1_000

/**
 * A circuit breaker for a store that processes share. It opens at the first failure, so that no further request waits for a server that
 * does not answer. While it is open, `probe` runs every second in the background; the first success closes it.
 */
function createCircuitBreaker(probe: () => Promise<unknown>, clock: Pick<Clock, 'setTimer'>) {
  let isOpen = false
  let isStopped = false
  let stopTimer = () => {}

  const schedule = () => {
    if (!isStopped) stopTimer = clock.setTimer(PROBE_EVERY_MS, () => void tryProbe())
  }
  const tryProbe = async () => {
    try {
      await probe()
      isOpen = false
    } catch {
      schedule()
    }
  }
  return {
    isOpen: () => isOpen,
    /** Opens the breaker; false when it was open already. */
    open(): boolean {
      if (isOpen) return false
      isOpen = true
      schedule()
      return true
    },
    /** Ends the probes; the state stays as it is. */
    stop(): void {
      isStopped = true
      stopTimer()
    },
  }
}

const OPEN_WITHIN_MS = 5_000
/**
 * Time limit for a read: half of the 300 ms that a request may wait for the database in total. For the same reason, two reads in a row that
 * take `SLOW_MS` or longer open the breaker.
 */
const READ_WITHIN_MS = 150
const SLOW_MS = 75
const WRITE_WITHIN_MS = 5_000
const PURGE_EVERY_MS = 10 * 60_000
const MAX_PORTIONS_PER_PURGE = 1_000

const IS_NOT_USED = 'is not used until it answers; answers are cached in memory only, and /readyz reports it'

/** Number of connections: one for writes, one for the purge, and the rest for reads, of which usually two run at once. */
const CONNECTIONS = 5

interface PostgresOptions {
  /** The setting that names the database, by default STORE_URL. */
  setting?: PostgresPlace['setting']
  onError: (event: string, error: unknown) => void
  /** Measures the waits. */
  clock?: Clock
  /** A number from 0 to 1 that varies the time of the next purge. */
  random?: () => number
}

/**
 * Opens the cache in a Postgres database that processes share; creates its table if it is missing. After a failed read, a read longer than
 * 150 ms, or two slow reads in a row, the server is not asked until a probe in the background succeeds: reads miss at once, and writes are
 * lost. Failures are reported to `onError`, with an error for the operator.
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Disk> {
  const { setting = 'STORE_URL', onError, clock = systemClock, random = Math.random } = options
  const place = { url, setting }
  const pool = createPostgresPool({ url, name: 'rapsheet cache', connections: CONNECTIONS, clock })
  const breaker = createCircuitBreaker(() => pool.run(OPEN_WITHIN_MS, prepareTable), clock)

  let slowEndedAt: number | undefined
  const giveUp = (event: string, error: unknown) => {
    slowEndedAt = undefined
    if (!breaker.open()) return
    // The other connections are probably broken as well; if they stayed open, each of them would fail one task.
    pool.disconnect()
    onError(event, explainPostgres(IS_NOT_USED, place, error))
  }
  /** Opens the breaker at the second slow read in a row; parallel reads count once. */
  const checkPace = (startedAt: number) => {
    const endedAt = clock.now()
    const elapsedMs = endedAt - startedAt
    const isSecond = slowEndedAt !== undefined && startedAt >= slowEndedAt
    if (elapsedMs < SLOW_MS) slowEndedAt = undefined
    else if (isSecond) giveUp('store_read_failed', new Error(`it took ${Math.round(elapsedMs)} ms to answer, again`))
    else slowEndedAt ??= endedAt
  }
  const read = async (keys: string[]): Promise<unknown[]> => {
    if (!breaker.isOpen()) {
      try {
        const startedAt = clock.now()
        const values = await pool.run(READ_WITHIN_MS, (client) => readRows(client, keys))
        checkPace(startedAt)
        return values
      } catch (error) {
        giveUp('store_read_failed', error)
      }
    }
    return Array<unknown>(keys.length).fill(undefined)
  }
  const purge = async () => {
    for (let portions = 0; portions < MAX_PORTIONS_PER_PURGE && !breaker.isOpen(); portions++)
      if (!(await pool.run(WRITE_WITHIN_MS, purgeRows))) return
  }

  let stopPurge = () => {}
  const schedulePurge = () => {
    // At a random time, so that replicas purge at different times.
    stopPurge = clock.setTimer(PURGE_EVERY_MS * (0.5 + random()), () => {
      schedulePurge()
      purge().catch((error: unknown) =>
        onError('store_purge_failed', explainPostgres('could not be purged of expired answers', place, error)),
      )
    })
  }

  await pool.run(OPEN_WITHIN_MS, prepareTable).catch((error: unknown) => giveUp('store_open_failed', error))
  schedulePurge()

  return {
    isShared: true,
    getMany: read,
    async setMany(rows) {
      if (breaker.isOpen()) return
      await pool
        .run(WRITE_WITHIN_MS, (client) => writeRows(client, rows))
        .catch((error: unknown) => {
          // While the breaker is open, these rows are lost without an error, like the rows of later writes.
          if (breaker.isOpen()) return
          throw explainPostgres('could not be written', place, error)
        })
    },
    purge,
    async isOpen() {
      await read([])
      return !breaker.isOpen()
    },
    async close() {
      breaker.stop()
      stopPurge()
      await pool.close()
    },
  }
}
