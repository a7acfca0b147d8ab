import { z } from 'zod'
import { entryEndSchema, entryTextSchema } from '../../http/entry-routes.ts'
import { eventsCursorSchema, nextSchema } from '../../http/paging.ts'
import { steamIdSchema } from '../../model/account.ts'
import { BAN_STATUSES, banChangeSchema, banRecordSchema, intervalSchema } from '../../model/ban-record.ts'
import { countSchema, unixSecondsSchema } from '../../model/bounds.ts'
import { MAX_REASON_CHARACTERS } from '../../model/reason.ts'
import { watchEntrySchema } from '../../model/watch.ts'

export const watchPageSchema = z
  .object({ watches: z.array(watchEntrySchema), next: nextSchema, eventsCursor: eventsCursorSchema })
  .meta({ id: 'WatchPage', description: 'A part of the watch list, newest first.' })

export const watchBodySchema = z.strictObject({
  reason: entryTextSchema(MAX_REASON_CHARACTERS).meta({
    description: 'Why the account is watched, 1 to 200 characters.',
    minLength: 1,
    example: 'raided us, ticket 7',
  }),
  until: entryEndSchema.optional().meta({
    description: 'When the account leaves the list by itself, Unix seconds; null, the default, for never.',
    example: 1_893_456_000,
  }),
})

const lastBanSchema = intervalSchema.nullable().meta({
  description:
    'When the last VAC or game ban happened: later than `after`, not later than `before`; null without one, or if the time is unknown.',
})

const observationSchema = z
  .object({
    firstSeenAt: unixSecondsSchema,
    lastSeenAt: unixSecondsSchema.meta({ description: 'When a record confirmed these bans last.' }),
    record: banRecordSchema,
    lastBan: lastBanSchema,
    changes: z
      .array(banChangeSchema)
      .meta({ description: 'The differences from the state before, each with the interval in which it happened.' }),
  })
  .meta({ id: 'BanObservation', description: 'The bans of an account from one time until something changed.' })

export const historySchema = z
  .object({
    steamId: steamIdSchema,
    isWatchedHere: z
      .boolean()
      .meta({ description: 'Whether the account is on the watch list of this Discord server.' }),
    status: z.enum(BAN_STATUSES).meta({ description: 'What the newest record says; `unknown` without one.' }),
    record: banRecordSchema
      .nullable()
      .meta({ description: 'The newest record; a missing field is unknown. Null if the account was never checked.' }),
    lastBan: lastBanSchema,
    checkedAt: unixSecondsSchema.nullable().meta({ description: 'When Steam answered about the account last.' }),
    earlier: z
      .object({ vac: countSchema, game: countSchema, community: z.boolean(), seenUntil: unixSecondsSchema })
      .nullable()
      .meta({ description: 'Bans that were seen before and that the newest record no longer has.' }),
    since: unixSecondsSchema.nullable().meta({ description: 'Since when the bans of the account are recorded.' }),
    observations: z.array(observationSchema).meta({ description: 'Newest first; empty if it was never checked.' }),
  })
  .meta({ id: 'BanHistory', description: 'What was seen of the bans of an account while it was on a watch list.' })
