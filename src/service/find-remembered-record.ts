import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import type { AccountRecord } from './find-record.ts'

/** Profile and ban record of an account as far as they are current in memory; null otherwise. Never asks Steam. */
export function findRememberedRecord(
  { rememberedAnswers }: Pick<Context, 'rememberedAnswers'>,
  steamId: SteamId,
  callContext: CallContext,
): AccountRecord | null {
  const bans = rememberedAnswers.getBans(steamId, callContext)
  const summary = rememberedAnswers.getSummary(steamId, callContext)
  if (!bans?.value || !summary?.value) return null
  return { bans: { ...bans, value: bans.value }, summary: { ...summary, value: summary.value } }
}
