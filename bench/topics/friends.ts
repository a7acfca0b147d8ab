import { setTimeout as sleep } from 'node:timers/promises'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { wholeAccounts } from '../support/accounts.ts'
import { ask, lookup } from '../support/ask.ts'
import type { Platform } from '../support/platform.ts'
import { median, type Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'
import type { TopicOptions } from '../support/topics.ts'
import { measureRoundTrip } from './lookup.ts'

const LATENCY_MS = 100
const STARTS = 3
const WARM_UP = 100
const ACCOUNT_SECONDS = 1

/**
 * Scans exactly 100 friends with the first request of a process, with a process that has looked up other accounts, and there once more
 * after only names and bans have expired.
 */
export async function measureFriends(
  testbed: Testbed,
  { runs = STARTS, against }: Partial<TopicOptions>,
): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS)
  const roundTrip = await measureRoundTrip(platform, CAST.scan)
  const strangers = selectStrangers()
  // Shorter than the default, which would make the second scan wait a minute.
  const settings = { CACHE_ACCOUNT_SECONDS: String(ACCOUNT_SECONDS) }
  const ours: Scans[] = []
  const older: Scans[] = []
  for (let run = 0; run < runs; run++) {
    ours.push(await measureScans(() => testbed.rapsheet(platform, settings), platform, strangers))
    if (against)
      older.push(await measureScans(() => testbed.rapsheetOf(against, platform, settings), platform, strangers))
  }

  const callsOf = (all: Scans[], name: keyof Scans) => Math.max(...all.map((scans) => scans[name].calls))
  const tripsOf = (all: Scans[], name: keyof Scans) => median(all.map((scans) => scans[name].ms)) / roundTrip
  const formatOne = (all: Scans[], name: keyof Scans) =>
    `${callsOf(all, name)} calls, ${tripsOf(all, name).toFixed(2)} round trips`
  const format = (name: keyof Scans) =>
    formatOne(ours, name) + (against ? `; ${against.name} ${formatOne(older, name)}` : '')
  const listed = Math.min(...ours.map(({ warmed }) => warmed.listed))
  return {
    rows: [
      {
        what: 'friend scan of 100, warmed process',
        target: '≤ 103 calls, ≤ 2.6 round trips',
        measured: `${format('warmed')}, ${listed} friends listed`,
        isMet: callsOf(ours, 'warmed') <= 103 && tripsOf(ours, 'warmed') <= 2.6 && listed > 0,
      },
      {
        what: 'friend scan of 100, first request of a process',
        target: '',
        measured: format('cold'),
      },
      {
        what: 'second scan within 10 min, names and bans expired',
        target: '≤ 3 calls',
        measured: format('second'),
        isMet: callsOf(ours, 'second') <= 3,
      },
    ],
    notes: [`Friend scans: medians and highest counts of ${runs} processes.`],
  }
}

/** Accounts that are no friends of the scanned one. */
function selectStrangers(): string[] {
  const friends = createWorld().account(CAST.scan)?.friends
  const friendIds = new Set(typeof friends === 'object' ? friends.map(({ steamId }) => steamId) : [])
  return wholeAccounts(WARM_UP).flatMap(({ steamId }) => (friendIds.has(steamId) ? [] : [steamId]))
}

interface Scan {
  calls: number
  ms: number
  listed: number
}
type Scans = Record<'cold' | 'warmed' | 'second', Scan>

/** Scans with a process that has just started, and twice with one whose code and connections to Steam are warm. */
async function measureScans(start: () => Promise<Server>, platform: Platform, strangers: string[]): Promise<Scans> {
  const scan = async (server: Server): Promise<Scan> => {
    const { value, calls, ms } = await platform.watch(() => ask(`${server.url}/api/friends`, { steamId: CAST.scan }))
    return { calls: calls.total, ms, listed: value.split('"banDetails"').length - 1 }
  }
  const first = await start()
  const cold = await scan(first)
  await first.stop()

  const server = await start()
  await Promise.all(strangers.map((steamId) => lookup(server, steamId)))
  const warmed = await scan(server)
  await sleep((ACCOUNT_SECONDS + 1) * 1_000)
  const second = await scan(server)
  await server.stop()
  return { cold, warmed, second }
}
