import { z } from 'zod'
import { countSchema, hoursSchema, unixSecondsSchema } from './bounds.ts'
import { MAX_BATCH, MAX_FRIENDS } from './limits.ts'

/** A SteamID64 on the wire. */
export const steamIdSchema = z
  .string()
  .regex(/^\d{17}$/)
  .meta({ id: 'SteamId', description: 'A SteamID64, 17 digits.', example: '76561197960287930' })

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

export const bansSchema = z
  .object({
    VACBanned: z.boolean(),
    NumberOfVACBans: countSchema,
    NumberOfGameBans: countSchema,
    DaysSinceLastBan: countSchema.meta({
      description: 'Days since the last VAC or game ban; 0 both for "never" and for "today": check the counts first.',
    }),
    CommunityBanned: z.boolean(),
    EconomyBan: z
      .string()
      .min(1)
      .meta({ description: 'Trade standing: none, probation or banned; Steam may add others.' }),
  })
  // A contradictory record is a failed answer, neither clean nor banned.
  .refine(({ VACBanned, NumberOfVACBans, NumberOfGameBans, DaysSinceLastBan }) => {
    // A record with days since the last ban, but without any ban, lacks the number of game bans.
    const hasBan = NumberOfVACBans > 0 || NumberOfGameBans > 0
    return VACBanned === NumberOfVACBans > 0 && (hasBan || DaysSinceLastBan === 0)
  })
  .meta({ id: 'Bans' })
export type Bans = z.infer<typeof bansSchema>

const rustHoursSchema = hoursSchema.nullable().meta({
  description: 'Hours in Rust, one decimal; 0 when not owned; null when private, and when listed in `unavailable`.',
})

const resolvedFromSchema = z.string().nullable().meta({
  description: 'The custom URL by which the account was found, not its display name; null for an ID or a friend code.',
})

const partAgeSchema = unixSecondsSchema.nullable()

export const accountSchema = z.object({
  steamId: steamIdSchema,
  resolvedFrom: resolvedFromSchema,
  profile: profileSchema,
  bans: bansSchema,
  rustHours: rustHoursSchema,
  rustHoursTwoWeeks: hoursSchema.nullable().meta({
    description: 'Hours in Rust in the last two weeks, one decimal; null where `rustHours` is null.',
  }),
  friendsPrivate: z.boolean().meta({
    description: 'Whether the friend list is private; meaningless when listed in `unavailable`.',
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
    description:
      'Present, and true, when Steam is unavailable and this is its last answer, as old as `fetchedAt` says.',
  }),
})
export type Account = z.infer<typeof accountSchema>

const bansFetchedAtSchema = unixSecondsSchema.meta({ description: 'When the ban record was fetched, Unix seconds.' })

const batchEntrySchema = z
  .object({
    input: z.string().meta({ description: 'The entry as it was sent.' }),
    steamId: steamIdSchema,
    resolvedFrom: resolvedFromSchema,
    profile: profileSchema,
    bans: bansSchema,
    fetchedAt: bansFetchedAtSchema,
  })
  .meta({ id: 'BatchEntry' })
export type BatchEntry = z.infer<typeof batchEntrySchema>

const bansOnRecordSchema = z
  .object({
    steamId: steamIdSchema,
    bans: bansSchema,
    fetchedAt: bansFetchedAtSchema,
  })
  .meta({
    id: 'BansOnRecord',
    description:
      'The ban record of an account without a profile: it was deleted or never set up, or, next to `missing`, Steam left the profile out of this answer. A record without bans does not make the account clean.',
  })

/** The details of an error about an account of which Steam has only the profile or only the ban record. */
export const incompleteRecordSchema = z.object({
  withoutProfile: z.exactOptional(bansOnRecordSchema),
  missing: z.exactOptional(
    z.enum(['profile', 'bans']).meta({
      description:
        'The part of the account that Steam left out of its answer; a later answer may have it. Absent for other errors.',
    }),
  ),
})
export type IncompleteRecord = z.infer<typeof incompleteRecordSchema>

const batchFailureSchema = z
  .object({
    input: z.string().meta({ description: 'The entry as it was sent.' }),
    code: z.string().meta({ description: 'The error code that a single lookup of this entry would return.' }),
    error: z.string().meta({ description: 'One sentence for people: the problem and what to do next.' }),
    ...incompleteRecordSchema.shape,
  })
  .meta({ id: 'BatchFailure' })
export type BatchFailure = z.infer<typeof batchFailureSchema>

/** A number of entries of a batch. */
export const batchCountSchema = z.int().min(0).max(MAX_BATCH)

export const batchRestSchema = z.object({
  failures: z.array(batchFailureSchema).meta({ description: 'The failed entries, in the order of the request.' }),
  dropped: countSchema.meta({ description: `Entries after the ${MAX_BATCH}th, which were not looked up.` }),
})
export type BatchRest = z.infer<typeof batchRestSchema>

export const batchResultSchema = z
  .object({
    results: z.array(batchEntrySchema),
    resolved: batchCountSchema,
    failed: batchCountSchema,
    ...batchRestSchema.shape,
  })
  .meta({ id: 'BatchResult' })
export type BatchResult = z.infer<typeof batchResultSchema>

/** The beginning of a friendship on the wire. */
export const friendSinceSchema = unixSecondsSchema.meta({
  description: 'When the friendship began, Unix seconds; 0 when unknown.',
})

const friendEntrySchema = z
  .object({
    steamId: steamIdSchema,
    personaname: z.string(),
    avatar: z.string(),
    profileurl: z.string(),
    friendSince: friendSinceSchema,
    banned: z.boolean().meta({ description: 'VAC, game or community banned; a trade ban alone does not count.' }),
    rustHours: rustHoursSchema,
    banDetails: bansSchema,
    unavailable: z
      .array(z.literal('rustHours'))
      .meta({ description: 'Fields that could not be fetched this time; normally empty.' }),
  })
  .meta({ id: 'FriendEntry' })
export type FriendEntry = z.infer<typeof friendEntrySchema>

const checkedFriendsSchema = z.int().min(0).max(MAX_FRIENDS)

export const scanProgressSchema = z
  .object({
    progress: z.object({
      current: checkedFriendsSchema,
      total: checkedFriendsSchema.meta({ description: 'Friends to check, at most 100.' }),
      totalFriends: countSchema.meta({ description: 'The size of the whole list.' }),
    }),
  })
  .meta({ id: 'ScanProgress' })

const withoutProfileSchema = z.object({
  steamId: steamIdSchema,
  banDetails: bansSchema,
  missing: z.exactOptional(
    z.literal('profile').meta({
      description: 'Present when Steam left the profile out of this answer, so that a later answer may have it.',
    }),
  ),
})

const uncheckedFriendSchema = z
  .object({
    steamId: steamIdSchema,
    friendSince: friendSinceSchema,
    personaname: z.string().nullable().meta({ description: 'Display name from an earlier answer; null without one.' }),
  })
  .meta({ id: 'UncheckedFriend' })

export const scanFoundSchema = z
  .object({
    found: z.object({
      friends: z
        .array(friendEntrySchema)
        .max(MAX_FRIENDS)
        .meta({ description: 'Banned friends; the result has the same entries.' }),
      withoutProfile: z
        .array(withoutProfileSchema)
        .max(MAX_FRIENDS)
        .meta({ description: 'Banned friends without a profile; the result has the same entries.' }),
    }),
  })
  .meta({
    id: 'ScanFound',
    description:
      'The banned friends that were found since the event before, in the order in which they were checked. Only sent if the request has `found: true`, and only with at least one friend.',
  })
export type ScanFound = z.infer<typeof scanFoundSchema>

export const scanResultSchema = z
  .object({
    friends: z.array(friendEntrySchema),
    totalFriends: countSchema.meta({ description: 'The size of the whole list.' }),
    from: countSchema.meta({
      description: 'The position of the first friend that was checked; 0 is the newest friendship.',
    }),
    total: checkedFriendsSchema.meta({
      description: 'How many friends were checked: those from `from` to `from + total - 1`.',
    }),
    next: countSchema
      .nullable()
      .meta({ description: 'The `from` that checks the friends after these; null at the end of the list.' }),
    withoutProfile: z.array(withoutProfileSchema).meta({
      description:
        'Friends with a ban record but no profile: the account was deleted or never set up, or has `missing`. They are not in `friends`.',
    }),
    unavailable: checkedFriendsSchema.meta({
      description:
        'Number of friends that are not in `friends` because their profile or ban record could not be fetched this time.',
    }),
    unchecked: z.array(uncheckedFriendSchema).max(MAX_FRIENDS).meta({
      description:
        'The friends that `unavailable` counts: no ban of theirs is known, which does not make them clean. Those that Steam lists without an ID are only counted.',
    }),
    fetchedAt: unixSecondsSchema.meta({
      description:
        'When the oldest ban record of the result was fetched, or the friend list if there is none, Unix seconds. `DaysSinceLastBan` counts back from it.',
    }),
  })
  .meta({ id: 'ScanResult' })
export type ScanResult = z.infer<typeof scanResultSchema>
/** The result of a scan without the part of the list that it covered. */
export type ScanFindings = Omit<ScanResult, 'from' | 'total' | 'next'>
export type ScanEvent = z.infer<typeof scanProgressSchema> | ScanResult
