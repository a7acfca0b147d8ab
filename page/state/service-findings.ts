import type { Status } from '../../src/model/status.ts'

/** Age after which waiting alerts are a problem. */
const LATE_ALERT_SECONDS = 600
/** Age after which errors are listed, but are no current problem. */
const RECENT_SECONDS = 3_600

/** A current problem that is not part of the set-up. */
export interface Finding {
  code: FindingCode
  /** Names of the methods or settings that the problem concerns. */
  names?: string[]
  count?: number
  /** When the problem is expected to occur, Unix seconds. */
  at?: number
}

export type FindingCode = SeriousCode | MinorCode

/** Problems during which no new lookups are answered. */
const SERIOUS = [
  'stopping',
  'overload_event_loop',
  'overload_memory',
  'steam_unreachable',
  'steam_blocked',
  'budget_spent',
] as const
type SeriousCode = (typeof SERIOUS)[number]

type MinorCode =
  | 'budget_reserved'
  | 'budget_scarce'
  | 'budget_forecast'
  | 'circuits_open'
  | 'inventories_blocked'
  | 'store_failing'
  | 'database_failing'
  | 'database_unwritable'
  | 'database_lost'
  | 'replicas_away'
  | 'replicas_differ'
  | 'checks_late'
  | 'checks_unanswered'
  | 'alerts_late'
  | 'recent_errors'

export const isSerious = ({ code }: Finding) => SERIOUS.some((serious) => serious === code)

/** Finds current problems, worst first. Problems of the set-up are in the checklist. */
export function findProblems(status: Status): Finding[] {
  const found = [
    ...processFindings(status),
    ...steamFindings(status),
    ...budgetFindings(status),
    ...storeFindings(status),
    ...replicaFindings(status),
    ...watchFindings(status),
    ...errorFindings(status),
  ]
  return [...found.filter(isSerious), ...found.filter((finding) => !isSerious(finding))]
}

function* processFindings({ process, queue: { overload } }: Status): Generator<Finding> {
  if (process.stopping) yield { code: 'stopping' }
  if (overload !== null) yield { code: `overload_${overload}` }
}

function* steamFindings({ circuits: { platform, down, blocked } }: Status): Generator<Finding> {
  // A missing or refused key is an item of the checklist.
  if (platform === 'unreachable' || platform === 'blocked') yield { code: `steam_${platform}` }
  else if (down.length > 0) yield { code: 'circuits_open', names: down }
  if (blocked.includes('community')) yield { code: 'inventories_blocked' }
}

function* budgetFindings({ budget }: Status): Generator<Finding> {
  if (!budget) return
  if (budget.state !== 'plenty') yield { code: `budget_${budget.state}` }
  const spentAt = budget.forecast?.spentAt ?? null
  if (spentAt !== null && budget.state !== 'spent') yield { code: 'budget_forecast', at: spentAt }
}

function* storeFindings({ process: { store, database } }: Status): Generator<Finding> {
  // Answers are cached in memory meanwhile, so that this is a minor problem.
  if (store.state !== 'open') yield { code: 'store_failing' }
  const { state } = database
  if (state === 'failing' || state === 'unwritable' || state === 'lost') yield { code: `database_${state}` }
}

function* replicaFindings({ replicas }: Status): Generator<Finding> {
  if (replicas?.database === 'away') yield { code: 'replicas_away' }
  if (replicas && replicas.differing.length > 0) yield { code: 'replicas_differ', names: replicas.differing }
}

function* watchFindings({ at, sweeps, alerts }: Status): Generator<Finding> {
  if (sweeps && sweeps.overdue > 0) yield { code: 'checks_late', count: sweeps.overdue }
  if (sweeps && sweeps.unanswered > sweeps.watched / 2) yield { code: 'checks_unanswered', count: sweeps.unanswered }
  if (!alerts) return
  const isLate = alerts.oldestAt !== null && at - alerts.oldestAt > LATE_ALERT_SECONDS
  if (isLate) yield { code: 'alerts_late', count: alerts.waiting + alerts.refusals + alerts.joins }
}

function* errorFindings({ at, errors }: Status): Generator<Finding> {
  const count = errors.filter((error) => error.level === 'error' && at - error.at <= RECENT_SECONDS).length
  if (count > 0) yield { code: 'recent_errors', count }
}
