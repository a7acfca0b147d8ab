import { setTimeout as sleep } from 'node:timers/promises'
import { wholeAccounts } from '../support/accounts.ts'
import { startLoad, type Load } from '../support/load.ts'
import { median, whole, type Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'
import type { TopicOptions } from '../support/topics.ts'

const LOOKUPS = 100_000
/** One in this many lookups is of a new account. */
const NEW_EVERY = 10
const POPULAR = 200
const ACCOUNTS = 12_000
const MEMORY_MB = 4
const SETTINGS = { MEMORY_MB: String(MEMORY_MB) }
const IDLE_TARGET_MB = 85
/** Allowance for caches that still fill, and for code that V8 compiles. */
const GROWTH_ALLOWED_MB = 2
const SETTLE_MS = 2_000
const STARTS = 5
const MEGABYTE = 1024 * 1024

/**
 * Memory when idle and after many lookups, with small caches, so that only leaks would grow; in turn with an older build if one
 * is given.
 */
export async function measureMemory(
  testbed: Testbed,
  { runs = STARTS, against }: Partial<TopicOptions>,
): Promise<Findings> {
  const platform = await testbed.platform(0, ACCOUNTS)
  const services: Record<string, () => Promise<Server>> = {
    ours: () => testbed.rapsheet(platform, SETTINGS),
    ...(against ? { [against.name]: () => testbed.rapsheetOf(against, platform, SETTINGS) } : {}),
  }
  const idle: Record<string, Memory[]> = {}
  for (let run = 0; run < runs; run++) {
    for (const [name, start] of Object.entries(services)) (idle[name] ??= []).push(await measureIdle(await start()))
  }
  const load = await startLoad(testbed)
  const paths = lookupPaths()
  const busy: Record<string, Busy> = {}
  for (const [name, start] of Object.entries(services)) busy[name] = await measureBusy(await start(), load, paths)

  const rss = (name: string) => median(idle[name]?.map((memory) => memory.rss) ?? [])
  const heap = (name: string) => median(idle[name]?.map((memory) => memory.heap) ?? [])
  const names = Object.keys(services)
  const growth = (busy['ours']?.end.heap ?? Number.NaN) - (busy['ours']?.half.heap ?? Number.NaN)
  return {
    rows: [
      {
        what: 'memory, idle',
        target: `RSS ≤ ${IDLE_TARGET_MB} MB`,
        measured: names
          .map((name) => `${name} ${whole(rss(name))} MB RSS, ${heap(name).toFixed(1)} MB heap`)
          .join('; '),
        isMet: rss('ours') <= IDLE_TARGET_MB,
      },
      {
        what: `memory after ${whole(LOOKUPS)} lookups (${whole(LOOKUPS / NEW_EVERY)} accounts)`,
        target: `no growth after a collection (≤ ${GROWTH_ALLOWED_MB} MB)`,
        measured: Object.entries(busy)
          .map(
            ([name, { half, end }]) =>
              `${name} ${whole(end.rss)} MB RSS; heap ${half.heap.toFixed(1)} MB half-way, ${end.heap.toFixed(1)} MB at the end`,
          )
          .join('; '),
        isMet: growth <= GROWTH_ALLOWED_MB,
      },
    ],
    notes: [
      `Memory: MEMORY_MB=${MEMORY_MB}; idle is the median of ${runs} starts; ${whole(busy['ours']?.perSecond ?? Number.NaN)} lookups/s with one in ${NEW_EVERY} not cached; heap after a forced collection.`,
    ],
  }
}

/** The paths of all lookups. */
function lookupPaths(): string[] {
  const steamIds = wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId)
  const popular = steamIds.splice(0, POPULAR)
  return Array.from({ length: LOOKUPS }, (_, index) => {
    const steamId = index % NEW_EVERY === 0 ? steamIds.pop() : popular[index % POPULAR]
    return `/api/lookup?steamId=${steamId}`
  })
}

/** MB. */
interface Memory {
  rss: number
  heap: number
}

type Busy = Awaited<ReturnType<typeof measureBusy>>

async function measureSettled(server: Server): Promise<Memory> {
  await sleep(SETTLE_MS)
  const before = await server.usage()
  const { heapUsed } = await server.usage('collect')
  return { rss: before.rss / MEGABYTE, heap: heapUsed / MEGABYTE }
}

/** The memory of a service that has just started; stops it. */
async function measureIdle(server: Server): Promise<Memory> {
  const idle = await measureSettled(server)
  await server.stop()
  return idle
}

/** The memory of a service after half of the lookups and after all; stops it. */
async function measureBusy(server: Server, load: Load, paths: string[]) {
  const first = await load.amount(server.url, paths.slice(0, LOOKUPS / 2))
  const half = await measureSettled(server)
  const second = await load.amount(server.url, paths.slice(LOOKUPS / 2))
  const end = await measureSettled(server)
  await server.stop()
  return { half, end, perSecond: LOOKUPS / (first.seconds + second.seconds) }
}
