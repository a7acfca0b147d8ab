import { z } from 'zod'
import { steamIdSchema } from './account.ts'
import { countSchema, unixSecondsSchema } from './bounds.ts'
import { POLICY_MODES } from './policy.ts'
import { judgedReasonSchema, VERDICTS } from './verdict.ts'

/** A question of a game server about an account, and the answer, as tools have it. */
export const joinEntrySchema = z
  .object({
    steamId: steamIdSchema,
    at: unixSecondsSchema.meta({ description: 'When the game server asked, Unix seconds.' }),
    gameServer: z.string().meta({ description: "The name of the game server's token at that time." }),
    verdict: z.enum(VERDICTS),
    mode: z.enum(POLICY_MODES).meta({
      description: 'The mode of the policy; in `observe` the account was let in even if the verdict is `deny`.',
    }),
    reasons: z.array(judgedReasonSchema),
  })
  .meta({
    id: 'Join',
    description:
      'A game server asked about a player who wanted to join. `mode` is `observe` while the policy is only tried out.',
  })
export type JoinEntry = z.infer<typeof joinEntrySchema>

/** A join as tools have it, without what only the service needs. */
export const toJoinEntry = (join: Omit<JoinEntry, 'gameServer'> & { tokenName: string }): JoinEntry =>
  joinEntrySchema.parse({ ...join, gameServer: join.tokenName })

/**
 * What a report says: the account was refused (`enforce`), would have been refused (`observe`), or joined although a rule that only notifies
 * is violated (`notify`, a notice).
 */
export const REPORT_MODES = [...POLICY_MODES, 'notify'] as const
export type ReportMode = (typeof REPORT_MODES)[number]

/** The refusals of an account on one day, or the notices about it, as tools have them. */
export const refusalEntrySchema = z
  .object({
    steamId: steamIdSchema,
    mode: z.enum(REPORT_MODES).meta({
      description:
        '`enforce` if the account was refused at least once on that day, `observe` if it only would have been; `notify` for notices, which are entries of their own.',
    }),
    firstAt: unixSecondsSchema.meta({ description: 'The first refusal or notice of that day, Unix seconds.' }),
    lastAt: unixSecondsSchema.meta({ description: 'The last refusal or notice of that day, Unix seconds.' }),
    count: countSchema.meta({ description: 'Number of refusals or notices on that day (UTC).' }),
    reasons: z.array(judgedReasonSchema).meta({ description: 'The reasons of the last refusal or notice.' }),
  })
  .meta({ id: 'Refusal', description: 'The refusals of an account on one day (UTC), or the notices about it.' })
export type RefusalEntry = z.infer<typeof refusalEntrySchema>
