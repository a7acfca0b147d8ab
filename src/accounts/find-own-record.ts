import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { toPartialRecord, type PartialRecord } from './find-record.ts'
import { valueWithin } from './optional-part.ts'

const TIMEOUT_MS = 3_000

/**
 * Ban record and profile of the account whose friends are scanned; null when the bans are missing, cannot be fetched, or take longer than
 * three seconds. The profile is needed for the name anyway, so only the bans cost a further call.
 */
export async function findOwnRecord(
  context: Pick<Context, 'steam' | 'clock' | 'onRecord'>,
  steamId: SteamId,
  callContext: CallContext,
): Promise<PartialRecord | null> {
  const { steam, clock } = context
  const [summary, bans] = await Promise.all([
    valueWithin(clock, TIMEOUT_MS, steam.getSummary(steamId, callContext)),
    valueWithin(clock, TIMEOUT_MS, steam.getBans(steamId, callContext)),
  ])
  const record = toPartialRecord(summary, bans)
  if (record) context.onRecord(steamId, record.bans)
  return record
}
