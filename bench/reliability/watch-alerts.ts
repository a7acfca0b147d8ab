import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../packages/sim-steam/src/random.ts'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import { runAlertCampaign } from '../support/alert-campaign.ts'
import { SPOILED_ANSWERS, SPOILED_RECORDS } from '../support/spoil.ts'
import type { Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import type { TopicOptions } from '../support/topics.ts'
import { openWatchBed, type WatchBed } from '../support/watch-bed.ts'
import { streamOf } from '../support/watch-trial.ts'

const SERVERS = 20
const WATCHED = 5_000
const ACCOUNTS = 6_000
const LATENCY_MS = 20
const INTERVAL_SECONDS = 15
/** 300 changes of 220 accounts. */
const PLAN = { bans: 120, two: 40, lifts: 20, banAndLift: 40 }
const CHANGES = 300
const CHANGES_MS = 150_000
/** Watched accounts that join, each of them twice; so few that they are reported one by one. */
const JOINS = 100
/** The service runs this long between two kills. */
const RUNS_MS = [1_500, 6_000] as const

/** Changes of watched accounts while Steam and Discord fail and the service is killed: each has to be told exactly once. */
export async function measureWatchAlerts(testbed: Testbed, options: Pick<TopicOptions, 'seed'>): Promise<Findings> {
  return measure(testbed, options, "a fifth of Steam's answers spoiled", SPOILED_ANSWERS)
}

/** Repeats the measurement while half of Steam's answers have records that are missing, null, incomplete, or of other accounts. */
export async function measureOddRecords(testbed: Testbed, options: Pick<TopicOptions, 'seed'>): Promise<Findings> {
  return measure(
    testbed,
    options,
    "half of Steam's answers with records missing, null, incomplete or somebody else's",
    SPOILED_RECORDS,
  )
}

async function measure(
  testbed: Testbed,
  { seed = 1 + Math.floor(Math.random() * 1_000_000) }: Pick<TopicOptions, 'seed'>,
  how: string,
  faults: Partial<Record<Fault, number>>,
): Promise<Findings> {
  const bed = await openWatchBed(
    testbed,
    { guilds: SERVERS, accounts: ACCOUNTS, latencyMs: LATENCY_MS, seed },
    { WATCH_INTERVAL_SECONDS: String(INTERVAL_SECONDS), STEAM_CALLS_PER_DAY: '0', LOG_LEVEL: 'silent' },
  )
  const killing = createKilling(bed, streamOf(seed, 'kills'))
  return runAlertCampaign({
    ...bed,
    seed,
    accounts: ACCOUNTS,
    watched: WATCHED,
    plan: PLAN,
    changes: CHANGES,
    changesMs: CHANGES_MS,
    intervalSeconds: INTERVAL_SECONDS,
    faults,
    how: `${how}, a fifth of Discord's spoiled, SIGKILL every few seconds`,
    joins: { ...killing, count: JOINS },
    disrupt: async () => killing.start(),
  })
}

/** Kills and starts the service repeatedly from `start` until the function is called that it returns, which leaves the service running. */
function createKilling(bed: Pick<WatchBed, 'start'>, random: Random) {
  const outages: { from: number; to: number }[] = []
  let url: string | undefined
  const start = (): (() => Promise<string>) => {
    const stopped = new AbortController()
    const run = async () => {
      for (;;) {
        const server = await bed.start()
        url = server.url
        const last = outages.at(-1)
        if (last) last.to = Date.now()
        await sleep(random.integer(...RUNS_MS), undefined, { signal: stopped.signal }).catch(() => {})
        if (stopped.signal.aborted) return
        outages.push({ from: Date.now(), to: Number.POSITIVE_INFINITY })
        await server.kill()
      }
    }
    const running = run()
    // A failed start is reported when it is stopped.
    running.catch(() => {})
    return async () => {
      stopped.abort()
      await running
      return `${outages.length} kills`
    }
  }
  return { url: () => url, outages, start }
}
