import type { CallContext } from '../lib/call-context.ts'
import type { Bans } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Summary } from '../steam/methods/get-player-summaries.ts'
import type { Context } from './context.ts'

/** Who an account is and what is reported against it: the two parts without which an account is never called clean. */
export interface AccountRecord {
  summary: Cached<Summary>
  bans: Cached<Bans>
}

/**
 * Both parts of an account. Throws `account_not_found` when Steam knows no such account, with the ban record where there is
 * one without a profile, and `platform_unavailable` while a missing part may still come.
 */
export async function findRecord(context: Context, steamId: SteamId, callContext: CallContext): Promise<AccountRecord> {
  const { steam } = context
  const [summary, bans] = await Promise.all([
    steam.getSummary(steamId, callContext),
    steam.getBans(steamId, callContext),
  ])
  if (isPresent(summary)) context.missingProfiles.forget(steamId)
  if (isPresent(bans)) {
    return {
      summary: isPresent(summary) ? summary : await findMissingProfile(context, steamId, bans, callContext),
      bans,
    }
  }
  if (isPresent(summary)) {
    throw new RapsheetError(
      'platform_unavailable',
      'Steam gives the profile of this account but no ban record, so nothing can be said about its bans; try again in a minute.',
      { missingHalf: 'bans', isUnusableRecord: true },
    )
  }
  throw new RapsheetError('account_not_found', `Steam knows no account ${steamId}; it may have been deleted.`)
}

/** The profile of an account that has a ban record, if a second answer has it; throws what its absence means otherwise. */
async function findMissingProfile(
  { steam, missingProfiles }: Context,
  steamId: SteamId,
  bans: Cached<Bans>,
  callContext: CallContext,
): Promise<Cached<Summary>> {
  const missing = missingProfiles.note(steamId)
  if (missing.kind === 'wait') {
    throw new RapsheetError(
      'platform_unavailable',
      `Steam gives the ban record of this account but not its profile; try again in ${missing.seconds} s to confirm that there is none.`,
      { retryAfter: missing.seconds, missingHalf: 'profile', isUnusableRecord: true },
    )
  }
  if (missing.kind === 'ask') {
    const second = await steam.confirmSummary(steamId, callContext)
    if (isPresent(second)) {
      missingProfiles.forget(steamId)
      return second
    }
    missingProfiles.confirm(steamId)
  }
  throw new RapsheetError(
    'account_not_found',
    `${steamId} has no profile: the account was deleted or never made. Bans on record: ${listBans(bans.value)}.`,
    { bansOnRecord: bans.value, steamId },
  )
}

function listBans(bans: Bans): string {
  const { NumberOfVACBans: vac, NumberOfGameBans: game, DaysSinceLastBan: days } = bans
  return [
    `VAC ${vac}`,
    `game ${game}`,
    ...(vac + game > 0 ? [`last ban ${days} days ago`] : []),
    `community ${bans.CommunityBanned ? 'banned' : 'none'}`,
    `trade ${bans.EconomyBan}`,
  ].join(', ')
}

const isPresent = <T>(part: Cached<T | null>): part is Cached<T> => part.value !== null
