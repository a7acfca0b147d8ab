import type { CallContext } from '../lib/call-context.ts'
import type { BanRecord } from '../model/ban-record.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from '../accounts/context.ts'

/**
 * The current ban record of an account, past the cache; null when Steam gives none for now. Throws `account_not_found` when Steam
 * knows neither a record nor a profile.
 */
export async function findFreshRecord(
  context: Pick<Context, 'steam'>,
  steamId: SteamId,
  callContext: CallContext,
): Promise<BanRecord | null> {
  const records = await unlessUnavailable(context.steam.getBanRecords([steamId], callContext))
  if (!records) return null
  const record = records.get(steamId)
  if (record !== undefined) return record instanceof RapsheetError ? null : record
  const summary = await unlessUnavailable(context.steam.getSummary(steamId, callContext))
  if (summary?.value === null)
    throw new RapsheetError('account_not_found', `Steam has no account ${steamId}; it may have been deleted.`)
  return null
}

/** The answer of a call; null when it fails. Throws unexpected errors and the abort of the request. */
async function unlessUnavailable<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof RapsheetError) return null
    throw error
  }
}
