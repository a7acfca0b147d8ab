import { setTimeout as sleep } from 'node:timers/promises'
import { ALERTS } from '../../src/watch/alerts.ts'
import { WATCHED_JOINS } from '../../src/watch/joins.ts'
import type { SimDiscord } from '../../packages/sim-discord/src/index.ts'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import { planChanges, type PlanSize } from './ban-plan.ts'
import type { Platform } from './platform.ts'
import { spoilBans } from './spoil.ts'
import { percentile, whole, type Findings, type Row } from './table.ts'
import { createJoinTrial, type Door } from './join-trial.ts'
import { createTold } from './told.ts'
import { accountsWithBans, drawLists, openLists, untilKnown, untilSwept, untilTrue } from './watch-lists.ts'
import { createTrial, streamOf } from './watch-trial.ts'

/** The share of Discord's answers that is spoiled. */
const SPOILED = 0.2
const KNOWN_WITHIN_MS = 300_000
const TOLD_WITHIN_MS = 900_000

/** Changes of watched accounts; all of them have to be told, even if the service is disrupted. */
export interface AlertCampaign {
  seed: number
  platform: Platform
  discord: SimDiscord
  databaseUrl: string
  /** The number of accounts of the simulated Steam, and of those on the lists. */
  accounts: number
  watched: number
  plan: PlanSize
  /** How many changes the plan has, and in which time they are made. */
  changes: number
  changesMs: number
  intervalSeconds: number
  /** The faults of Steam, and their description. */
  faults: Partial<Record<Fault, number>>
  how: string
  /** The service that game servers ask, and how many watched accounts join meanwhile; undefined if none does. */
  joins?: Door & { count: number }
  /**
   * Starts the service and begins to disrupt it. The returned function ends that, leaves the service running, and says how often it was
   * disrupted.
   */
  disrupt: () => Promise<() => Promise<string>>
}

/** Makes the changes, and judges what the service has told of them. */
export async function runAlertCampaign(campaign: AlertCampaign): Promise<Findings> {
  const { seed, platform, discord, how } = campaign
  const accounts = new Map([...accountsWithBans(seed, campaign.accounts)].slice(0, campaign.watched))
  const lists = drawLists(streamOf(seed, 'lists'), discord.guildIds, [...accounts.keys()])
  const database = await openLists(campaign.databaseUrl, discord, lists)
  const told = createTold(discord)
  const trial = createTrial(lists, platform, told)
  const joins = campaign.joins && createJoinTrial(lists, campaign.joins, told)
  await joins?.open(database)
  await spoilBans(platform, campaign.faults)
  discord.rest.spoil({ share: SPOILED, seed })

  const startedAt = performance.now()
  const endDisruption = await campaign.disrupt()
  await untilKnown(database, [...accounts.keys()], KNOWN_WITHIN_MS)
  const ended = AbortSignal.timeout(campaign.changesMs + TOLD_WITHIN_MS)
  const plan = planChanges(streamOf(seed, 'changes'), accounts, campaign.plan)
  await Promise.all([
    trial.makeAll(plan, campaign.changesMs, streamOf(seed, 'pauses'), ended),
    joins?.askAll(campaign.joins?.count ?? 0, campaign.changesMs, streamOf(seed, 'joins'), ended),
  ])
  const missing = () => [...trial.missing(), ...(joins?.missing() ?? [])]
  while (missing().length > 0 && !ended.aborted) await sleep(1_000)
  const disruptions = await endDisruption()
  const spoiledRequests = discord.rest.spoiled()
  // Wrong or repeated messages may come late.
  await spoilBans(platform, {})
  discord.rest.spoil({ share: 0 })
  await untilSwept(database, 3, KNOWN_WITHIN_MS)
  await untilTrue(TOLD_WITHIN_MS, 'the last messages', async () => {
    const counts = await database.read(({ outbox }) =>
      Promise.all([ALERTS, WATCHED_JOINS].map(({ name }) => outbox.countDue(name, Date.now() / 1_000))),
    )
    return counts.every((count) => count === 0)
  })
  await database.close()

  const { expected, lost, wrong, wrongLifts, repeated } = trial.verdict()
  const delays = trial.delays().map(({ ms }) => ms / 1_000)
  const seconds = (performance.now() - startedAt) / 1_000
  const { lost: lostJoins = [], wrong: wrongJoins = [], repeated: repeatedJoins = [] } = joins?.verdict() ?? {}
  const joinFaults = { lost: lostJoins, wrong: wrongJoins, repeated: repeatedJoins }
  const toExamples = (what: string, judged: Record<string, string[]>) =>
    Object.entries(judged).flatMap(([name, keys]) =>
      keys.slice(0, 5).map((key) => `${what}, seed ${seed}: ${name} ${key}`),
    )
  return {
    rows: [
      {
        what: `${whole(accounts.size)} watched IDs on ${discord.guildIds.length} servers, ${campaign.changes} changes, ${how}, seed ${seed}`,
        target: 'each change told to each server: 0 lost, 0 false, 0 "lifted" that was not',
        measured: `${whole(expected)} due: ${lost.length} lost, ${repeated.length} twice, ${wrong.length} false, ${wrongLifts.length} of these "lifted"; ${disruptions} in ${whole(seconds)} s`,
        isMet: lost.length + wrong.length === 0 && expected > 0,
      },
      ...(joins ? toJoinRows(joins, how, seed) : []),
    ],
    notes: [
      `Alerts, seed ${seed}: ${told.messages()} messages, ${spoiledRequests} of Discord's answers spoiled; from a change to its message p50 ${percentile(delays, 50).toFixed(0)} s, p99 ${percentile(delays, 99).toFixed(0)} s with sweeps every ${campaign.intervalSeconds} s.`,
      ...discord
        .violations()
        .slice(0, 3)
        .map((violation) => `ALERTS: rule of Discord broken: ${violation}`),
      ...toExamples('ALERTS', { lost, wrong, repeated }),
      ...toExamples('JOINS', joinFaults),
    ],
  }
}

function toJoinRows(joins: ReturnType<typeof createJoinTrial>, how: string, seed: number): Row[] {
  const { due, lost, wrong, repeated, delays } = joins.verdict()
  const inSeconds = (values: number[]) =>
    [50, 95].map((share) => `p${share} ${(percentile(values, share) / 1_000).toFixed(1)} s`).join(', ')
  const working = delays.map(({ workingMs }) => workingMs)
  return [
    {
      what: `watched accounts join, ${how}, seed ${seed}`,
      target: 'each stored join told: 0 lost, 0 false',
      measured: `${whole(due)} due: ${lost.length} lost, ${repeated.length} twice, ${wrong.length} false`,
      isMet: lost.length + wrong.length === 0 && due > 0,
    },
    {
      what: `a watched account joins → its message, without the time until a killed process is replaced, seed ${seed}`,
      target: 'p95 ≤ 5 s',
      measured: `${inSeconds(working)} of ${whole(delays.length)} messages (with that time ${inSeconds(delays.map(({ ms }) => ms))})`,
      isMet: percentile(working, 95) <= 5_000,
    },
  ]
}
