import { z } from 'zod'
import {
  batchRestSchema,
  incompleteRecordSchema,
  scanFoundSchema,
  scanProgressSchema,
  scanResultSchema,
} from '../../model/account.ts'
import { MAX_COUNT } from '../../model/bounds.ts'
import { MAX_BATCH, MAX_FRIENDS } from '../../model/limits.ts'
import { isSteamId } from '../../model/steam-id.ts'
import { errorFields } from '../../http/documented-responses.ts'
import { BANNED_FRIEND_LINK, EXAMPLE_BATCH, EXAMPLE_ID, EXAMPLE_IMAGE } from './examples.ts'

const MAX_INPUT = 256
const MAX_URL = 2048

const ACCOUNT_FORMS =
  'A SteamID64, a profile, invite or trade link, a `STEAM_…` or `[U:1:…]` ID, the name in a custom URL, or a friend code (5 to 10 digits, unless they are the custom URL of an account). Quotes, brackets, closing punctuation and invisible characters around it are ignored; any other text around it is an error.'

const accountInputSchema = z
  .string('must be a string')
  .trim()
  .min(1, 'must not be empty; give a SteamID64, a profile link or the name in a custom URL')
  .max(MAX_INPUT, `must have at most ${MAX_INPUT} characters`)
  .meta({ description: ACCOUNT_FORMS, example: EXAMPLE_ID })

const exactIdSchema = z
  .string('must be a string')
  .refine(isSteamId, 'must be a 17-digit SteamID64; /api/lookup finds it for a custom name or a profile link')
  .meta({ description: 'A SteamID64, 17 digits.', pattern: '^\\d{17}$', example: EXAMPLE_ID })

export const lookupQuerySchema = z.object({ steamId: accountInputSchema })

export const lookupBodySchema = z.strictObject({ input: accountInputSchema })

export const compareQuerySchema = z.object({
  steamId: accountInputSchema,
  other: accountInputSchema.meta({ description: ACCOUNT_FORMS, example: BANNED_FRIEND_LINK }),
})

export const steamIdQuerySchema = z.object({ steamId: exactIdSchema })

export const inventoryQuerySchema = z.object({
  steamId: exactIdSchema,
  after: z
    .string()
    .regex(/^\d{1,20}$/, 'must be the `next` of an answer')
    .optional()
    .meta({ description: 'The `next` of the answer before; by default the first 50 items are listed.' }),
})

export const friendsBodySchema = z.strictObject({
  steamId: exactIdSchema,
  found: z
    .boolean('must be true or false')
    .optional()
    .meta({ description: 'Whether to send banned friends as they are found; by default false.', example: true }),
  from: z
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(MAX_COUNT, `must be at most ${MAX_COUNT}`)
    .optional()
    .meta({
      description: `Where to begin in the list, newest friendship first; by default 0. At most ${MAX_FRIENDS} friends from there are checked. The \`next\` of a result is the \`from\` of the following part.`,
      example: 0,
    }),
})

const batchEntryInputSchema = z
  .string('must be a string')
  .refine((entry) => entry.trim().length <= MAX_INPUT, `must have at most ${MAX_INPUT} characters`)
  .meta({ description: ACCOUNT_FORMS, maxLength: MAX_INPUT })

export const batchBodySchema = z.strictObject({
  steamIds: z.preprocess(
    // Entries beyond the limit are only counted, so they may have any type.
    (value: unknown) =>
      Array.isArray(value) ? value.map((entry: unknown, index) => (index < MAX_BATCH ? entry : '')) : value,
    z
      .array(batchEntryInputSchema, 'must be an array of strings')
      .min(1, 'must name at least one account')
      .meta({
        description: `Accounts to look up; entries beyond the ${MAX_BATCH}th are counted in \`dropped\` and not looked up.`,
        example: EXAMPLE_BATCH,
      }),
  ),
})

export const imageQuerySchema = z.object({
  url: z.string().min(1, 'must not be empty').max(MAX_URL, `must have at most ${MAX_URL} characters`).meta({
    description: 'An https URL on one of Steam’s image hosts.',
    example: EXAMPLE_IMAGE,
  }),
})

export const lookupErrorSchema = z
  .object({ ...errorFields, ...incompleteRecordSchema.shape })
  .meta({ id: 'LookupError', description: 'The error of a lookup.' })

export const batchErrorSchema = z.object({ ...errorFields, ...batchRestSchema.partial().shape }).meta({
  id: 'BatchError',
  description:
    'The error of a batch. It has `failures` and `dropped` when the entries were looked up and none of them succeeded, but not when the whole batch was refused.',
})

export const compareErrorSchema = z
  .object({
    ...errorFields,
    ...incompleteRecordSchema.shape,
    input: z.exactOptional(
      z.string().meta({ description: 'The account whose lookup failed, as it was given; absent for other errors.' }),
    ),
  })
  .meta({ id: 'CompareError', description: 'The error of a comparison.' })

const errorEventSchema = z
  .object(errorFields)
  .meta({ id: 'ScanError', description: 'The last event of a scan that failed.' })

export const scanEventSchema = z.union([scanProgressSchema, scanFoundSchema, scanResultSchema, errorEventSchema]).meta({
  id: 'ScanEvent',
  description: 'One event of a friend scan. Each has fields of its own: `progress`, `found`, `friends` or `error`.',
})
