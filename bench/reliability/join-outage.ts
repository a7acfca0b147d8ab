import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import { judgeJoin, type JudgedJoin } from '../joins/judge-join.ts'
import { toKnownOutageRow } from '../joins/known-outage-row.ts'
import { toLeakRow } from '../joins/leak-row.ts'
import { openPolicyBed, type PolicyBed } from '../joins/policy-bed.ts'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { inCrowd, inPace, overAfter } from '../support/client.ts'
import { whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const ACCOUNTS = 5_000
const LATENCY_MS = 20
const PER_SECOND = 10
const REMEMBERED = 200
const AT_ONCE = 10
const OUTAGE_MS = 25_000
/** The time after which the circuits are open, even if Steam hangs. */
const KNOWN_AFTER_MS = 12_000
const LONGEST_MS = 3_500
/** Cached answers expire before the outage begins. */
const SETTINGS = { CACHE_ACCOUNT_SECONDS: '1', CACHE_HOURS_SECONDS: '1' }
const RULES = { maxVacBans: 0, maxGameBans: 0, minAccountAgeDays: 1_000, minRustHours: 100 }

const OUTAGES: { name: string; fault: Fault }[] = [
  { name: 'every call hangs', fault: 'hang' },
  { name: '503 from every method', fault: '503' },
  { name: 'every connection reset', fault: 'reset' },
]

interface TimedJoin extends JudgedJoin {
  /** Milliseconds since the start of the outage. */
  sinceMs: number
}

/** Joins during outages: their response times, and the verdicts on players who joined before. */
export async function measureJoinOutages(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  for (const outage of OUTAGES) rows.push(...(await measureOutage(testbed, outage)))
  return {
    rows,
    notes: [
      `Joins in an outage: ${PER_SECOND} unknown players a second, policy of bans, age and hours; "once known" is from ${KNOWN_AFTER_MS / 1_000} s after its start.`,
    ],
  }
}

async function measureOutage(testbed: Testbed, { name, fault }: (typeof OUTAGES)[number]): Promise<Row[]> {
  const terms = { rules: RULES, settings: SETTINGS }
  const bed = await openPolicyBed(testbed, { ...terms, latencyMs: LATENCY_MS, accounts: ACCOUNTS, seed: 1 })
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  const known = Array.from({ length: REMEMBERED }, next)
  const before = await inCrowd(known, AT_ONCE, (steamId) => join(bed, steamId))
  await sleep(2_000)
  await bed.platform.dial({ faults: { [fault]: 1 } })
  const beganAt = performance.now()
  const strangers = await inPace(PER_SECOND, overAfter(OUTAGE_MS), async (): Promise<TimedJoin> => {
    const sinceMs = performance.now() - beganAt
    return { ...(await join(bed, next())), sinceMs }
  })
  const again = await inCrowd(known, AT_ONCE, (steamId) => join(bed, steamId))
  await bed.close()

  const times = strangers.flatMap(({ answers }) => answers.map(({ ms }) => ms))
  const later = strangers.filter(({ sinceMs }) => sinceMs >= KNOWN_AFTER_MS)
  const laterTimes = later.flatMap(({ answers }) => answers.map(({ ms }) => ms))
  const slowest = Math.max(...times)
  const decidedBefore = decidedOf(before)
  const decidedAgain = decidedOf(again)
  const lies = [...before, ...strangers, ...again].flatMap((joined) => joined.lies).length
  const title = `joins, ${name}`
  return [
    {
      what: `${title}: slowest answer`,
      target: `≤ ${LONGEST_MS / 1_000} s, 0 wrong`,
      measured: `${whole(slowest)} ms of ${times.length}, ${lies} wrong`,
      isMet: slowest <= LONGEST_MS && lies === 0,
    },
    toKnownOutageRow(title, laterTimes),
    {
      what: `${title}: players who joined before`,
      target: 'decided as before',
      measured: `${decidedAgain} of ${decidedBefore} decided`,
      isMet: decidedAgain === decidedBefore,
    },
    toLeakRow(title, [bed.leaks]),
  ]
}

async function join({ gameServer, world, policy }: PolicyBed, steamId: string): Promise<JudgedJoin> {
  const outcome = await gameServer().join({ steamId })
  return judgeJoin(world, policy, outcome, [steamId], Math.floor(Date.now() / 1_000))
}

const decidedOf = (joins: JudgedJoin[]) =>
  joins.flatMap(({ answers }) => answers).filter(({ given }) => given === 'allow' || given === 'deny').length
