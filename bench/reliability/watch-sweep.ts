import { deal } from '../support/accounts.ts'
import { createClient, type Client } from '../support/client.ts'
import { percentile, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { openWatchBed } from '../support/watch-bed.ts'
import { accountsWithBans, openLists, untilKnown, untilSwept } from '../support/watch-lists.ts'

const SERVERS = 10
const WATCHED = 10_000
const ACCOUNTS = 12_000
const LATENCY_MS = 100
const INTERVAL_SECONDS = 40
const ROUNDS = 16
const LOOKUPS = 20
const KNOWN_WITHIN_MS = 300_000

/** The calls of a sweep, and the response time of lookups during sweeps. */
export async function measureWatchSweep(testbed: Testbed): Promise<Findings> {
  const steamIds = [...accountsWithBans(1, ACCOUNTS).keys()]
  const watched = steamIds.slice(0, WATCHED)
  const world = { guilds: SERVERS, accounts: ACCOUNTS, latencyMs: LATENCY_MS, seed: 1 }
  const settings = { WATCH_INTERVAL_SECONDS: String(INTERVAL_SECONDS), STEAM_CALLS_PER_DAY: '0' }
  // A control: an identical service without watched accounts, with its own Steam and Discord.
  const idleBed = await openWatchBed(testbed, world, settings)
  const bed = await openWatchBed(testbed, world, settings)
  const perServer = WATCHED / SERVERS
  const lists = new Map(
    bed.discord.guildIds.map((guildId, index) => [guildId, watched.slice(index * perServer, (index + 1) * perServer)]),
  )
  const database = await openLists(bed.databaseUrl, bed.discord, lists)
  const [idle, busy] = [await idleBed.start(), await bed.start()]
  await untilKnown(database, watched, KNOWN_WITHIN_MS)

  await untilSwept(database, 1, KNOWN_WITHIN_MS)
  const { calls } = await bed.platform.watch(() => untilSwept(database, 1, KNOWN_WITHIN_MS))
  const sweep = await database.read(({ sweeps }) => sweeps.latest())

  const next = deal(steamIds)
  const clients = { idle: createClient(idle.url), busy: createClient(busy.url) }
  const times = { idle: [] as number[], busy: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    const ids = Array.from({ length: LOOKUPS }, next)
    times.idle.push(...(await lookUp(clients.idle, ids)))
    times.busy.push(...(await lookUp(clients.busy, ids)))
  }
  clients.idle.close()
  clients.busy.close()
  await database.close()
  const [p50Idle, p50Busy] = [percentile(times.idle, 50), percentile(times.busy, 50)]
  const ratio = p50Busy / p50Idle
  return {
    rows: [
      {
        what: `sweep of ${whole(WATCHED)} IDs`,
        target: `≤ ${WATCHED / 100} calls + retries`,
        measured: `${calls.counts.bans} calls (the service counts ${sweep?.calls})`,
        isMet: calls.counts.bans <= WATCHED / 100,
      },
      {
        what: `lookups during sweeps of ${whole(WATCHED)} IDs every ${INTERVAL_SECONDS} s`,
        target: 'p50 ≤ 1.2 × without sweeps',
        measured: `p50 ${p50Busy.toFixed(1)} against ${p50Idle.toFixed(1)} ms, ${ratio.toFixed(2)} ×; p99 ${whole(percentile(times.busy, 99))} against ${whole(percentile(times.idle, 99))} ms`,
        isMet: ratio <= 1.2,
      },
    ],
  }
}

/** Looks accounts up one after the other; returns the times in milliseconds. */
async function lookUp(client: Client, steamIds: string[]): Promise<number[]> {
  const times: number[] = []
  for (const steamId of steamIds) {
    const { ms } = await client.ask(`/api/lookup?steamId=${steamId}`)
    times.push(ms)
  }
  return times
}
