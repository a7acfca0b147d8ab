import { setTimeout as sleep } from 'node:timers/promises'
import type { Network } from '../../demo/postgres/network.ts'
import type { Random } from '../../packages/sim-steam/src/random.ts'
import { runAlertCampaign } from '../support/alert-campaign.ts'
import { readMetric } from '../support/metric.ts'
import { SPOILED_ANSWERS } from '../support/spoil.ts'
import type { Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'
import { untilTrue } from '../support/watch-lists.ts'
import { streamOf } from '../support/watch-trial.ts'

const PROCESSES = 3
const SERVERS = 10
const WATCHED = 2_000
const ACCOUNTS = 3_000
const LATENCY_MS = 20
const INTERVAL_SECONDS = 10
/** 150 changes of 110 accounts. */
const PLAN = { bans: 60, two: 20, lifts: 10, banAndLift: 20 }
const CHANGES = 150
const CHANGES_MS = 120_000
/** How long a process holds a lease before it is killed or frozen, from and to. */
const WORKS_MS = [1_500, 6_000] as const
/** How long after another process has taken its lease a frozen or cut-off process continues, from and to. */
const SLEEPS_ON_MS = [0, 4_000] as const
const TAKEN_WITHIN_MS = 60_000
/** The leases: to sweep and to send, and to have the session of the bot. */
const LEASES = ['rapsheet_watch_lease_held', 'rapsheet_discord_connected']

/** A process, and the network between it and Postgres. */
interface Replica {
  server: Server
  network: Network
}

/** Measures the alerts of three bot processes on one Postgres while the leader is killed, frozen or cut off repeatedly. */
export async function measureReplicaAlerts(testbed: Testbed): Promise<Findings> {
  const seed = 1 + Math.floor(Math.random() * 1_000_000)
  const platform = await testbed.platform(LATENCY_MS, ACCOUNTS, seed)
  const discord = await testbed.discord(SERVERS)
  const postgres = await testbed.postgres()
  const databaseUrl = await postgres.createDatabase()
  const settings = {
    ROLE: 'bot',
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    WATCH_INTERVAL_SECONDS: String(INTERVAL_SECONDS),
    STEAM_CALLS_PER_DAY: '1000000',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'silent',
  }
  const start = async (): Promise<Replica> => {
    const network = await testbed.network(postgres.port)
    const server = await testbed.rapsheet(platform, { ...settings, DATABASE_URL: network.through(databaseUrl) })
    return { server, network }
  }
  return runAlertCampaign({
    seed,
    platform,
    discord,
    databaseUrl,
    accounts: ACCOUNTS,
    watched: WATCHED,
    plan: PLAN,
    changes: CHANGES,
    changesMs: CHANGES_MS,
    intervalSeconds: INTERVAL_SECONDS,
    faults: SPOILED_ANSWERS,
    how: `a fifth of Steam's and of Discord's answers spoiled, the leader of ${PROCESSES} processes killed, frozen or cut off from Postgres every few seconds`,
    disrupt: () => startDisrupting(start, streamOf(seed, 'kills')),
  })
}

/** Starts the processes, and disrupts the one with a lease until the returned function is called. */
async function startDisrupting(start: () => Promise<Replica>, random: Random): Promise<() => Promise<string>> {
  const processes = await Promise.all(Array.from({ length: PROCESSES }, start))
  const stopped = new AbortController()
  const pause = (range: readonly [number, number]) =>
    sleep(random.integer(...range), undefined, { signal: stopped.signal }).catch(() => {})
  const counts = { killed: 0, frozen: 0, 'cut off': 0 }
  const holderOf = async (lease: string, among = processes) => {
    const held = await Promise.all(among.map(({ server }) => readMetric(server.url, lease)))
    return among.find((_, index) => held[index] === 1)
  }
  const untilHeld = async (lease: string, among?: Replica[]) => {
    let holder: Replica | undefined
    await untilTrue(TAKEN_WITHIN_MS, `a process with ${lease}`, async () => {
      holder = await holderOf(lease, among)
      return holder !== undefined || stopped.signal.aborted
    })
    return holder
  }
  const kill = async (holder: Replica) => {
    await holder.server.kill()
    processes.splice(processes.indexOf(holder), 1, await start())
    counts.killed++
  }
  const untilReplaced = async (holder: Replica, lease: string) => {
    await untilHeld(
      lease,
      processes.filter((each) => each !== holder),
    )
    await pause(SLEEPS_ON_MS)
  }
  const freeze = async (holder: Replica, lease: string) => {
    process.kill(holder.server.pid, 'SIGSTOP')
    await untilReplaced(holder, lease).finally(() => process.kill(holder.server.pid, 'SIGCONT'))
    counts.frozen++
  }
  const cutOff = async (holder: Replica, lease: string) => {
    holder.network.stall()
    await untilReplaced(holder, lease).finally(() => holder.network.repair())
    counts['cut off']++
  }
  const run = async () => {
    while (!stopped.signal.aborted) {
      const lease = random.pick(LEASES)
      const holder = await untilHeld(lease)
      await pause(WORKS_MS)
      if (!holder || stopped.signal.aborted) return
      await random.pick([kill, freeze, cutOff])(holder, lease)
    }
  }
  const running = run()
  // A failure is reported at the end.
  running.catch(() => {})
  return async () => {
    stopped.abort()
    await running
    return `${counts.killed} × killed, ${counts.frozen} × frozen and ${counts['cut off']} × cut off until another process had its lease`
  }
}
