import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { toPartialRecord, type PartialRecord } from './find-record.ts'

/** Current ban record and profile of an account in memory; null without bans. Never calls Steam. */
export function findRememberedRecord(
  { rememberedAnswers }: Pick<Context, 'rememberedAnswers'>,
  steamId: SteamId,
  callContext: CallContext,
): PartialRecord | null {
  const bans = rememberedAnswers.getBans(steamId, callContext)
  const summary = rememberedAnswers.getSummary(steamId, callContext)
  return toPartialRecord(summary, bans)
}
