import { accountAgeDays, DAY_SECONDS, lastBanDays } from '../accounts/to-facts.ts'
import { toTenthsBelow } from '../lib/tenths.ts'
import type { Bans } from '../model/account.ts'
import type { Fact, Facts, KnownFact, ProfileFacts } from '../model/facts.ts'
import {
  DENYING_RULE_NAMES,
  type DenyingRule,
  isRefusing,
  isSet,
  type HiddenMeaning,
  type PolicyTerms,
  type Rules,
  type RuleTerms,
} from '../model/policy.ts'
import { FACT_PARTS, type FactPart, type UnknownPart, type VerdictReason } from '../model/verdict.ts'

type Value = VerdictReason['value']

/** The outcome of one rule for an account. */
type Outcome = { kind: 'accepts' } | Denial | { kind: 'undecided'; cause: UnknownPart['cause'] }

export interface Denial {
  kind: 'denies'
  value: Value
  limit: Value
  /** Days since the newest VAC or game ban; only for rules that count bans. */
  lastBanDays?: number
}

interface Rule {
  /** The part of an account that the rule depends on. */
  part: FactPart
  judge: (terms: PolicyTerms, facts: Facts, now: number) => Outcome
  /** The time from which the rule decides differently for the same facts, Unix seconds; null if its decision does not depend on time. */
  turnsAt: (terms: PolicyTerms, facts: Facts) => number | null
}

const ACCEPTS: Outcome = { kind: 'accepts' }
const UNAVAILABLE: Outcome = { kind: 'undecided', cause: 'unavailable' }

/** Creates rules about a part of an account: how a rule judges when the part is known, and when it turns, for one that depends on time. */
const onPart =
  <T>(part: FactPart, factOf: (facts: Facts) => Fact<T>) =>
  (
    judge: (fact: KnownFact<T>, terms: PolicyTerms, now: number) => Outcome,
    turnsAt: (fact: KnownFact<T>, terms: PolicyTerms) => number | null = () => null,
  ): Rule => ({
    part,
    judge: (terms, facts, now) => {
      const fact = factOf(facts)
      return fact.kind === 'known' ? judge(fact, terms, now) : UNAVAILABLE
    },
    turnsAt: (terms, facts) => {
      const fact = factOf(facts)
      return fact.kind === 'known' ? turnsAt(fact, terms) : null
    },
  })

const onBans = onPart('bans', ({ bans }) => bans)
const onProfile = onPart('profile', ({ profile }) => profile)
const onHours = onPart('rustHours', ({ rustHours }) => rustHours)

const limitOfBans = (rule: 'maxVacBans' | 'maxGameBans', countOf: (bans: Bans) => number) =>
  onBans(
    (bans, { rules }, now) => judgeCount(countOf(bans.value), rules[rule] ?? 0, lastBanDays(bans, now), rules),
    forgottenAt,
  )

/** How each rule judges; to be called only for rules that the policy has. */
export const DENYING_RULES: Record<DenyingRule, Rule> = {
  maxVacBans: limitOfBans('maxVacBans', ({ NumberOfVACBans }) => NumberOfVACBans),
  maxGameBans: limitOfBans('maxGameBans', ({ NumberOfGameBans }) => NumberOfGameBans),
  denyCommunityBan: onBans(({ value }) => judgeFlag(value.CommunityBanned)),
  denyTradeBan: onBans(({ value }) => judgeTrade(value.EconomyBan, 'banned')),
  denyTradeProbation: onBans(({ value }) => judgeTrade(value.EconomyBan, 'probation')),
  minAccountAgeDays: onProfile(
    ({ value }, terms, now) => judgeAge(value, terms, now),
    ({ value: { createdAt } }, { rules: { minAccountAgeDays = 0 } }) =>
      createdAt === null ? null : createdAt + minAccountAgeDays * DAY_SECONDS,
  ),
  minRustHours: onHours(({ value }, { rules, onUnknown }) => {
    const { minRustHours: limit = 0 } = rules
    if (value.kind !== 'hours') return judgeHidden(onUnknown.minRustHours, value.kind, limit)
    return value.hours >= limit ? ACCEPTS : { kind: 'denies', value: toTenthsBelow(value.hours, limit), limit }
  }),
  denyPrivateProfile: onProfile(({ value }) => judgeFlag(value.isPrivate)),
  denyHiddenHours: onHours(({ value }) =>
    value.kind === 'hours' ? ACCEPTS : { kind: 'denies', value: value.kind, limit: false },
  ),
  denyUnconfigured: onProfile(({ value }) => judgeFlag(value.isConfigured === null ? null : !value.isConfigured)),
}

/** The rules of a policy that can refuse an account. */
export const refusingRules = (terms: Pick<RuleTerms, 'rules' | 'actions'>): DenyingRule[] =>
  DENYING_RULE_NAMES.filter((rule) => isRefusing(rule, terms))

/** The rules of a policy that only notify. */
export const notifyingRules = (terms: Pick<RuleTerms, 'rules' | 'actions'>): DenyingRule[] =>
  DENYING_RULE_NAMES.filter((rule) => isSet(rule, terms.rules) && !isRefusing(rule, terms))

/** The time at which the newest ban is old enough to be forgotten. */
function forgottenAt({ value, fetchedAt }: KnownFact<Bans>, { rules: { banForgottenAfterDays: days } }: PolicyTerms) {
  return days === undefined ? null : fetchedAt + (days - value.DaysSinceLastBan) * DAY_SECONDS
}

function judgeCount(count: number, limit: number, days: number, { banForgottenAfterDays }: Rules): Outcome {
  const isForgotten = banForgottenAfterDays !== undefined && days >= banForgottenAfterDays
  return count <= limit || isForgotten ? ACCEPTS : { kind: 'denies', value: count, limit, lastBanDays: days }
}

/** Judges a fact that is true or false: an account for which it is true is denied. `isSet` is null if Steam did not say. */
function judgeFlag(isSet: boolean | null): Outcome {
  if (isSet === null) return UNAVAILABLE
  return isSet ? { kind: 'denies', value: true, limit: false } : ACCEPTS
}

function judgeTrade(standing: string, denied: 'banned' | 'probation'): Outcome {
  if (standing === denied) return { kind: 'denies', value: standing, limit: false }
  // Steam may add standings, and a new standing may be worse than the denied standing.
  return ['none', 'probation', 'banned'].includes(standing) ? ACCEPTS : UNAVAILABLE
}

function judgeAge({ createdAt, isPrivate }: ProfileFacts, { rules, onUnknown }: PolicyTerms, now: number): Outcome {
  const { minAccountAgeDays: limit = 0 } = rules
  // Only a private profile hides the time of creation; a public profile always has it.
  if (createdAt === null) return isPrivate ? judgeHidden(onUnknown.minAccountAgeDays, 'hidden', limit) : UNAVAILABLE
  const days = accountAgeDays(createdAt, now)
  return days >= limit ? ACCEPTS : { kind: 'denies', value: days, limit }
}

function judgeHidden(meaning: HiddenMeaning | undefined, value: Value, limit: number): Outcome {
  if (meaning === 'allow') return ACCEPTS
  return meaning === 'deny' ? { kind: 'denies', value, limit } : { kind: 'undecided', cause: 'hidden' }
}

/** The parts of an account that these rules need, each once. For an account with an exception, no part is needed. */
export function partsOf(rules: readonly DenyingRule[]): FactPart[] {
  const needed = new Set(rules.map((rule) => DENYING_RULES[rule].part))
  return FACT_PARTS.filter((part) => needed.has(part))
}

/** Whether there is a rule that refuses or notifies. */
export const hasRules = (rules: Rules): boolean => DENYING_RULE_NAMES.some((rule) => isSet(rule, rules))
