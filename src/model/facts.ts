import { z } from 'zod'
import { bansSchema, steamIdSchema } from './account.ts'
import { hoursSchema, unixSecondsSchema } from './bounds.ts'

/** A part of an account as Steam answered it; `unavailable` without a usable answer, `unasked` when no rule needs it. */
export type Fact<T> = KnownFact<T> | { kind: 'unavailable' } | { kind: 'unasked' }

/** A part that Steam answered; `fetchedAt` in Unix seconds. */
export interface KnownFact<T> {
  kind: 'known'
  value: T
  fetchedAt: number
  isStale: boolean
}

const factSchema = <T>(value: z.ZodType<T>): z.ZodType<Fact<T>> =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('known'), value, fetchedAt: unixSecondsSchema, isStale: z.boolean() }),
    z.object({ kind: z.literal('unavailable') }),
    z.object({ kind: z.literal('unasked') }),
  ])

const profileFactsSchema = z.object({
  /** Whether the profile is private; null when Steam did not say. */
  isPrivate: z.boolean().nullable(),
  /** Whether the profile was ever set up; null when Steam did not say. */
  isConfigured: z.boolean().nullable(),
  /** When the account was created, Unix seconds; null when that is hidden or Steam did not say. */
  createdAt: unixSecondsSchema.nullable(),
})
/** The facts of a profile that rules need. */
export type ProfileFacts = z.infer<typeof profileFactsSchema>

const hoursFactsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hours'), hours: hoursSchema }),
  z.object({ kind: z.literal('hidden') }),
  z.object({ kind: z.literal('not_owned') }),
])
/** Total hours in Rust. */
export type HoursFacts = z.infer<typeof hoursFactsSchema>

/** The known facts of one account, by part. */
export const factsSchema = z.object({
  steamId: steamIdSchema,
  bans: factSchema(bansSchema),
  profile: factSchema(profileFactsSchema),
  rustHours: factSchema(hoursFactsSchema),
})
export type Facts = z.infer<typeof factsSchema>
