import { z } from 'zod'
import { MAX_UNIX_SECONDS } from '../model/unix-seconds.ts'
import { isSteamId } from '../model/steam-id.ts'
import { HttpError } from './errors.ts'
import { quoted } from './quoted.ts'

/** The parameter in the path of an entry about an account. */
export const entryParametersSchema = z.object({
  steamId: z
    .string()
    .refine(isSteamId, 'must be a 17-digit SteamID64')
    .meta({ description: 'A SteamID64, 17 digits.', pattern: '^\\d{17}$', example: '76561197960287930' }),
})

/** Longer texts are refused before they are cleaned. */
const MAX_TEXT = 2_000

/** A text of an entry, of which at most `limit` characters remain when it is cleaned. */
export const entryTextSchema = (limit: number) =>
  z
    .string({
      error: ({ input }) =>
        typeof input === 'string'
          ? `must have at most ${limit} characters; this one has ${Array.from(input).length}`
          : `must be a string; this one is ${quoted(input)}`,
    })
    .max(MAX_TEXT)
    .meta({ maxLength: limit })

const WHOLE_SECONDS = `must be null or a time in Unix seconds, a whole number of at most ${MAX_UNIX_SECONDS}`

/** When an entry ends, Unix seconds; null for an entry without an end. */
export const entryEndSchema = z
  .int({ error: ({ input }) => `${WHOLE_SECONDS}; this one is ${quoted(input)}` })
  .min(0)
  .max(MAX_UNIX_SECONDS)
  .nullable()

/** Throws an HttpError for an end of an entry, Unix seconds, that is not after `now`; null is an entry without an end. */
export function refusePastEnd(until: number | null, now: number): void {
  if (until !== null && until <= now)
    throw new HttpError(
      'invalid_parameter',
      `until: must be null or a time in the future, in Unix seconds; this one is ${until}, and now it is ${now}.`,
    ).about('until')
}
