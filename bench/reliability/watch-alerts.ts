import { setTimeout as sleep } from 'node:timers/promises'
import { ALERTS } from '../../src/watch/alerts.ts'
import { createRandom } from '../../packages/sim-steam/src/random.ts'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import { planChanges } from '../support/ban-plan.ts'
import { percentile, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { createTold } from '../support/told.ts'
import type { TopicOptions } from '../support/topics.ts'
import { openWatchBed, type WatchBed } from '../support/watch-bed.ts'
import { accountsWithBans, drawLists, openLists, untilKnown, untilSwept, untilTrue } from '../support/watch-lists.ts'
import { createTrial } from '../support/watch-trial.ts'

const SERVERS = 20
const WATCHED = 5_000
const ACCOUNTS = 6_000
const LATENCY_MS = 20
const INTERVAL_SECONDS = 15
/** 300 changes of 220 accounts. */
const PLAN = { bans: 120, two: 40, lifts: 20, banAndLift: 40 }
const CHANGES = 300
const CHANGES_MS = 150_000
/** The service runs this long between two kills. */
const RUNS_MS = [1_500, 6_000] as const

/** The share of Discord's answers that is spoiled. */
const SPOILED = 0.2
const KNOWN_WITHIN_MS = 300_000
const TOLD_WITHIN_MS = 900_000

/** How a fifth of Steam's answers fails: refused, broken, or with unusable records. */
const SPOILED_ANSWERS: Partial<Record<Fault, number>> = {
  '429': 0.03,
  '500': 0.03,
  reset: 0.02,
  'null-200': 0.02,
  'missing-records': 0.025,
  'null-records': 0.025,
  'wrong-ids': 0.02,
  'partial-records': 0.015,
  'null-fields': 0.015,
}

/** Answers of status 200 whose records are missing, null, of other accounts, or incomplete; half of all answers. */
const SPOILED_RECORDS: Partial<Record<Fault, number>> = {
  'missing-records': 0.1,
  'null-records': 0.1,
  'wrong-ids': 0.1,
  'partial-records': 0.1,
  'null-fields': 0.1,
}

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
  const { platform, discord } = bed
  // A random stream for each part, because they draw at the same time.
  const streamOf = (part: string) => createRandom(seed, 'watch trial', part)
  const accounts = new Map([...accountsWithBans(seed, ACCOUNTS)].slice(0, WATCHED))
  const lists = drawLists(streamOf('lists'), discord.guildIds, [...accounts.keys()])
  const database = await openLists(bed.databaseUrl, discord, lists)
  const told = createTold(discord)
  const trial = createTrial(lists, platform, told)
  await platform.dial({ faults }, 'bans')
  discord.rest.spoil({ share: SPOILED, seed })

  const startedAt = performance.now()
  const killing = streamOf('kills')
  const endKilling = startKilling(bed, () => killing.integer(...RUNS_MS))
  await untilKnown(database, [...accounts.keys()], KNOWN_WITHIN_MS)
  const ended = AbortSignal.timeout(CHANGES_MS + TOLD_WITHIN_MS)
  const plan = planChanges(streamOf('changes'), accounts, PLAN)
  await trial.makeAll(plan, CHANGES_MS, streamOf('pauses'), ended)
  while (trial.missing().length > 0 && !ended.aborted) await sleep(1_000)
  const kills = await endKilling()
  const spoiledRequests = discord.rest.spoiled()
  // Wrong or repeated messages may come late.
  await platform.dial({ faults: {} }, 'bans')
  discord.rest.spoil({ share: 0 })
  await untilSwept(database, 3, KNOWN_WITHIN_MS)
  await untilTrue(TOLD_WITHIN_MS, 'the last messages', async () => {
    const due = await database.read(({ outbox }) => outbox.countDue(ALERTS.name, Date.now() / 1_000))
    return due === 0
  })
  await database.close()

  const { expected, lost, wrong, wrongLifts, repeated } = trial.verdict()
  const delays = trial.delays().map((ms) => ms / 1_000)
  const seconds = (performance.now() - startedAt) / 1_000
  return {
    rows: [
      {
        what: `${whole(accounts.size)} watched IDs on ${SERVERS} servers, ${CHANGES} changes, ${how}, a fifth of Discord's spoiled, SIGKILL every few seconds, seed ${seed}`,
        target: 'each change told to each server: 0 lost, 0 false, 0 "lifted" that was not',
        measured: `${whole(expected)} due: ${lost.length} lost, ${repeated.length} twice, ${wrong.length} false, ${wrongLifts.length} of these "lifted"; ${kills} kills in ${whole(seconds)} s`,
        isMet: lost.length + wrong.length === 0 && expected > 0,
      },
    ],
    notes: [
      `Alerts, seed ${seed}: ${told.messages()} messages, ${spoiledRequests} of Discord's answers spoiled; from a change to its message p50 ${percentile(delays, 50).toFixed(0)} s, p99 ${percentile(delays, 99).toFixed(0)} s with sweeps every ${INTERVAL_SECONDS} s.`,
      ...discord
        .violations()
        .slice(0, 3)
        .map((violation) => `ALERTS: rule of Discord broken: ${violation}`),
      ...Object.entries({ lost, wrong, repeated }).flatMap(([name, keys]) =>
        keys.slice(0, 5).map((key) => `ALERTS, seed ${seed}: ${name} ${key}`),
      ),
    ],
  }
}

/** Kills and starts the service repeatedly until the returned function is called, which leaves it running and counts the kills. */
function startKilling({ start }: WatchBed, drawMs: () => number): () => Promise<number> {
  let kills = 0
  const stopped = new AbortController()
  const run = async () => {
    for (;;) {
      const server = await start()
      await sleep(drawMs(), undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      await server.kill()
      kills++
    }
  }
  const running = run()
  // A failed start is reported when it is stopped.
  running.catch(() => {})
  return async () => {
    stopped.abort()
    await running
    return kills
  }
}
