import { keysOf } from './objects.ts'
import { z } from 'zod'
import { steamIdSchema } from './account.ts'
import { MAX_COUNT, unixSecondsSchema } from './bounds.ts'
import { isSteamId } from './steam-id.ts'
import type { Language } from './language.ts'

/** A hundred years. */
const MAX_DAYS = 36_500
const MAX_HOURS = 100_000
/** Leaves room for a reason in the 120 characters that a game server shows. */
export const MAX_APPEAL_CHARACTERS = 60
export const MAX_NAME_CHARACTERS = 64
export const MAX_EXCEPTIONS = 1_000
export const MAX_EXCEPTION_REASON_CHARACTERS = 200

/** A rule that is on or off. */
const flag = { kind: 'flag', unit: 'none', schema: z.exactOptional(z.boolean()) } as const
/** A rule with a whole number of bans or days. */
const whole = <Unit extends 'bans' | 'days'>(unit: Unit, from: number, to: number) =>
  ({ kind: 'whole', unit, from, to, schema: z.exactOptional(z.int().min(from).max(to)) }) as const
/** A rule with a number of hours above 0. */
const hours = (to: number) =>
  ({ kind: 'hours', unit: 'hours', to, schema: z.exactOptional(z.number().positive().max(to)) }) as const

/**
 * All rules with the values that they accept, in the order in which they are shown. A rule that is absent or false has no effect. A new
 * rule is a line here, and does not compile until it has a judge and texts.
 */
export const RULES = {
  /** Denies more VAC bans than this. */
  maxVacBans: whole('bans', 0, MAX_COUNT),
  /** Denies more game bans than this. */
  maxGameBans: whole('bans', 0, MAX_COUNT),
  /** Turns the two rules above off once the newest VAC or game ban is at least this many days old. */
  banForgottenAfterDays: whole('days', 1, MAX_DAYS),
  denyCommunityBan: flag,
  denyTradeBan: flag,
  denyTradeProbation: flag,
  /** Denies accounts that are younger than this. */
  minAccountAgeDays: whole('days', 1, MAX_DAYS),
  /** Denies accounts with fewer hours in Rust than this. */
  minRustHours: hours(MAX_HOURS),
  denyPrivateProfile: flag,
  /** Denies accounts whose hours are hidden or that do not own Rust. Players of a copy shared by another account do not own it. */
  denyHiddenHours: flag,
  /** Denies profiles that were never set up. */
  denyUnconfigured: flag,
} as const
export type RuleName = keyof typeof RULES

export const RULE_NAMES = keysOf(RULES)

type RulesOf<Kind extends string> = {
  [Name in RuleName]: (typeof RULES)[Name]['kind'] extends Kind ? Name : never
}[RuleName]
/** A rule that is on or off. */
export type FlagRule = RulesOf<'flag'>
/** A rule with a number. */
export type NumberRule = Exclude<RuleName, FlagRule>

export const isFlagRule = (name: RuleName): name is FlagRule => RULES[name].kind === 'flag'

export const NUMBER_RULES = RULE_NAMES.filter((name): name is NumberRule => !isFlagRule(name))

type RuleSchemas = { [Name in RuleName]: (typeof RULES)[Name]['schema'] }

/** The rules of a policy. */
export const rulesSchema = z.strictObject(
  Object.fromEntries(RULE_NAMES.map((name) => [name, RULES[name].schema])) as RuleSchemas,
)
export type Rules = z.infer<typeof rulesSchema>

/** Whether the code of a reason is a rule that counts bans. */
export const countsBans = (code: RuleName | 'exception' | 'banned_here'): boolean =>
  code !== 'exception' && code !== 'banned_here' && RULES[code].unit === 'bans'

/** A rule that can deny by itself. */
export type DenyingRule = Exclude<RuleName, 'banForgottenAfterDays'>

/** The rules that can deny, in the order in which they are shown. */
export const DENYING_RULE_NAMES = RULE_NAMES.filter((name) => name !== 'banForgottenAfterDays')

/** How a fact that the player hides is judged. A fact that Steam did not answer is always unknown. */
export const HIDDEN_MEANINGS = ['unknown', 'deny', 'allow'] as const
const hiddenMeaningSchema = z.enum(HIDDEN_MEANINGS)
export type HiddenMeaning = z.infer<typeof hiddenMeaningSchema>

/** What a hidden fact means, for each rule that depends on a fact which a player can hide; bans are public. */
export const onUnknownSchema = z.strictObject({
  minAccountAgeDays: z.exactOptional(hiddenMeaningSchema),
  minRustHours: z.exactOptional(hiddenMeaningSchema),
})
export type OnUnknown = z.infer<typeof onUnknownSchema>

/** What a rule does with an account that violates it. A rule that only notifies never decides about a join; it is reported afterwards. */
export const RULE_ACTIONS = ['refuse', 'notify'] as const
export type RuleAction = (typeof RULE_ACTIONS)[number]
const ruleActionSchema = z.exactOptional(z.enum(RULE_ACTIONS))

/** The actions of rules; a rule without one refuses. */
export const ruleActionsSchema = z.strictObject(
  Object.fromEntries(DENYING_RULE_NAMES.map((name) => [name, ruleActionSchema])) as Record<
    DenyingRule,
    typeof ruleActionSchema
  >,
)
export type RuleActions = z.infer<typeof ruleActionsSchema>

/** In `observe` the rules refuse nobody, and whom they would have refused is recorded. Own bans refuse in both. */
export const POLICY_MODES = ['observe', 'enforce'] as const
export type PolicyMode = (typeof POLICY_MODES)[number]

/** How refusals are reported to a Discord server: one message for each account and day, or one message a day. */
export const REFUSAL_NOTICES = ['each', 'daily'] as const
export type RefusalNotices = (typeof REFUSAL_NOTICES)[number]

/** How refusals by rules are reported in a mode, if the server has chosen `notify`: in `observe` always once a day. */
export const noticesIn = (mode: PolicyMode, notify: RefusalNotices): RefusalNotices =>
  mode === 'observe' ? 'daily' : notify

/** A line of plain text; the game and Discord show it unescaped. */
export const lineSchema = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'has characters that cannot be shown')

export const policyNameSchema = lineSchema(MAX_NAME_CHARACTERS).min(1)

export const appealSchema = lineSchema(MAX_APPEAL_CHARACTERS)

/** The terms of one version of a policy: everything but its exceptions. */
export const policyTermsSchema = z.strictObject({
  mode: z.enum(POLICY_MODES),
  rules: rulesSchema,
  onUnknown: onUnknownSchema,
  actions: ruleActionsSchema,
  /** The text for refused players; empty for none. */
  appeal: appealSchema,
})
export type PolicyTerms = z.infer<typeof policyTermsSchema>

export const DECISIONS = ['allow', 'deny'] as const
export type Decision = (typeof DECISIONS)[number]

/** The terms of a new policy: mode `observe`, without rules. */
export const NEW_POLICY_TERMS: PolicyTerms = { mode: 'observe', rules: {}, onUnknown: {}, actions: {}, appeal: '' }

/** An account that is always let in, or always refused. */
export const policyExceptionSchema = z.strictObject({
  steamId: steamIdSchema.refine(isSteamId, 'is not the SteamID64 of a player'),
  decision: z.enum(DECISIONS),
  reason: lineSchema(MAX_EXCEPTION_REASON_CHARACTERS).min(1),
  /** When the exception ends, Unix seconds; null for never. */
  until: unixSecondsSchema.nullable(),
})
export type PolicyException = z.infer<typeof policyExceptionSchema>

/** The part of the terms that says which rules there are, and what each does. */
export type RuleTerms = Pick<PolicyTerms, 'rules' | 'onUnknown' | 'actions'>

/** Whether a policy has a rule. */
export const isSet = (rule: RuleName, rules: Rules): boolean => rules[rule] !== undefined && rules[rule] !== false

/** Whether a policy has a rule, and the rule refuses the accounts that violate it. */
export const isRefusing = (rule: DenyingRule, { rules, actions }: Pick<RuleTerms, 'rules' | 'actions'>): boolean =>
  isSet(rule, rules) && actions[rule] !== 'notify'

/** A policy with everything that judging needs. */
export interface Policy extends PolicyTerms {
  name: string
  version: number
  language: Language
  exceptions: ReadonlyMap<string, PolicyException>
}

/** Changes of a policy in the log of its server. */
export const POLICY_ACTIONS = [
  'policy_saved',
  'policy_mode_set',
  'policy_notify_set',
  'exception_added',
  'exception_removed',
  'exception_restored',
  'exception_expired',
  'token_created',
  'token_revoked',
] as const
export type PolicyAction = (typeof POLICY_ACTIONS)[number]
