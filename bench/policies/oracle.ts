import type { DenyingRule, Policy } from '../../src/model/policy.ts'
import type { Facts } from '../../src/model/facts.ts'

const DAY = 86_400

/** What a rule says of an account. */
type Opinion = 'accepts' | 'denies' | 'hidden' | 'unavailable'

/**
 * What a policy says of an account at a time, rule by rule, without the rules that only notify. Written from the documentation of the rules, and imports nothing but types from
 * `src`, so that a mistake there is not repeated.
 */
export function opinionsOf(policy: Policy, facts: Facts, now: number): Map<string, Opinion> {
  const opinions = new Map<string, Opinion>()
  const exception = policy.exceptions.get(facts.steamId)
  if (exception && (exception.until === null || now < exception.until)) {
    return opinions.set('exception', exception.decision === 'deny' ? 'denies' : 'accepts')
  }
  for (const rule of rulesOf(policy))
    if (!notifies(policy, rule)) opinions.set(rule, opinionOf(rule, policy, facts, now))
  return opinions
}

/** The rules by which an account is reported although it is not refused, in the order of the names. */
export function noticesOf(policy: Policy, facts: Facts, now: number): string[] {
  const opinions = opinionsOf(policy, facts, now)
  if (opinions.has('exception')) return []
  if (policy.mode === 'enforce' && verdictOf(opinions) === 'deny') return []
  return rulesOf(policy)
    .filter((rule) => notifies(policy, rule) && opinionOf(rule, policy, facts, now) === 'denies')
    .toSorted()
}

const rulesOf = ({ rules }: Policy) =>
  Object.entries(rules)
    .filter(([rule, limit]) => limit !== false && rule !== 'banForgottenAfterDays')
    .map(([rule]) => rule)

const notifies = ({ actions }: Policy, rule: string) => new Map(Object.entries(actions)).get(rule) === 'notify'

const opinionOf = (rule: string, policy: Policy, facts: Facts, now: number): Opinion =>
  OPINIONS.get(rule)?.(policy, facts, now) ?? 'unavailable'

/** The verdict that follows from the opinions. */
export function verdictOf(opinions: ReadonlyMap<string, Opinion>): 'allow' | 'deny' | 'unknown' {
  const all = [...opinions.values()]
  if (all.includes('denies')) return 'deny'
  return all.every((opinion) => opinion === 'accepts') ? 'allow' : 'unknown'
}

const deniesIf = (isDenied: boolean): Opinion => (isDenied ? 'denies' : 'accepts')
const TRADE_STANDINGS = new Set(['none', 'probation', 'banned'])

type Judge = (policy: Policy, facts: Facts, now: number) => Opinion

const RULES: Record<DenyingRule, Judge> = {
  maxVacBans: ({ rules }, facts, now) => {
    if (facts.bans.kind !== 'known') return 'unavailable'
    return deniesIf(facts.bans.value.NumberOfVACBans > (rules.maxVacBans ?? 0) && !isForgotten(rules, facts.bans, now))
  },
  maxGameBans: ({ rules }, facts, now) => {
    if (facts.bans.kind !== 'known') return 'unavailable'
    return deniesIf(
      facts.bans.value.NumberOfGameBans > (rules.maxGameBans ?? 0) && !isForgotten(rules, facts.bans, now),
    )
  },
  denyCommunityBan: (_, { bans }) => (bans.kind === 'known' ? deniesIf(bans.value.CommunityBanned) : 'unavailable'),
  denyTradeBan: (_, { bans }) => {
    if (bans.kind !== 'known' || !TRADE_STANDINGS.has(bans.value.EconomyBan)) return 'unavailable'
    return deniesIf(bans.value.EconomyBan === 'banned')
  },
  denyTradeProbation: (_, { bans }) => {
    if (bans.kind !== 'known' || !TRADE_STANDINGS.has(bans.value.EconomyBan)) return 'unavailable'
    return deniesIf(bans.value.EconomyBan === 'probation')
  },
  minAccountAgeDays: ({ rules, onUnknown }, { profile }, now) => {
    if (profile.kind !== 'known') return 'unavailable'
    const { createdAt, isPrivate } = profile.value
    if (createdAt !== null) return deniesIf(Math.max(createdAt, now) < createdAt + (rules.minAccountAgeDays ?? 0) * DAY)
    return isPrivate === true ? meaningOf(onUnknown.minAccountAgeDays) : 'unavailable'
  },
  minRustHours: ({ rules, onUnknown }, { rustHours }) => {
    if (rustHours.kind !== 'known') return 'unavailable'
    if (rustHours.value.kind === 'hours') return deniesIf(rustHours.value.hours < (rules.minRustHours ?? 0))
    return meaningOf(onUnknown.minRustHours)
  },
  denyPrivateProfile: (_, { profile }) => {
    if (profile.kind !== 'known' || profile.value.isPrivate === null) return 'unavailable'
    return deniesIf(profile.value.isPrivate)
  },
  denyHiddenHours: (_, { rustHours }) =>
    rustHours.kind === 'known' ? deniesIf(rustHours.value.kind !== 'hours') : 'unavailable',
  denyUnconfigured: (_, { profile }) => {
    if (profile.kind !== 'known' || profile.value.isConfigured === null) return 'unavailable'
    return deniesIf(!profile.value.isConfigured)
  },
}

const OPINIONS: ReadonlyMap<string, Judge> = new Map(Object.entries(RULES))

function isForgotten(rules: Policy['rules'], bans: Extract<Facts['bans'], { kind: 'known' }>, now: number): boolean {
  if (rules.banForgottenAfterDays === undefined) return false
  // The latest time that the newest ban may have happened at.
  const bannedAt = bans.fetchedAt - bans.value.DaysSinceLastBan * DAY
  return Math.max(now, bans.fetchedAt) >= bannedAt + rules.banForgottenAfterDays * DAY
}

function meaningOf(meaning: 'unknown' | 'deny' | 'allow' | undefined): Opinion {
  if (meaning === 'allow') return 'accepts'
  return meaning === 'deny' ? 'denies' : 'hidden'
}
