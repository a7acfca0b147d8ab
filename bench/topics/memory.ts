import { setTimeout as sleep } from 'node:timers/promises'
import { wholeAccounts } from '../support/accounts.ts'
import { startLoad } from '../support/load.ts'
import { whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const LOOKUPS = 100_000
/** One in this many lookups is of a new account. */
const NEW_EVERY = 10
const POPULAR = 200
const ACCOUNTS = 12_000
const MEMORY_MB = 4
/** Allowance for caches that still fill, and for code that V8 compiles. */
const GROWTH_ALLOWED_MB = 2
const SETTLE_MS = 2_000
const MEGABYTE = 1024 * 1024

/** Memory when idle and after many lookups, with small caches, so that only leaks would grow. */
export async function measureMemory(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(0, ACCOUNTS)
  const ours = await testbed.rapsheet(platform, { MEMORY_MB: String(MEMORY_MB) })
  const load = await startLoad(testbed)
  const steamIds = wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId)
  const popular = steamIds.splice(0, POPULAR)
  const paths = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const steamId = index % NEW_EVERY === 0 ? steamIds.pop() : popular[index % POPULAR]
      return `/api/lookup?steamId=${steamId}`
    })
  const settled = async () => {
    await sleep(SETTLE_MS)
    const before = await ours.usage()
    const { heapUsed } = await ours.usage('collect')
    return { rss: before.rss / MEGABYTE, heap: heapUsed / MEGABYTE }
  }

  const idle = await settled()
  const startedAt = performance.now()
  await load.amount(ours.url, paths(LOOKUPS / 2))
  const half = await settled()
  await load.amount(ours.url, paths(LOOKUPS / 2))
  const end = await settled()
  const seconds = (performance.now() - startedAt - 2 * SETTLE_MS) / 1_000

  const growth = end.heap - half.heap
  return {
    rows: [
      { what: 'memory, idle', target: '', measured: `${whole(idle.rss)} MB RSS, ${idle.heap.toFixed(1)} MB heap` },
      {
        what: `memory after ${whole(LOOKUPS)} lookups (${whole(LOOKUPS / NEW_EVERY)} accounts)`,
        target: `no growth after a collection (≤ ${GROWTH_ALLOWED_MB} MB)`,
        measured: `${whole(end.rss)} MB RSS; heap ${half.heap.toFixed(1)} MB half-way, ${end.heap.toFixed(1)} MB at the end`,
        isMet: growth <= GROWTH_ALLOWED_MB,
      },
    ],
    notes: [
      `Memory: MEMORY_MB=${MEMORY_MB}, ${whole(LOOKUPS / seconds)} lookups/s with one in ${NEW_EVERY} not cached; heap after a forced collection.`,
    ],
  }
}
