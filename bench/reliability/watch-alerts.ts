import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../sim/random.ts'
import type { Fault } from '../../sim/steam/dial.ts'
import { planChanges } from '../support/ban-plan.ts'
import { SPOILED_ANSWERS, SPOILED_RECORDS, spoilBans } from '../support/spoil.ts'
import { percentile, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { createTold } from '../support/told.ts'
import { openWatchBed, type WatchBed } from '../support/watch-bed.ts'
import { accountsWithBans, drawLists, openLists, untilKnown, untilSwept, untilTrue } from '../support/watch-lists.ts'
import { createTrial, streamOf } from '../support/watch-trial.ts'

const SERVERS = 20
const WATCHED = 5_000
const ACCOUNTS = 6_000
const LATENCY_MS = 20
const INTERVAL_SECONDS = 15
/** 300 changes of 220 accounts. */
const PLAN = { bans: 120, two: 40, lifts: 20, banAndLift: 40 }
const CHANGES = 300
const CHANGES_MS = 150_000
/** The share of Discord's answers that is spoiled. */
const SPOILED = 0.2
/** The service runs this long between two kills. */
const RUNS_MS = [1_500, 6_000] as const
const KNOWN_WITHIN_MS = 300_000
const TOLD_WITHIN_MS = 900_000

/** Changes of watched accounts while Steam and Discord fail and the service is killed: each has to be told exactly once. */
export async function measureWatchAlerts(testbed: Testbed): Promise<Findings> {
  return measure(testbed, "a fifth of Steam's answers spoiled", SPOILED_ANSWERS)
}

/** The same while half of Steam's answers have records that are missing, null, incomplete, or of other accounts. */
export async function measureOddRecords(testbed: Testbed): Promise<Findings> {
  return measure(
    testbed,
    "half of Steam's answers with records missing, null, incomplete or somebody else's",
    SPOILED_RECORDS,
  )
}

async function measure(testbed: Testbed, how: string, faults: Partial<Record<Fault, number>>): Promise<Findings> {
  const seed = 1 + Math.floor(Math.random() * 1_000_000)
  const trial = await openTrial(testbed, seed)
  const { bed, database, told, accounts } = trial
  const { discord, platform } = bed
  await spoilBans(platform, faults)
  discord.rest.spoil({ share: SPOILED, seed })

  const startedAt = performance.now()
  const killer = createKiller(bed, streamOf(seed, 'kills'))
  await untilKnown(database, [...accounts.keys()], KNOWN_WITHIN_MS)
  const ended = AbortSignal.timeout(CHANGES_MS + TOLD_WITHIN_MS)
  const plan = planChanges(streamOf(seed, 'changes'), accounts, PLAN)
  await trial.makeAll(plan, CHANGES_MS, streamOf(seed, 'pauses'), ended)
  while (trial.missing().length > 0 && !ended.aborted) await sleep(1_000)
  const kills = await killer.stop()
  const spoiledRequests = discord.rest.spoiled()
  // What is told wrongly, or twice, may come later.
  await spoilBans(platform, {})
  discord.rest.spoil({ share: 0 })
  await untilSwept(database, 3, KNOWN_WITHIN_MS)
  await untilTrue(TOLD_WITHIN_MS, 'the last messages', async () => {
    const { waiting } = await database.read(({ outbox }) => outbox.countsOfAll())
    return waiting === 0
  })
  await database.close()

  const { expected, lost, wrong, wrongLifts, repeated } = trial.verdict()
  const delays = trial.delays().map(({ ms }) => ms / 1_000)
  const seconds = (performance.now() - startedAt) / 1_000
  const examples = Object.entries({ lost, wrong, repeated }).flatMap(([name, keys]) =>
    keys.slice(0, 5).map((key) => `ALERTS, seed ${seed}: ${name} ${key}`),
  )
  return {
    rows: [
      {
        what: `${whole(accounts.size)} watched IDs on ${SERVERS} servers, ${CHANGES} changes, ${how}, a fifth of Discord's spoiled, SIGKILL every few seconds, seed ${seed}`,
        target: 'each change told once to each server: 0 lost, 0 twice, 0 false, 0 "lifted" that was not',
        measured: `${whole(expected)} due: ${lost.length} lost, ${repeated.length} twice, ${wrong.length} false, ${wrongLifts.length} of these "lifted"; ${kills} kills in ${whole(seconds)} s`,
        isMet: lost.length + wrong.length + repeated.length === 0 && expected > 0,
      },
    ],
    notes: [
      `Alerts, seed ${seed}: ${told.messages()} messages, ${spoiledRequests} of Discord's answers spoiled; from a change to its message p50 ${percentile(delays, 50).toFixed(0)} s, p99 ${percentile(delays, 99).toFixed(0)} s with sweeps every ${INTERVAL_SECONDS} s.`,
      ...discord
        .violations()
        .slice(0, 3)
        .map((violation) => `ALERTS: rule of Discord broken: ${violation}`),
      ...examples,
    ],
  }
}

async function openTrial(testbed: Testbed, seed: number) {
  const accounts = new Map([...accountsWithBans(seed, ACCOUNTS)].slice(0, WATCHED))
  const bed = await openWatchBed(
    testbed,
    { guilds: SERVERS, accounts: ACCOUNTS, latencyMs: LATENCY_MS, seed },
    { WATCH_INTERVAL_SECONDS: String(INTERVAL_SECONDS), STEAM_CALLS_PER_DAY: '0', LOG_LEVEL: 'silent' },
  )
  const lists = drawLists(streamOf(seed, 'lists'), bed.discord.guildIds, [...accounts.keys()])
  const database = await openLists(bed.databaseFile, bed.discord, lists)
  const told = createTold(bed.discord)
  return { accounts, bed, database, told, ...createTrial(lists, bed.platform, told) }
}

/** Starts the service, and kills and starts it again until it is stopped. */
function createKiller(bed: Pick<WatchBed, 'start'>, random: Random) {
  const stopped = new AbortController()
  let kills = 0
  const run = async () => {
    for (;;) {
      const server = await bed.start()
      await sleep(random.integer(...RUNS_MS), undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      await server.kill()
      kills++
    }
  }
  const running = run()
  // A failed start is reported when it is stopped.
  running.catch(() => {})
  return {
    /** Leaves the service running; resolves to the number of kills. */
    async stop(): Promise<number> {
      stopped.abort()
      await running
      return kills
    },
  }
}
