import { z } from 'zod'
import { HttpError } from './errors.ts'
import { isSteamId } from '../model/steam-id.ts'

/** The parameter in the path of an entry about an account. */
export const entryParametersSchema = z.object({
  steamId: z
    .string()
    .refine(isSteamId, 'must be a 17-digit SteamID64')
    .meta({ description: 'A SteamID64, 17 digits.', pattern: '^\\d{17}$', example: '76561197960287930' }),
})

/** Throws an HttpError for an end of an entry, Unix seconds, that is not after `now`; null is an entry without an end. */
export function refusePastEnd(until: number | null, now: number): void {
  if (until !== null && until <= now)
    throw new HttpError('invalid_parameter', 'until: must be in the future, in Unix seconds, or null.')
}
