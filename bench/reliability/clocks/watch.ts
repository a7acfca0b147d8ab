import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DAY } from '../../../packages/sim-steam/src/bans.ts'
import type { Database } from '../../../src/app/database.ts'
import { readMetric } from '../../support/metric.ts'
import type { Row } from '../../support/table.ts'
import type { Server, Testbed } from '../../support/testbed.ts'
import { accountsWithBans, drawLists, openLists, untilKnown, untilSwept, untilTrue } from '../../support/watch-lists.ts'
import { streamOf } from '../../support/watch-trial.ts'
import { shiftedBy, SHIFTS_MS } from './shifts.ts'

const SERVERS = 2
const WATCHED = 200
const LATENCY_MS = 5
const INTERVAL_SECONDS = 10
const BANS_EACH = 20
const KNOWN_WITHIN_MS = 60_000
/** How long the processes run without a disturbance. */
const QUIET_MS = 30_000
/** A lease lasts 12 s and is renewed every 4 s; it is looked for every second. */
const TAKEN_AFTER_MS = [7_500, 18_000] as const
const LOOK_MS = 100

/** Measures the lease and the ban intervals of bots whose clocks differ: sweeping moves from one process to the other. */
export async function measureWatchClocks(testbed: Testbed, seed: number): Promise<Row[]> {
  const platform = await testbed.platform(LATENCY_MS, 2 * WATCHED, seed)
  const discord = await testbed.discord(SERVERS)
  const databaseUrl = await (await testbed.postgres()).createDatabase()
  const accounts = [...accountsWithBans(seed, 2 * WATCHED)].slice(0, WATCHED)
  const lists = drawLists(
    streamOf(seed, 'lists'),
    discord.guildIds,
    accounts.map(([steamId]) => steamId),
  )
  const database = await openLists(databaseUrl, discord, lists)
  const lease = await openLease(databaseUrl)
  const settings = {
    ROLE: 'bot',
    DATABASE_URL: databaseUrl,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    WATCH_INTERVAL_SECONDS: String(INTERVAL_SECONDS),
    STEAM_CALLS_PER_DAY: '1000000',
    LOG_LEVEL: 'silent',
  }
  const [behind = 0, , ahead = 0] = SHIFTS_MS
  const bots: Server[] = []
  for (const ms of [ahead, behind]) bots.push(await testbed.rapsheet(platform, { ...settings, ...shiftedBy(ms) }))
  await untilKnown(
    database,
    accounts.map(([steamId]) => steamId),
    KNOWN_WITHIN_MS,
  )

  const unbanned = accounts.filter(([, bans]) => bans.vac.length === 0 && (bans.game ?? []).length === 0)
  const bannedAt = new Map<string, number>()
  const banSome = async () => {
    for (const [steamId] of unbanned.splice(0, BANS_EACH)) {
      bannedAt.set(steamId, Date.now() / 1_000)
      await platform.change('ban', [steamId], 'game')
    }
    await untilSwept(database, 2, KNOWN_WITHIN_MS)
  }
  const before = await lease.timesTaken()
  await banSome()
  await sleep(QUIET_MS)
  const quiet = await lease.timesTaken()
  const early = quiet - before
  const takenMs = await takeOver(bots, lease)
  await banSome()
  await takeOver(bots, lease)
  await banSome()
  const wrong = await countWrong(database, bannedAt)
  await lease.close()
  await database.close()

  const [earliest, latest] = TAKEN_AFTER_MS
  return [
    {
      what: `clocks 10 min apart: the lease of two bots for ${QUIET_MS / 1_000} s, then the one that holds it is frozen`,
      target: `none taken early; taken after ${earliest / 1_000} to ${latest / 1_000} s`,
      measured: `${early} taken early; taken after ${(takenMs / 1_000).toFixed(1)} s`,
      isMet: before > 0 && early === 0 && takenMs >= earliest && takenMs <= latest,
    },
    {
      what: `clocks 10 min apart: intervals of ${bannedAt.size} bans, swept by one bot, the other, and the first again, seed ${seed}`,
      target: 'the true time always inside',
      measured: `${wrong.outside} without it, ${wrong.undated} not dated`,
      isMet: bannedAt.size > 0 && wrong.outside + wrong.undated === 0,
    },
  ]
}

/** Freezes the bot that sweeps until the other one has its lease; returns how long that took. */
async function takeOver(bots: Server[], lease: Lease): Promise<number> {
  const held = await Promise.all(bots.map(({ url }) => readMetric(url, 'rapsheet_watch_lease_held')))
  const holder = bots[held.indexOf(1)]
  const before = await lease.timesTaken()
  if (!holder) throw new Error('no bot sweeps')
  process.kill(holder.pid, 'SIGSTOP')
  const startedAt = performance.now()
  try {
    while ((await lease.timesTaken()) === before && performance.now() - startedAt < KNOWN_WITHIN_MS)
      await sleep(LOOK_MS)
    return performance.now() - startedAt
  } finally {
    process.kill(holder.pid, 'SIGCONT')
    await untilTrue(KNOWN_WITHIN_MS, 'one bot to sweep', async () => {
      const now = await Promise.all(bots.map(({ url }) => readMetric(url, 'rapsheet_watch_lease_held')))
      return now.filter((value) => value === 1).length === 1
    })
  }
}

type Lease = Awaited<ReturnType<typeof openLease>>

/** Reads the lease of the bots as it is stored. */
async function openLease(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  return {
    async timesTaken(): Promise<number> {
      const { rows } = await client.query<{ epoch: number }>(`SELECT epoch FROM leases WHERE name = 'discord'`)
      return rows[0]?.epoch ?? 0
    },
    close: () => client.end(),
  }
}

/** How many bans have an interval without their true time, or none. Steam counts days since a ban, so it is at most two days wide. */
async function countWrong(database: Database, bannedAt: ReadonlyMap<string, number>) {
  const states = await database.read(({ accounts }) => accounts.get([...bannedAt.keys()]))
  const wrong = { outside: 0, undated: 0 }
  for (const { steamId, current } of states) {
    const [interval, at] = [current?.lastBan, bannedAt.get(steamId) ?? 0]
    if (!interval || interval.before - interval.after > 2 * DAY) wrong.undated++
    else if (at <= interval.after || at > interval.before) wrong.outside++
  }
  return wrong
}
