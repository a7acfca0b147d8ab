import { z } from 'zod'
import { steamIdSchema } from './account.ts'
import { countSchema, unixSecondsSchema } from './bounds.ts'
import { isSteamId } from './steam-id.ts'
import type { Language } from './language.ts'

/** A hundred years. */
export const MAX_DAYS = 36_500
export const MAX_HOURS = 100_000
/** Leaves room for a reason in the 120 characters that a game server shows. */
export const MAX_APPEAL_CHARACTERS = 60
export const MAX_NAME_CHARACTERS = 64
export const MAX_EXCEPTIONS = 1_000
export const MAX_EXCEPTION_REASON_CHARACTERS = 200

/** The rules of a policy; a rule that is absent, or a flag that is false, decides nothing. */
export const rulesSchema = z.strictObject({
  /** Denies more VAC bans than this. */
  maxVacBans: z.exactOptional(countSchema),
  /** Denies more game bans than this. */
  maxGameBans: z.exactOptional(countSchema),
  /** Turns the two rules above off once the newest VAC or game ban is at least so many days old. */
  banForgottenAfterDays: z.exactOptional(z.int().min(1).max(MAX_DAYS)),
  denyCommunityBan: z.exactOptional(z.boolean()),
  denyTradeBan: z.exactOptional(z.boolean()),
  denyTradeProbation: z.exactOptional(z.boolean()),
  /** Denies accounts that are younger. */
  minAccountAgeDays: z.exactOptional(z.int().min(1).max(MAX_DAYS)),
  /** Denies fewer hours in Rust. */
  minRustHours: z.exactOptional(z.number().positive().max(MAX_HOURS)),
  denyPrivateProfile: z.exactOptional(z.boolean()),
  /** Not owning Rust counts as hidden hours: who plays a shared copy owns none. */
  denyHiddenHours: z.exactOptional(z.boolean()),
  /** Denies profiles that were never set up. */
  denyUnconfigured: z.exactOptional(z.boolean()),
})
export type Rules = z.infer<typeof rulesSchema>
export type RuleName = keyof Rules

/** All rules, in the order in which they are shown. */
export const RULE_NAMES = Object.keys(rulesSchema.shape) as RuleName[]

/** A rule that can deny by itself. */
export type DenyingRule = Exclude<RuleName, 'banForgottenAfterDays'>

/** The rules that can deny, in the order in which they are shown. */
export const DENYING_RULE_NAMES = RULE_NAMES.filter((name) => name !== 'banForgottenAfterDays')

/** What a fact means that the player hides. What Steam did not answer is always unknown. */
export const HIDDEN_MEANINGS = ['unknown', 'deny', 'allow'] as const
const hiddenMeaningSchema = z.enum(HIDDEN_MEANINGS)
export type HiddenMeaning = z.infer<typeof hiddenMeaningSchema>

/** The rules that rest on a fact which a player can hide; bans are public. */
export const onUnknownSchema = z.strictObject({
  minAccountAgeDays: z.exactOptional(hiddenMeaningSchema),
  minRustHours: z.exactOptional(hiddenMeaningSchema),
})
export type OnUnknown = z.infer<typeof onUnknownSchema>

/** In `observe` every player is let in, and refusals are only recorded. */
export const POLICY_MODES = ['observe', 'enforce'] as const
export type PolicyMode = (typeof POLICY_MODES)[number]

/** How a server learns of its refusals: one message an account and day, or one a day. */
export const REFUSAL_NOTICES = ['each', 'daily'] as const
export type RefusalNotices = (typeof REFUSAL_NOTICES)[number]

/** One line of plain text, because the game and Discord show it as it is. */
const lineSchema = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'has characters that cannot be shown')

export const policyNameSchema = lineSchema(MAX_NAME_CHARACTERS).min(1)

export const appealSchema = lineSchema(MAX_APPEAL_CHARACTERS)

/** What one version of a policy says, but for its exceptions. */
export const policyTermsSchema = z.strictObject({
  mode: z.enum(POLICY_MODES),
  rules: rulesSchema,
  onUnknown: onUnknownSchema,
  /** Shown to the refused; empty for none. */
  appeal: appealSchema,
})
export type PolicyTerms = z.infer<typeof policyTermsSchema>

export const DECISIONS = ['allow', 'deny'] as const
export type Decision = (typeof DECISIONS)[number]

/** The terms of a new policy: mode `observe`, without rules. */
export const NEW_POLICY_TERMS: PolicyTerms = { mode: 'observe', rules: {}, onUnknown: {}, appeal: '' }

/** An account that is always let in, or always refused. */
export const policyExceptionSchema = z.strictObject({
  steamId: steamIdSchema.refine(isSteamId, 'is not the SteamID64 of a player'),
  decision: z.enum(DECISIONS),
  reason: lineSchema(MAX_EXCEPTION_REASON_CHARACTERS).min(1),
  /** When it ends, Unix seconds; null for never. */
  until: unixSecondsSchema.nullable(),
})
export type PolicyException = z.infer<typeof policyExceptionSchema>

/** A policy as it judges. */
export interface Policy extends PolicyTerms {
  name: string
  version: number
  language: Language
  exceptions: ReadonlyMap<string, PolicyException>
}
