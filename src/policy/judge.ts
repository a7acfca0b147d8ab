import type { ListedRecord } from '../accounts/shown-record.ts'
import type { Facts } from '../model/facts.ts'
import type { DenyingRule, Policy, PolicyException } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { UnknownPart, Verdict, VerdictReason } from '../model/verdict.ts'
import { type Denial, DENYING_RULES, hasRules, notifyingRules, refusingRules } from './judge-rules.ts'

/** A reason for a verdict, without its text: a rule that denies the account, or the exception that decides. */
export interface Reason extends Omit<VerdictReason, 'text'> {
  /** Days since the newest VAC or game ban; only for rules that count bans. */
  lastBanDays?: number
}

/** A verdict without texts; `until` is defined as in `Verdict`. */
export interface Judgement {
  verdict: Verdict['verdict']
  reasons: Reason[]
  unknown: UnknownPart[]
  until: number | null
}

/**
 * Judges an account by its known facts at a time in Unix seconds. A denial takes precedence over undecided rules; `allow` needs every rule
 * decided; an exception decides without any fact.
 */
export function judge(policy: Policy, facts: Facts, now: number): Judgement {
  const judgement = judgeAt(policy, facts, now)
  const differs = (time: number) => judgeAt(policy, facts, time).verdict !== judgement.verdict
  return { ...judgement, until: turningPoints(policy, facts, now).find(differs) ?? null }
}

function judgeAt(policy: Policy, facts: Facts, now: number): Omit<Judgement, 'until'> {
  const decision = findException(policy, facts.steamId, now)?.decision
  if (decision)
    return { verdict: decision, reasons: [{ code: 'exception', value: decision, limit: null }], unknown: [] }
  const reasons: Reason[] = []
  const unknown: UnknownPart[] = []
  for (const code of refusingRules(policy)) {
    const { part, judge } = DENYING_RULES[code]
    const outcome = judge(policy, facts, now)
    if (outcome.kind === 'denies') reasons.push(toReason(code, outcome))
    if (outcome.kind === 'undecided') unknown.push({ code, part, cause: outcome.cause })
  }
  return { verdict: toVerdict(reasons, unknown), reasons, unknown }
}

const toReason = (code: Reason['code'], { kind: _, ...rest }: Denial): Reason => ({ code, ...rest })

function toVerdict(reasons: Reason[], unknown: UnknownPart[]): Verdict['verdict'] {
  if (reasons.length > 0) return 'deny'
  return unknown.length > 0 ? 'unknown' : 'allow'
}

/** The parts of a verdict that decide which notifying rules may report the account. */
interface Answered extends Pick<Verdict, 'verdict' | 'mode'> {
  reasons: readonly Pick<Reason, 'code'>[]
}

/**
 * The rules that may report an account after this answer: none if an exception decides, or if the account is refused, because refusals are
 * reported anyway.
 */
export function reportingRules(policy: Policy, { verdict, mode, reasons }: Answered): DenyingRule[] {
  const isRefused = verdict === 'deny' && mode === 'enforce'
  return isRefused || reasons.some(({ code }) => code === 'exception') ? [] : notifyingRules(policy)
}

/** The reasons for which an account is reported after this answer, by its known facts at a time in Unix seconds. */
export function judgeNotices(policy: Policy, answered: Answered, facts: Facts, now: number): Reason[] {
  return reportingRules(policy, answered).flatMap((code) => {
    const outcome = DENYING_RULES[code].judge(policy, facts, now)
    return outcome.kind === 'denies' ? [toReason(code, outcome)] : []
  })
}

/** The times after `now` at which a rule or an exception may decide differently for the same facts, ascending; Unix seconds. */
function turningPoints(policy: Policy, facts: Facts, now: number): number[] {
  const { until = null } = policy.exceptions.get(facts.steamId) ?? {}
  const times = refusingRules(policy).map((code) => DENYING_RULES[code].turnsAt(policy, facts))
  return [until, ...times].filter((time): time is number => time !== null && time > now).toSorted((a, b) => a - b)
}

/** The exception that applies to an account at a time in Unix seconds; undefined if there is none or it has ended. */
export function findException({ exceptions }: Policy, steamId: SteamId, now: number): PolicyException | undefined {
  const exception = exceptions.get(steamId)
  return (exception?.until ?? Infinity) > now ? exception : undefined
}

/** The policy of a server, and the time at which it judges, Unix seconds. */
export interface Judging {
  policy: Policy
  now: number
}

/** A judgement, and the reasons for which rules that only notify would report the account. */
interface JudgedBoth extends Judgement {
  notices: Reason[]
}

/** Judges an account by facts that are already known; null when the policy has no rule and no exception for the account. */
export function judgeKnownFacts({ policy, now }: Judging, facts: Facts): JudgedBoth | null {
  const judgement = judge(policy, facts, now)
  if (!hasRules(policy.rules) && judgement.reasons.length === 0) return null
  return { ...judgement, notices: judgeNotices(policy, { ...judgement, mode: policy.mode }, facts, now) }
}

/** Whether the policy would refuse an account by the facts that a list has. */
export const isRefused = ({ policy, now }: Judging, record: ListedRecord) =>
  judge(policy, toFacts(record), now).verdict === 'deny'

function toFacts({ steamId, bans, fetchedAt, profile, hours }: ListedRecord): Facts {
  const known = <Value>(value: Value) => ({ kind: 'known' as const, value, fetchedAt, isStale: false })
  return {
    steamId,
    bans: known(bans),
    profile: profile === null ? { kind: 'unasked' } : known(profile),
    // 0 hours in a list do not say whether the account owns Rust, which rules can distinguish.
    rustHours: hours === null || hours === 0 ? { kind: 'unasked' } : known({ kind: 'hours', hours }),
  }
}
