import { createRandom, type Random } from '../../packages/sim-steam/src/random.ts'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import { judgeJoin, type JudgedJoin } from '../joins/judge-join.ts'
import { openPolicyBed, type BenchRules, type PolicyBed } from '../joins/policy-bed.ts'
import { toLeakRow } from '../joins/leak-row.ts'
import { inCrowd } from '../support/client.ts'
import { percentile, whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { mixedFaults } from '../truth/campaign.ts'

const ACCOUNTS = 12_000
const LATENCY_MS = 100
const AT_ONCE = 50
/** The share of Steam's answers that are faulty. */
const FAULTY = 0.2
/** The share of players whose copy of the game belongs to another account. */
const SHARED_COPIES = 0.15
const LONGEST_MS = 3_500

const BAN_RULES = {
  maxVacBans: 0,
  maxGameBans: 0,
  banForgottenAfterDays: 365,
  denyCommunityBan: true,
  denyTradeBan: true,
}
const ALL_RULES = { ...BAN_RULES, minAccountAgeDays: 1_000, minRustHours: 100 }
const POLICIES: (BenchRules & { name: string; joins: number })[] = [
  { name: 'bans', joins: 10_000, rules: BAN_RULES },
  { name: 'bans, age, hours', joins: 10_000, rules: ALL_RULES },
  {
    name: 'bans, age, hours, hidden ones allowed',
    joins: 2_000,
    rules: ALL_RULES,
    onUnknown: { minAccountAgeDays: 'allow', minRustHours: 'allow' },
  },
  {
    name: 'bans, age, hours, hidden ones denied',
    joins: 2_000,
    rules: ALL_RULES,
    onUnknown: { minAccountAgeDays: 'deny', minRustHours: 'deny' },
  },
]
/** Neither the daily limit of calls nor the rate limit of a token is reached during the run. */
const SETTINGS = { STEAM_CALLS_PER_DAY: '0', POLICY_TOKEN_PER_MINUTE: '0' }

/** Equal shares: the faults of the `truth` campaign, and for ban records also those of single records. */
const BAN_FAULTS: Fault[] = ['missing-records', 'null-records', 'partial-records', 'null-fields']

/** Players join while a fifth of Steam's answers are faulty; each outcome is compared with the simulated world. */
export async function measureJoins(testbed: Testbed): Promise<Findings> {
  const seed = 1 + Math.floor(Math.random() * 1_000_000)
  const rows: Row[] = []
  const notes: string[] = []
  for (const { name, joins, ...terms } of POLICIES) {
    const bed = await openPolicyBed(testbed, {
      ...terms,
      latencyMs: LATENCY_MS,
      accounts: ACCOUNTS,
      seed,
      settings: SETTINGS,
    })
    await bed.platform.dial({ faults: mixedFaults(FAULTY) })
    await bed.platform.dial({ faults: banFaults() }, 'bans')
    const { value, calls, ms } = await bed.platform.watch(() => joinAll(bed, joins, createRandom(seed, 'joins', name)))
    await bed.close()
    const title = `${whole(joins)} joins, ${name}, seed ${seed}`
    const seconds = ms / 1_000
    rows.push(...toRows(title, value), toLeakRow(title, [bed.leaks]))
    notes.push(`Joins, ${name}: ${whole(calls.total)} calls, ${whole(seconds)} s; ${formatEnds(value)}.`)
    for (const lie of value.flatMap(({ lies }) => lies).slice(0, 5))
      notes.push(`DIFFERS, ${name}, seed ${seed}: ${lie}`)
    for (const leak of bed.leaks.found().slice(0, 5)) notes.push(`LEAK, ${name}: ${leak}`)
  }
  return { rows, notes, hasFailed: rows.some(({ isMet }) => isMet === false) }
}

function banFaults(): Partial<Record<Fault, number>> {
  const faults = Object.keys(mixedFaults(FAULTY)) as Fault[]
  const all = [...faults, ...BAN_FAULTS]
  return Object.fromEntries(all.map((fault) => [fault, FAULTY / all.length]))
}

/** Lets players join, most of them for the first time; half of the game servers reject when a check fails. */
async function joinAll(bed: PolicyBed, count: number, random: Random): Promise<JudgedJoin[]> {
  const { world, policy } = bed
  const servers = [bed.gameServer(), bed.gameServer({ bansServerFailureMode: 1 })]
  const players = [...Object.values(world.cast), ...shuffle(random, world.ids)].slice(0, count)
  while (players.length < count) players.push(random.pick(world.ids))
  const joining = players.map((steamId) => ({
    steamId,
    ...(random.chance(SHARED_COPIES) ? { ownerSteamId: random.pick(world.ids) } : {}),
  }))
  return inCrowd(joining, AT_ONCE, async (player) => {
    const outcome = await random.pick(servers).join(player)
    const accounts = [...new Set([player.ownerSteamId ?? player.steamId, player.steamId])]
    return judgeJoin(world, policy, outcome, accounts, Math.floor(Date.now() / 1_000))
  })
}

function toRows(title: string, joins: JudgedJoin[]): Row[] {
  const lies = joins.flatMap((join) => join.lies)
  const answers = joins.flatMap((join) => join.answers)
  const decidable = answers.filter(({ implied }) => implied !== 'unknown')
  const share = decidable.filter(({ implied, given }) => given === implied).length / decidable.length
  const times = answers.map(({ ms }) => ms)
  const slowest = Math.max(...times)
  return [
    {
      what: title,
      target: 'no outcome that the world and the policy do not imply',
      measured: `${lies.length} of ${whole(joins.length)} differ (${whole(answers.length)} requests)`,
      isMet: lies.length === 0,
    },
    {
      what: `${title}: verdicts that do not rest on hidden facts`,
      target: '≥ 99 % decided',
      measured: `${(100 * share).toFixed(2)} % of ${whole(decidable.length)}`,
      isMet: share >= 0.99,
    },
    {
      what: `${title}: time of an answer`,
      target: `≤ ${LONGEST_MS / 1_000} s`,
      measured: `p50 ${whole(percentile(times, 50))} ms, p99 ${whole(percentile(times, 99))} ms, slowest ${whole(slowest)} ms`,
      isMet: slowest <= LONGEST_MS,
    },
  ]
}

function formatEnds(joins: JudgedJoin[]): string {
  const counts = new Map<string, number>()
  for (const { implied, end } of joins.flatMap(({ answers }) => answers)) {
    const kind = `${implied}: ${end}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, count]) => `${whole(count)} × ${kind}`)
    .join(', ')
}

function shuffle<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ value }) => value)
}
