import type { CallContext } from '../lib/call-context.ts'
import type { Cached } from '../model/cached.ts'
import { RapsheetError } from '../model/error.ts'
import { UNREPORTED } from '../model/stats-table.ts'
import type { RustStats } from '../model/stats.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { valueWithin } from './optional-part.ts'

/** The Rust statistics of an account; throws `stats_private` or `stats_not_found`. */
export async function getStats(
  { steam }: Context,
  steamId: SteamId,
  callContext: CallContext,
): Promise<Cached<RustStats>> {
  const { value: answer, fetchedAt, expiresAt } = await steam.getRustStats(steamId, callContext)
  switch (answer.kind) {
    case 'private':
      throw new RapsheetError('stats_private', `The game details of ${steamId} are private; retrying does not help.`, {
        expiresAt,
      })
    case 'none':
      throw new RapsheetError(
        'stats_not_found',
        `Steam has no Rust statistics of ${steamId}: the account does not own Rust, has never played it, or does not exist.`,
        { expiresAt },
      )
    case 'stats':
      return { value: { steamId, stats: answer.stats, unreported: UNREPORTED }, fetchedAt, expiresAt }
  }
}

/** The Rust hours of an account; the value is null when they are hidden. Undefined when Steam fails or takes longer than three seconds. */
export async function findRustHours({ steam, clock }: Context, steamId: SteamId, callContext: CallContext) {
  return valueWithin(clock, 3_000, steam.getRustHours(steamId, callContext))
}
