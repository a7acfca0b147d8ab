import { setTimeout as sleep } from 'node:timers/promises'
import { BANS, openBanBed, storeLists } from '../support/ban-bed.ts'
import { median, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import type { WatchBed } from '../support/watch-bed.ts'

const SERVERS = 10
const STARTS = 3
const SETTLE_MS = 5_000
const MEGABYTE = 1024 * 1024

/** The memory of ten lists of 50,000 bans: starts with and without them, in turn. */
export async function measureBanSize(testbed: Testbed): Promise<Findings> {
  const [full, empty] = [await openBanBed(testbed, 'SQLite', SERVERS), await openBanBed(testbed, 'SQLite', SERVERS)]
  await storeLists(full.databaseUrl, full.discord.guildIds)
  const starts: { with: number; without: number }[] = []
  for (let start = 0; start < STARTS; start++)
    starts.push({ with: await memoryOf(full), without: await memoryOf(empty) })
  const more = median(starts.map((memory) => memory.with - memory.without))
  return {
    rows: [
      {
        what: `${whole(BANS)} bans of each of ${SERVERS} servers, 1,000 reasons a server: memory`,
        target: '≤ 60 MB more',
        measured: `${more.toFixed(1)} MB more: ${whole(median(starts.map((memory) => memory.with)))} against ${whole(median(starts.map(({ without }) => without)))} MB (medians of ${STARTS} starts)`,
        isMet: more <= 60,
      },
    ],
  }
}

/** The resident memory of the service some seconds after its start and a garbage collection, MB. */
async function memoryOf(bed: WatchBed): Promise<number> {
  const ours = await bed.start()
  await sleep(SETTLE_MS)
  await ours.usage('collect')
  // V8 gives memory back after a collection, not during it.
  await sleep(SETTLE_MS)
  const { rss } = await ours.usage('collect')
  await ours.stop()
  return rss / MEGABYTE
}
