import { z } from 'zod'
import { accountSchema } from './account.ts'
import { countSchema, hoursSchema, unixSecondsSchema } from './bounds.ts'

const worthKnowingSchema = z
  .discriminatedUnion('code', [
    z
      .object({
        code: z.literal('bannedFriends'),
        banned: countSchema.meta({ description: 'Friends with a VAC, game or community ban.' }),
        checked: countSchema.meta({ description: 'Friends whose bans were read.' }),
        at: unixSecondsSchema.meta({ description: 'When the scan ended, Unix seconds.' }),
      })
      .meta({
        id: 'BannedFriends',
        description: 'This process scanned friends of the account within the last hour, and some are banned.',
      }),
    z
      .object({ code: z.literal('recentBan'), days: countSchema })
      .meta({ id: 'RecentBan', description: 'The last VAC or game ban is at most 90 days old.' }),
    z
      .object({ code: z.literal('severalBans'), count: countSchema })
      .meta({ id: 'SeveralBans', description: 'Two or more VAC and game bans together.' }),
    z
      .object({ code: z.literal('neverSetUp') })
      .meta({ id: 'NeverSetUp', description: 'The profile was never set up.' }),
    z
      .object({ code: z.literal('young'), days: countSchema })
      .meta({ id: 'YoungAccount', description: 'The account is younger than 30 days.' }),
    z
      .object({ code: z.literal('fewHours'), hours: hoursSchema })
      .meta({ id: 'FewHours', description: 'Fewer than 50 hours in Rust; one decimal.' }),
    z
      .object({ code: z.literal('rustNotOwned') })
      .meta({ id: 'RustNotOwned', description: 'The account shows its games, and Rust is not one of them.' }),
    z
      .object({ code: z.literal('hoursHidden') })
      .meta({ id: 'HoursHidden', description: 'The hours are private although the profile is public.' }),
  ])
  .meta({ id: 'WorthKnowing', description: 'A fact that is easily overlooked; it accuses nobody by itself.' })

/** The answer to a lookup. */
export const lookupAnswerSchema = z
  .object({
    ...accountSchema.shape,
    worthKnowing: z.array(worthKnowingSchema).meta({
      description:
        'At most five facts that are easily overlooked, from what is known without further calls to Steam. Parts that are private or unavailable add none. New codes may be added; skip unknown ones.',
    }),
  })
  .meta({ id: 'Account' })
export type LookupAnswer = z.infer<typeof lookupAnswerSchema>
