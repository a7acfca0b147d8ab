import { z } from 'zod'
import { accountSchema, friendSinceSchema, steamIdSchema } from './account.ts'
import { countSchema, unixSecondsSchema } from './bounds.ts'

const comparedAccountSchema = z
  .object({
    ...accountSchema.shape,
    friendList: z.object({
      state: z.enum(['known', 'private', 'unavailable']).meta({
        description: '`private`: the player hides the list. `unavailable`: it could not be fetched this time.',
      }),
      total: countSchema.nullable().meta({ description: 'The number of friends; null unless the list is known.' }),
      unreadable: countSchema.nullable().meta({
        description:
          'How many of `total` Steam listed without a usable ID, so that it is not known who they are; null unless the list is known.',
      }),
    }),
  })
  .meta({
    id: 'ComparedAccount',
    description: 'An account as a lookup finds it, without `worthKnowing`, and its friend list in short.',
  })

const sharedFriendSchema = z
  .object({
    steamId: steamIdSchema,
    personaname: z.string().nullable().meta({ description: 'Display name; null when it could not be fetched.' }),
    friendSince: z
      .tuple([friendSinceSchema, friendSinceSchema])
      .meta({ description: 'For each of the two accounts, in the order of `accounts`.' }),
  })
  .meta({ id: 'SharedFriend' })

/** Two accounts side by side, and the friends they share. */
export const comparisonSchema = z
  .object({
    accounts: z
      .tuple([comparedAccountSchema, comparedAccountSchema])
      .meta({ description: 'The accounts of `steamId` and `other`.' }),
    friendship: z
      .object({
        state: z.enum(['friends', 'not_friends', 'unknown']).meta({
          description: '`unknown`: neither friend list is known, or the known one has friends without an ID.',
        }),
        since: unixSecondsSchema.nullable().meta({
          description: 'When it began, Unix seconds; 0 when unknown; null unless they are friends.',
        }),
      })
      .meta({ description: 'Whether the two are friends.' }),
    shared: z.array(sharedFriendSchema).nullable().meta({
      description:
        'The friends of both, newest friendship first; null when a friend list is not known, which is not the same as none. Their bans are not checked.',
    }),
    sharedIncomplete: z.boolean().meta({
      description:
        'Whether there may be more shared friends than `shared`, because a friend list has `unreadable` entries: an empty `shared` then does not mean that they share none. Always false where `shared` is null.',
    }),
  })
  .meta({ id: 'Comparison' })
export type ComparisonAnswer = z.infer<typeof comparisonSchema>
