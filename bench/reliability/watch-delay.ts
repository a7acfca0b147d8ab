import { setTimeout as sleep } from 'node:timers/promises'
import { planChanges } from '../support/ban-plan.ts'
import { percentile, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { createTold } from '../support/told.ts'
import { openWatchBed } from '../support/watch-bed.ts'
import { accountsWithBans, drawLists, openLists, untilKnown } from '../support/watch-lists.ts'
import { createTrial, streamOf } from '../support/watch-trial.ts'

const SERVERS = 20
const WATCHED = 2_000
const LATENCY_MS = 100
const INTERVAL_SECONDS = 20
const SLACK_SECONDS = 10
const PLAN = { bans: 100, two: 0, lifts: 100, banAndLift: 0 }
const CHANGES_MS = 120_000
const WITHIN_MS = 120_000

/** The time from a new or a lifted ban to its alert. */
export async function measureWatchDelay(testbed: Testbed): Promise<Findings> {
  const seed = 1 + Math.floor(Math.random() * 1_000_000)
  const accounts = new Map([...accountsWithBans(seed, 2 * WATCHED)].slice(0, WATCHED))
  const bed = await openWatchBed(
    testbed,
    { guilds: SERVERS, accounts: 2 * WATCHED, latencyMs: LATENCY_MS, seed },
    { WATCH_INTERVAL_SECONDS: String(INTERVAL_SECONDS), STEAM_CALLS_PER_DAY: '0' },
  )
  const lists = drawLists(streamOf(seed, 'lists'), bed.discord.guildIds, [...accounts.keys()])
  const database = await openLists(bed.databaseUrl, bed.discord, lists)
  const trial = createTrial(lists, bed.platform, createTold(bed.discord))
  const ours = await bed.start()
  await untilKnown(database, [...accounts.keys()], WITHIN_MS)
  await database.close()
  const plan = planChanges(streamOf(seed, 'changes'), accounts, PLAN)
  await trial.makeAll(plan, CHANGES_MS, streamOf(seed, 'pauses'), AbortSignal.timeout(2 * CHANGES_MS))
  const giveUpAt = performance.now() + WITHIN_MS
  while (trial.missing().length > 0 && performance.now() < giveUpAt) await sleep(1_000)
  await ours.stop()

  const delays = trial.delays()
  const missing = trial.missing()
  const toRow = (what: string, sign: '+' | '-', intervals: number): Row => {
    const seconds = delays.filter((each) => each.what.startsWith(sign)).map(({ ms }) => ms / 1_000)
    const lost = missing.filter((key) => key.includes(` ${sign}`)).length
    const most = intervals * INTERVAL_SECONDS + SLACK_SECONDS
    const slowest = Math.max(...seconds)
    return {
      what: `${what} → its alert, sweeps every ${INTERVAL_SECONDS} s, seed ${seed}`,
      target: `≤ ${most} s (${intervals === 1 ? 'an interval' : 'two intervals'} + ${SLACK_SECONDS} s)`,
      measured: `p50 ${percentile(seconds, 50).toFixed(1)} s, p99 ${percentile(seconds, 99).toFixed(1)} s, slowest ${slowest.toFixed(1)} s of ${seconds.length} alerts, ${lost} missing`,
      isMet: lost === 0 && slowest <= most,
    }
  }
  return { rows: [toRow('a new ban', '+', 1), toRow('a lifted ban', '-', 2)] }
}
