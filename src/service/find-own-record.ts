import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import type { AccountRecord } from './find-record.ts'
import { valueWithin } from './optional-part.ts'

const TIMEOUT_MS = 3_000

/**
 * Profile and ban record of the account whose friends are scanned; null when one of them is missing, fails or takes longer than three
 * seconds. The profile is the call that its name needs, so that only the bans cost a further one.
 */
export async function findOwnRecord(
  context: Pick<Context, 'steam' | 'loop' | 'onRecord'>,
  steamId: SteamId,
  callContext: CallContext,
): Promise<AccountRecord | null> {
  const { steam, loop } = context
  const parts = Promise.all([steam.getSummary(steamId, callContext), steam.getBans(steamId, callContext)])
  const [summary, bans] = (await valueWithin(loop, TIMEOUT_MS, parts)) ?? []
  if (bans?.value) context.onRecord(steamId, { ...bans, value: bans.value })
  if (!bans?.value || !summary?.value) return null
  return { summary: { ...summary, value: summary.value }, bans: { ...bans, value: bans.value } }
}
