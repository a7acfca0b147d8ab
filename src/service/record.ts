import type { Caller } from '../lib/caller.ts'
import type { Bans } from '../model/account.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Summary } from '../steam/summaries.ts'
import type { Context } from './context.ts'

/** Who an account is and what is reported against it: the two parts without which nobody is called clean. */
export interface AccountRecord {
  summary: Summary
  bans: Bans
  /** When the older of the two was fetched, Unix seconds. */
  fetchedAt: number
}

/** Both parts of an account, or null when Steam knows no such account; throws when only one part can be had. */
export async function findRecord({ steam }: Context, steamId: SteamId, caller: Caller): Promise<AccountRecord | null> {
  const [summary, bans] = await Promise.all([steam.getSummary(steamId, caller), steam.getBans(steamId, caller)])
  if (summary.value === null && bans.value === null) return null
  if (summary.value === null || bans.value === null) {
    throw new RapsheetError(
      'platform_unavailable',
      'Steam gives only half of this record at the moment, so nothing can be said about the account; try again in a minute.',
    )
  }
  return { summary: summary.value, bans: bans.value, fetchedAt: Math.min(summary.fetchedAt, bans.fetchedAt) }
}

/** The error for an id Steam does not know. */
export function accountNotFound(steamId: SteamId): RapsheetError {
  return new RapsheetError('account_not_found', `Steam knows no account ${steamId}; it may have been deleted.`)
}
