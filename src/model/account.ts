import { z } from 'zod'
import { countSchema, hoursSchema, unixSecondsSchema } from './bounds.ts'

/** A Steam64 id on the wire. */
export const steamIdSchema = z
  .string()
  .regex(/^\d{17}$/)
  .meta({ id: 'SteamId', description: 'A Steam64 id, 17 digits.', example: '76561197960287930' })

/** Who an account is. */
const profileSchema = z
  .object({
    personaname: z.string().meta({ description: 'Current display name; any Unicode, chosen by its owner.' }),
    profileurl: z.string().meta({ description: 'Profile URL on steamcommunity.com.' }),
    avatarfull: z
      .string()
      .meta({ description: 'Full-size avatar URL on one of Steam’s image hosts; empty where there is none.' }),
    timecreated: unixSecondsSchema
      .nullable()
      .meta({ description: 'Account creation time, Unix seconds; null when the profile is private.' }),
    loccountrycode: z
      .string()
      .nullable()
      .meta({ description: 'Country the owner shows, two letters (ISO 3166); null when none is shown.' }),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof profileSchema>

interface BanFigures {
  VACBanned: boolean
  NumberOfVACBans: number
  NumberOfGameBans: number
  DaysSinceLastBan: number
}

/**
 * Whether the parts of a record agree. Of one that says "banned" in one place and "never" in another nobody can tell which
 * half is wrong: it is a failed answer, neither clean nor banned.
 */
function agrees({ VACBanned, NumberOfVACBans, NumberOfGameBans, DaysSinceLastBan }: BanFigures): boolean {
  // An old answer without the count of game bans still has the days since one.
  const hasBanToDate = NumberOfVACBans > 0 || NumberOfGameBans > 0
  return VACBanned === NumberOfVACBans > 0 && (hasBanToDate || DaysSinceLastBan === 0)
}

/** What Steam reports against an account. The flag, the counts and the days since the last ban never contradict each other. */
export const bansSchema = z
  .object({
    VACBanned: z.boolean(),
    NumberOfVACBans: countSchema,
    NumberOfGameBans: countSchema,
    DaysSinceLastBan: countSchema.meta({
      description: 'Days since the last VAC or game ban; 0 both for "never" and for "today": look at the counts first.',
    }),
    CommunityBanned: z.boolean(),
    EconomyBan: z.string().min(1).meta({ description: 'Trade standing: none, probation, banned; an open set.' }),
  })
  .refine(agrees)
  .meta({ id: 'Bans' })
export type Bans = z.infer<typeof bansSchema>

const rustHoursSchema = hoursSchema.nullable().meta({
  description:
    'Hours in Rust, one decimal; 0 when not owned; null when private, or unknown when listed in `unavailable`.',
})

const resolvedFromSchema = z.string().nullable().meta({
  description:
    'The custom URL by which the account was found, which is not the name shown in the game; null when it was named by an id or a friend code.',
})

const partAgeSchema = unixSecondsSchema.nullable()

/** The answer of a single lookup. */
export const accountSchema = z
  .object({
    steamId: steamIdSchema,
    resolvedFrom: resolvedFromSchema,
    profile: profileSchema,
    bans: bansSchema,
    rustHours: rustHoursSchema,
    rustHoursTwoWeeks: hoursSchema.nullable().meta({
      description: 'Hours in Rust in the last two weeks, one decimal; null where `rustHours` is null.',
    }),
    friendsPrivate: z.boolean().meta({
      description: 'Whether the friend list is hidden; says nothing when listed in `unavailable`.',
    }),
    unavailable: z
      .array(z.enum(['rustHours', 'friendsPrivate']))
      .meta({ description: 'Fields that could not be fetched this time; normally empty.' }),
    fetchedAt: unixSecondsSchema.meta({ description: 'When the oldest part was fetched, Unix seconds.' }),
    partsFetchedAt: z
      .object({
        profile: unixSecondsSchema,
        bans: unixSecondsSchema,
        rustHours: partAgeSchema,
        friendsPrivate: partAgeSchema,
      })
      .meta({ description: 'When each part was fetched, Unix seconds; null for a part listed in `unavailable`.' }),
    stale: z.literal(true).optional().meta({
      description: 'There, and true, when Steam could not be asked and this is what it said at `fetchedAt`.',
    }),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof accountSchema>

/** One account of a batch, beside the entry that named it. */
export const batchEntrySchema = z
  .object({
    input: z.string().meta({ description: 'The entry as it was sent.' }),
    steamId: steamIdSchema,
    resolvedFrom: resolvedFromSchema,
    profile: profileSchema,
    bans: bansSchema,
  })
  .meta({ id: 'BatchEntry' })
export type BatchEntry = z.infer<typeof batchEntrySchema>

/** One entry of a batch for which there is no account, and why. */
export const batchFailureSchema = z
  .object({
    input: z.string().meta({ description: 'The entry as it was sent.' }),
    code: z.string().meta({ description: 'The error code that a single lookup of this entry would answer with.' }),
    error: z.string().meta({ description: 'One sentence: what is wrong and what to do next.' }),
  })
  .meta({ id: 'BatchFailure' })
export type BatchFailure = z.infer<typeof batchFailureSchema>

/** Entries one batch looks up; further ones are dropped unread. */
export const MAX_BATCH = 50

const batchCountSchema = z.int().min(0).max(MAX_BATCH)

/** What a batch says of the entries for which there is no account. */
export const batchRestSchema = z.object({
  failures: z.array(batchFailureSchema).meta({ description: 'The failed entries, in the order of the request.' }),
  dropped: countSchema.meta({ description: `Entries after the ${MAX_BATCH}th, which were not looked up.` }),
})

/** The answer of a batch, in the order of the request. */
export const batchResultSchema = z
  .object({
    results: z.array(batchEntrySchema),
    resolved: batchCountSchema,
    failed: batchCountSchema,
    ...batchRestSchema.shape,
  })
  .meta({ id: 'BatchResult' })
export type BatchResult = z.infer<typeof batchResultSchema>

/** One checked friend. */
export const friendEntrySchema = z
  .object({
    steamId: steamIdSchema,
    personaname: z.string(),
    avatar: z.string(),
    profileurl: z.string(),
    friendSince: unixSecondsSchema.meta({
      description: 'When the friendship began, Unix seconds; 0 when Steam does not say.',
    }),
    banned: z.boolean().meta({ description: 'VAC, game or community banned; a trade ban alone does not count.' }),
    rustHours: rustHoursSchema,
    banDetails: bansSchema,
    unavailable: z
      .array(z.literal('rustHours'))
      .meta({ description: 'Fields that could not be fetched this time; normally empty.' }),
  })
  .meta({ id: 'FriendEntry' })
export type FriendEntry = z.infer<typeof friendEntrySchema>

/** Friends one scan checks: the newest friendships. */
export const MAX_FRIENDS = 100

const checkedFriendsSchema = z.int().min(0).max(MAX_FRIENDS)

/** How far a friend scan is. */
export const scanProgressSchema = z
  .object({
    progress: z.object({
      current: checkedFriendsSchema,
      total: checkedFriendsSchema.meta({ description: 'Friends to be checked, at most 100.' }),
      totalFriends: countSchema.meta({ description: 'The real size of the list.' }),
    }),
  })
  .meta({ id: 'ScanProgress' })

/** What a friend scan found; its last event. */
export const scanResultSchema = z
  .object({
    friends: z.array(friendEntrySchema),
    totalFriends: countSchema,
    withoutProfile: z.array(z.object({ steamId: steamIdSchema, banDetails: bansSchema })).meta({
      description:
        'Friends left out because they have a ban record and no profile: the account was deleted or never made.',
    }),
    unavailable: checkedFriendsSchema.meta({
      description: 'Friends left out because their profile or ban record could not be had this time.',
    }),
  })
  .meta({ id: 'ScanResult' })

export type ScanResult = z.infer<typeof scanResultSchema>

export type ScanEvent = z.infer<typeof scanProgressSchema> | ScanResult

/** Whether a ban record makes somebody "banned": VAC, game or community ban; a trade ban alone does not. */
export function isBanned(bans: Bans): boolean {
  return bans.VACBanned || bans.NumberOfGameBans > 0 || bans.CommunityBanned
}
