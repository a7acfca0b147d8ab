import { floorToTenths } from '../lib/tenths.ts'
import {
  DENYING_RULE_NAMES,
  type DenyingRule,
  type HiddenMeaning,
  type PolicyTerms,
  type Rules,
} from '../model/policy.ts'
import type { FactPart, UnknownPart, VerdictReason } from '../model/verdict.ts'
import { accountAgeDays, lastBanDays } from '../accounts/fact-ages.ts'
import type { Fact, Facts, KnownFact, ProfileFacts } from '../model/facts.ts'

type Value = VerdictReason['value']

/** What a rule says of an account. */
type Outcome = { kind: 'accepts' } | Denial | { kind: 'undecided'; cause: UnknownPart['cause'] }

export interface Denial {
  kind: 'denies'
  value: Value
  limit: Value
  /** Days since the newest VAC or game ban; for numbers of bans only. */
  lastBanDays?: number
}

interface Rule {
  /** The part of an account that the rule rests on. */
  part: FactPart
  judge: (terms: PolicyTerms, facts: Facts, now: number) => Outcome
}

const ACCEPTS: Outcome = { kind: 'accepts' }
const UNAVAILABLE: Outcome = { kind: 'undecided', cause: 'unavailable' }

const onPart =
  <T>(part: FactPart, factOf: (facts: Facts) => Fact<T>) =>
  (judge: (fact: KnownFact<T>, terms: PolicyTerms, now: number) => Outcome): Rule => ({
    part,
    judge: (terms, facts, now) => {
      const fact = factOf(facts)
      return fact.kind === 'known' ? judge(fact, terms, now) : UNAVAILABLE
    },
  })

const onBans = onPart('bans', ({ bans }) => bans)
const onProfile = onPart('profile', ({ profile }) => profile)
const onHours = onPart('rustHours', ({ rustHours }) => rustHours)

/** How each rule decides; asked only for rules that the policy has. */
export const DENYING_RULES: Record<DenyingRule, Rule> = {
  maxVacBans: onBans((bans, { rules }, now) =>
    judgeCount(bans.value.NumberOfVACBans, rules.maxVacBans ?? 0, lastBanDays(bans, now), rules),
  ),
  maxGameBans: onBans((bans, { rules }, now) =>
    judgeCount(bans.value.NumberOfGameBans, rules.maxGameBans ?? 0, lastBanDays(bans, now), rules),
  ),
  denyCommunityBan: onBans(({ value }) => judgeFlag(value.CommunityBanned)),
  denyTradeBan: onBans(({ value }) => judgeTrade(value.EconomyBan, 'banned')),
  denyTradeProbation: onBans(({ value }) => judgeTrade(value.EconomyBan, 'probation')),
  minAccountAgeDays: onProfile(({ value }, terms, now) => judgeAge(value, terms, now)),
  minRustHours: onHours(({ value }, { rules, onUnknown }) => {
    const { minRustHours: limit = 0 } = rules
    if (value.kind !== 'hours') return judgeHidden(onUnknown.minRustHours, value.kind, limit)
    return value.hours >= limit ? ACCEPTS : { kind: 'denies', value: floorToTenths(value.hours), limit }
  }),
  denyPrivateProfile: onProfile(({ value }) => judgeFlag(value.isPrivate)),
  denyHiddenHours: onHours(({ value }) =>
    value.kind === 'hours' ? ACCEPTS : { kind: 'denies', value: value.kind, limit: false },
  ),
  denyUnconfigured: onProfile(({ value }) => judgeFlag(value.isConfigured === null ? null : !value.isConfigured)),
}

/** The rules of a policy that can deny. */
export function denyingRules(rules: Rules): DenyingRule[] {
  return DENYING_RULE_NAMES.filter((rule) => rules[rule] !== undefined && rules[rule] !== false)
}

function judgeCount(count: number, limit: number, days: number, { banForgottenAfterDays }: Rules): Outcome {
  const isForgotten = banForgottenAfterDays !== undefined && days >= banForgottenAfterDays
  return count <= limit || isForgotten ? ACCEPTS : { kind: 'denies', value: count, limit, lastBanDays: days }
}

/** Null when Steam did not say. */
function judgeFlag(isSet: boolean | null): Outcome {
  if (isSet === null) return UNAVAILABLE
  return isSet ? { kind: 'denies', value: true, limit: false } : ACCEPTS
}

function judgeTrade(standing: string, denied: 'banned' | 'probation'): Outcome {
  if (standing === denied) return { kind: 'denies', value: standing, limit: false }
  // Steam may add standings, and a new one may be worse than the denied one.
  return ['none', 'probation', 'banned'].includes(standing) ? ACCEPTS : UNAVAILABLE
}

function judgeAge({ createdAt, isPrivate }: ProfileFacts, { rules, onUnknown }: PolicyTerms, now: number): Outcome {
  const { minAccountAgeDays: limit = 0 } = rules
  // Without a time of creation only a private profile hides it; a public one always has it.
  if (createdAt === null) return isPrivate ? judgeHidden(onUnknown.minAccountAgeDays, 'hidden', limit) : UNAVAILABLE
  const days = accountAgeDays(createdAt, now)
  return days >= limit ? ACCEPTS : { kind: 'denies', value: days, limit }
}

function judgeHidden(meaning: HiddenMeaning | undefined, value: Value, limit: number): Outcome {
  if (meaning === 'allow') return ACCEPTS
  return meaning === 'deny' ? { kind: 'denies', value, limit } : { kind: 'undecided', cause: 'hidden' }
}
