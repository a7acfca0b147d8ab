import { z } from 'zod'
import { eventsCursorSchema, nextSchema } from '../../http/paging.ts'
import { entryEndSchema, entryTextSchema } from '../../http/entry-routes.ts'
import { BAN_TEXTS, banSchema } from '../../model/ban.ts'
import { mapValues } from '../../model/objects.ts'
import { steamIdSchema } from '../../model/account.ts'
import { countSchema } from '../../model/bounds.ts'
import { REST_REASONS } from '../../text/entry.ts'
import { ENCODINGS } from '../../text/decode-text.ts'
import { BAN_LIST_FORMATS } from '../formats/read-ban-list.ts'
import { EXPORT_FORMATS } from '../formats/write-ban-list.ts'

export const banPageSchema = z
  .object({ bans: z.array(banSchema), next: nextSchema, eventsCursor: eventsCursorSchema })
  .meta({ id: 'BanPage', description: 'A part of the active bans, newest first.' })

export const banBodySchema = z.strictObject({
  ...mapValues(BAN_TEXTS, ({ what, maxCharacters, example }) => {
    const description = `${what}, at most ${maxCharacters} characters; empty by default.`
    return entryTextSchema(maxCharacters).optional().meta({ description, example })
  }),
  until: entryEndSchema
    .optional()
    .meta({ description: 'When the ban ends, Unix seconds; null, the default, for never.', example: 1_893_456_000 }),
})

export const importParametersSchema = z.object({
  dryRun: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .meta({ description: '`true`: only say what the import would do.', example: 'true' }),
  unreadEnds: z.enum(['skip', 'permanent'], 'must be skip or permanent').default('skip').meta({
    description:
      'What happens to bans whose end cannot be read. `skip`: they are left out, and named in `unreadEndLines`. `permanent`: they are added for good.',
    example: 'skip',
  }),
})

/** Maximum number of lines of a kind that an answer names. */
export const MAX_NAMED_LINES = 20
const firstOf = (count: string) => ({ description: `The first of \`${count}\`, at most ${MAX_NAMED_LINES}.` })
const WHY = {
  description:
    '`no_account`: it names no account. `second_account`: a further account in the entry of another one. `changed_number`: a program has rounded the number, or written it with an exponent or separators. `damaged`: its quotes or brackets are wrong, or it breaks off.',
}

export const importResultSchema = z
  .object({
    dryRun: z.boolean(),
    number: z.int().min(0).nullable().meta({
      description:
        'The number of the import among those of the Discord server, for `/banlist undo`; null if nothing was added.',
    }),
    format: z.enum(BAN_LIST_FORMATS).meta({ description: 'The format that was recognised.' }),
    encoding: z.enum(ENCODINGS).meta({
      description:
        'The encoding of the bytes. One that is not UTF was guessed: check the spelling of names and reasons, or send UTF-8.',
    }),
    fresh: countSchema.meta({ description: 'Bans that are added.' }),
    present: countSchema.meta({ description: 'Accounts that have the same reason and end already.' }),
    differing: countSchema.meta({ description: 'Accounts that have a ban with another reason or end, and keep it.' }),
    exempted: countSchema.meta({ description: 'Accounts that an exception of the policy lets in; they are left out.' }),
    expired: countSchema.meta({ description: 'Bans that are over.' }),
    repeated: countSchema.meta({ description: 'Further bans of the same account; the first one counts.' }),
    notUnderstood: countSchema.meta({ description: 'Lines or entries without a ban that could be read.' }),
    unreadEnds: countSchema.meta({
      description: 'Bans whose end cannot be read; left out unless `unreadEnds` of the query is `permanent`.',
    }),
    unclear: countSchema.meta({
      description: 'Accounts of which the list does not say whether they are banned; always left out.',
    }),
    lifted: countSchema.meta({ description: 'Entries that say that a ban was lifted.' }),
    staff: countSchema.meta({ description: 'Entries about owners and moderators of a game server.' }),
    notUnderstoodLines: z
      .array(z.object({ line: countSchema, text: z.string(), why: z.enum(REST_REASONS).meta(WHY) }))
      .meta(firstOf('notUnderstood')),
    unreadEndLines: z
      .array(
        z.object({
          line: countSchema,
          steamId: steamIdSchema,
          end: z.string().meta({ description: 'The end as the list has it.' }),
          text: z.string().meta({ description: 'The beginning of the entry.' }),
        }),
      )
      .meta(firstOf('unreadEnds')),
    unclearLines: z
      .array(z.object({ line: countSchema, steamId: steamIdSchema, text: z.string() }))
      .meta(firstOf('unclear')),
  })
  .meta({ id: 'BanImport', description: 'The effect of an import.' })

export const exportParametersSchema = z.object({
  format: z.enum(EXPORT_FORMATS, `must be one of ${EXPORT_FORMATS.join(', ')}`).meta({
    description: '`cfg`: the `bans.cfg` of a game server. `csv`: a table. `json`: all that is known.',
    example: 'json',
  }),
})

/** An export as JSON, which is written in parts. */
export const banExportSchema = z
  .object({ format: z.literal('rapsheet-bans'), version: z.literal(1), bans: z.array(banSchema) })
  .meta({ id: 'BanExport', description: 'All active bans, the oldest first.' })
