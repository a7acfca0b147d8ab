import type { Policy } from '../model/policy.ts'
import type { ListedRecord } from '../accounts/shown-record.ts'
import type { Facts } from '../model/facts.ts'
import { judge, judgeNotices, type Judgement, type Reason } from './judge.ts'
import { hasRules } from './judge-rules.ts'

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

/** The reasons for which the policy would refuse an account, judged by the facts that a list has; empty when they lead to no refusal. */
export function findRefusal({ policy, now }: Judging, record: ListedRecord): Reason[] {
  const { verdict, reasons } = judge(policy, toFacts(record), now)
  return verdict === 'deny' ? reasons : []
}

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
