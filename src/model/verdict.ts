import { z } from 'zod'
import { batchCountSchema, batchRestSchema, steamIdSchema } from './account.ts'
import { countSchema, unixSecondsSchema } from './bounds.ts'
import { DENYING_RULE_NAMES, POLICY_MODES } from './policy.ts'

/** The parts of an account that rules depend on; each needs one kind of call to Steam. */
export const FACT_PARTS = ['bans', 'profile', 'rustHours'] as const
export type FactPart = (typeof FACT_PARTS)[number]

export const VERDICTS = ['allow', 'deny', 'unknown'] as const
export type VerdictWord = (typeof VERDICTS)[number]

/** Codes of reasons: a rule, an exception for the account, or a ban on the community's own list. */
const REASON_CODES = [...DENYING_RULE_NAMES, 'exception', 'banned_here'] as const

export const verdictReasonSchema = z
  .object({
    code: z.enum(REASON_CODES).meta({
      description: 'The rule that denies, `exception`, or `banned_here`: the community itself has banned the account.',
    }),
    value: z.union([z.number(), z.boolean(), z.string()]).meta({
      description:
        'What the account has: a number, `true`, `hidden`, `not_owned` or a trade standing; `deny` or `allow` for an exception; the reason of the ban, which may be empty, for `banned_here`.',
    }),
    limit: z.union([z.number(), z.boolean(), z.string()]).nullable().meta({
      description: 'What the rule accepts at most or at least; false for a flag; null for an exception and a ban.',
    }),
    text: z.string().meta({ description: 'One sentence in the language of the policy.' }),
  })
  .meta({ id: 'VerdictReason' })
export type VerdictReason = z.infer<typeof verdictReasonSchema>

/** A reason without its text, as it is judged and stored. */
export const judgedReasonSchema = verdictReasonSchema.omit({ text: true }).extend({
  /** Days since the newest VAC or game ban; only for rules that count bans. */
  lastBanDays: z.exactOptional(countSchema),
})
export type JudgedReason = z.infer<typeof judgedReasonSchema>

export const unknownPartSchema = z
  .object({
    code: z.enum([...DENYING_RULE_NAMES, 'banned_here']).meta({
      description: "The rule that could not be decided; `banned_here`: the community's own list cannot be read.",
    }),
    part: z
      .enum([...FACT_PARTS, 'ban_list'])
      .meta({ description: 'The part of the account that it rests on, or `ban_list`.' }),
    cause: z.enum(['hidden', 'unavailable']).meta({
      description: '`hidden`: the player hides it. `unavailable`: Steam did not answer, or the list cannot be read.',
    }),
  })
  .meta({ id: 'VerdictUnknown' })
export type UnknownPart = z.infer<typeof unknownPartSchema>

export const verdictSchema = z
  .object({
    steamId: steamIdSchema,
    verdict: z.enum(VERDICTS).meta({ description: 'Never `allow` while a rule is undecided.' }),
    reasons: z.array(verdictReasonSchema).meta({ description: 'Every rule that denies; the exception that decides.' }),
    unknown: z.array(unknownPartSchema).meta({ description: 'Every rule that could not be decided.' }),
    // Null also when the end does not fit into 32 bits: a rule may ask for an account that is a hundred years old.
    until: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'When the same facts lead to another verdict, Unix seconds; null for never.' }),
    mode: z.enum(POLICY_MODES).meta({
      description: 'In `observe` the rules refuse nobody. A verdict because of the own list is always `enforce`.',
    }),
    policy: z.object({ name: z.string(), version: z.int().min(1) }),
    checkedAt: unixSecondsSchema.meta({ description: 'When the oldest fact was fetched, Unix seconds.' }),
    stale: z.boolean().meta({ description: 'Whether a fact is older than usual, because Steam is unavailable.' }),
  })
  .meta({ id: 'Verdict' })
export type Verdict = z.infer<typeof verdictSchema>

const verdictEntrySchema = verdictSchema
  .extend({ input: z.string().meta({ description: 'The entry as it was sent.' }) })
  .meta({ id: 'VerdictEntry' })
export type VerdictEntry = z.infer<typeof verdictEntrySchema>

export const verdictBatchSchema = z
  .object({
    results: z.array(verdictEntrySchema),
    resolved: batchCountSchema,
    failed: batchCountSchema,
    ...batchRestSchema.shape,
  })
  .meta({ id: 'VerdictBatch' })
export type VerdictBatch = z.infer<typeof verdictBatchSchema>
