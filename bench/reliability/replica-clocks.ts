import type { Findings, Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { measureCacheClocks } from './clocks/cache.ts'
import { measureDayClocks } from './clocks/day.ts'
import { measureWatchClocks } from './clocks/watch.ts'

/** Replicas whose clocks are ten minutes apart, or a day: expiry, leases and dates follow the clock of the database. */
export async function measureReplicaClocks(testbed: Testbed): Promise<Findings> {
  const seed = 1 + Math.floor(Math.random() * 1_000_000)
  const rows: Row[] = [
    ...(await measureCacheClocks(testbed)),
    ...(await measureDayClocks(testbed)),
    ...(await measureWatchClocks(testbed, seed)),
  ]
  return { rows }
}
