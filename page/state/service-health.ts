import type { Status } from '../../src/model/status.ts'
import { findProblems, isSerious, type Finding } from './service-findings.ts'

export type Check = Status['checklist'][number]

/** `down`: no new lookups are answered. `unknown`: no problem is known, but some facts are missing. */
export type Overall = 'down' | 'attention' | 'unknown' | 'well'

export interface ServiceHealth {
  overall: Overall
  findings: Finding[]
  /** The items of the checklist: items that need attention, items whose state is unknown, and all others. */
  checks: { attention: Check[]; unknown: Check[]; settled: Check[] }
  /** Number of findings and items of the checklist that need attention; `unknown` counts the unknown facts. */
  attention: number
  unknown: number
}

/** Summarizes the state of a service for its operator. */
export function judgeHealth(status: Status): ServiceHealth {
  const findings = findProblems(status)
  const checks = {
    attention: inStates(status, 'missing', 'warning'),
    unknown: inStates(status, 'unknown'),
    settled: inStates(status, 'done', 'off'),
  }
  const attention = findings.length + checks.attention.length
  const unknown = checks.unknown.length + (isBudgetUnknown(status) ? 1 : 0)
  return { overall: rank(status, { findings, attention, unknown }), findings, checks, attention, unknown }
}

/** Whether everything but the backup is known, as after an installation. */
export const isOnlyBackupUnknown = ({ unknown, checks }: Pick<ServiceHealth, 'unknown' | 'checks'>) =>
  unknown === 1 && checks.unknown[0]?.code === 'backup'

function rank(
  { circuits: { platform } }: Status,
  { findings, attention, unknown }: Omit<ServiceHealth, 'overall' | 'checks'>,
): Overall {
  // A missing or refused key is an item of the checklist and not a finding.
  const hasKey = platform !== 'not_configured' && platform !== 'key_refused'
  if (!hasKey || findings.some(isSerious)) return 'down'
  if (attention > 0) return 'attention'
  return unknown > 0 ? 'unknown' : 'well'
}

/** Whether the number of the day's calls is unknown. Without a key there is no such number to know. */
const isBudgetUnknown = ({ budget, circuits: { platform } }: Status) => budget === null && platform !== 'not_configured'

/** The items in the given states, in the order of the states. */
const inStates = ({ checklist }: Status, ...states: Check['state'][]) =>
  states.flatMap((state) => checklist.filter((check) => check.state === state))
