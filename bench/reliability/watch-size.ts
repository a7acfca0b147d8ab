import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '../support/child.ts'
import { whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { openWatchBed } from '../support/watch-bed.ts'
import { accountsWithBans, openLists, untilSwept, untilTrue } from '../support/watch-lists.ts'

const SERVERS = 500
const WATCHED = 100_000
/** More than are watched, because some have no ban record. */
const ACCOUNTS = 105_000
const LATENCY_MS = 20
const INTERVAL_SECONDS = 120
const SETTLE_MS = 15_000
const BASELINE_WITHIN_MS = 900_000
const SWEPT_WITHIN_MS = 3 * INTERVAL_SECONDS * 1_000
const MEGABYTE = 1024 * 1024

/** Memory, and the processor time of a sweep, with 100,000 watched accounts. */
export async function measureWatchSize(testbed: Testbed): Promise<Findings> {
  const world = { guilds: SERVERS, accounts: ACCOUNTS, latencyMs: LATENCY_MS, seed: 1 }
  const settings = { WATCH_INTERVAL_SECONDS: String(INTERVAL_SECONDS), STEAM_CALLS_PER_DAY: '0' }
  const bed = await openWatchBed(testbed, world, settings)
  const empty = await bed.start()
  await sleep(SETTLE_MS)
  const before = await empty.usage('collect')
  const idle = await cpuDuring(empty, () => sleep(SETTLE_MS))
  await empty.stop()

  const ids = [...accountsWithBans(1, ACCOUNTS).keys()].slice(0, WATCHED)
  const perServer = WATCHED / SERVERS
  const lists = new Map(
    bed.discord.guildIds.map((guildId, index) => [guildId, ids.slice(index * perServer, (index + 1) * perServer)]),
  )
  const database = await openLists(bed.databaseUrl, bed.discord, lists)
  const ours = await bed.start()
  const first = await cpuDuring(ours, () =>
    untilTrue(BASELINE_WITHIN_MS, 'every account to be checked', async () => {
      const unchecked = await database.read(({ sweeps }) => sweeps.unchecked(1, 3))
      return unchecked.length === 0
    }),
  )
  await untilSwept(database, 1, SWEPT_WITHIN_MS)
  const sweep = await cpuDuring(ours, () => untilSwept(database, 1, SWEPT_WITHIN_MS))
  const { rss } = await ours.usage('usage')
  const after = await ours.usage('collect')
  await database.close()

  // Subtracts the share of the metrics and the bot.
  const share = sweep.seconds / idle.seconds
  const ownSeconds = sweep.cpuSeconds - idle.cpuSeconds * share
  const systemSeconds = sweep.systemSeconds - idle.systemSeconds * share
  const more = (after.rss - before.rss) / MEGABYTE
  return {
    rows: [
      {
        what: `${whole(WATCHED)} watched IDs on ${SERVERS} servers: memory`,
        target: '≤ 60 MB more',
        measured: `${more.toFixed(1)} MB more: ${whole(after.rss / MEGABYTE)} against ${whole(before.rss / MEGABYTE)} MB (heap ${whole(after.heapUsed / MEGABYTE)} against ${whole(before.heapUsed / MEGABYTE)} MB)`,
        isMet: more <= 60,
      },
      {
        what: `${whole(WATCHED)} watched IDs on ${SERVERS} servers: processor time of a sweep`,
        target: '≤ 5 s',
        measured: `${ownSeconds.toFixed(1)} s in ${whole(sweep.seconds)} s, ${systemSeconds.toFixed(1)} s of it in the kernel`,
        isMet: ownSeconds <= 5,
      },
    ],
    notes: [
      `Size: memory after a garbage collection, ${whole(rss / MEGABYTE)} MB before it. The first check of all accounts took ${first.cpuSeconds.toFixed(1)} s of processor time in ${whole(first.seconds)} s. Without lists the process takes ${((idle.cpuSeconds / idle.seconds) * 100).toFixed(1)} % of a processor, which is left out of the time of the sweep.`,
    ],
  }
}

/** Processor time of `work`, the part of it in the kernel, and real time, seconds. */
async function cpuDuring(child: Child, work: () => Promise<unknown>) {
  const startedAt = performance.now()
  const before = await child.usage()
  await work()
  const after = await child.usage()
  return {
    cpuSeconds: (after.cpuMicros - before.cpuMicros) / 1e6,
    systemSeconds: (after.systemMicros - before.systemMicros) / 1e6,
    seconds: (performance.now() - startedAt) / 1_000,
  }
}
