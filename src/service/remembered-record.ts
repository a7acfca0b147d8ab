import type { CallContext } from '../lib/call-context.ts'
import type { Bans } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'

/** What is remembered of an account's bans. */
export interface RememberedRecord {
  bans: Cached<Bans>
  /** Undefined when the profile is not remembered, or there is none. */
  profile: { timecreated: number | null } | undefined
}

/** The current ban record of an account if it is remembered; never calls Steam. */
export function findRememberedRecord(
  { rememberedAnswers }: Pick<Context, 'rememberedAnswers'>,
  steamId: SteamId,
  callContext: CallContext,
): RememberedRecord | undefined {
  const bans = rememberedAnswers.getBans(steamId, callContext)
  if (!bans || bans.value === null) return undefined
  const profile = rememberedAnswers.getSummary(steamId, callContext)?.value ?? undefined
  return { bans: { ...bans, value: bans.value }, profile }
}
