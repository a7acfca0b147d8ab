import { z } from 'zod'
import { seenChangesSchema } from '../../model/ban-record.ts'
import { nextSchema } from '../../http/paging.ts'
import { banSchema } from '../../model/ban.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { joinEntrySchema, refusalEntrySchema } from '../../model/join.ts'
import { watchEntrySchema } from '../../model/watch.ts'

const eventOf = <Type extends string, Schema extends z.ZodType>(name: string, type: Type, object: Schema) =>
  z
    .object({
      id: z.string().meta({ description: 'An opaque text, also the cursor after which the next events follow.' }),
      type: z.literal(type),
      at: unixSecondsSchema.meta({ description: 'When it happened, Unix seconds.' }),
      by: z.string().nullable().meta({
        description:
          'Who made the change: the Discord id of a user, or `token:<name>` for a tool; null for the service itself.',
      }),
      object,
    })
    .meta({ id: name })

export const eventSchema = z
  .discriminatedUnion('type', [
    eventOf('AccountBanChangedEvent', 'account.ban_changed', seenChangesSchema),
    eventOf('AccountJoinedEvent', 'account.joined', joinEntrySchema),
    eventOf('PlayerRefusedEvent', 'player.refused', refusalEntrySchema),
    eventOf('BanAddedEvent', 'ban.added', banSchema),
    eventOf('BanChangedEvent', 'ban.changed', banSchema),
    eventOf('BanRemovedEvent', 'ban.removed', banSchema),
    eventOf('WatchAddedEvent', 'watch.added', watchEntrySchema),
    eventOf('WatchChangedEvent', 'watch.changed', watchEntrySchema),
    eventOf('WatchRemovedEvent', 'watch.removed', watchEntrySchema),
  ])
  .meta({
    id: 'CommunityEvent',
    description:
      'A change, with its object as `GET` shows it after the change, or before a removal. Types may be added; skip those that you do not know.',
  })

export const eventPageSchema = z
  .object({
    events: z.array(eventSchema).meta({ description: 'In the order of the commits.' }),
    next: nextSchema,
    cursor: z.string().meta({
      description: 'The `after` of what happens later, also on the last page and if `events` is empty.',
    }),
    hasMore: z.boolean().meta({ deprecated: true, description: 'Whether `next` is not null.' }),
  })
  .meta({ id: 'EventPage' })
