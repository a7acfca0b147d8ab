import { z } from 'zod'
import { isSteamId } from '../model/steam-id.ts'

/** The parameter in the path of an entry about an account. */
export const entryParametersSchema = z.object({
  steamId: z
    .string()
    .refine(isSteamId, 'must be a 17-digit SteamID64')
    .meta({ description: 'A SteamID64, 17 digits.', pattern: '^\\d{17}$', example: '76561197960287930' }),
})
