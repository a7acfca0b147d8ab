import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { valueWithin } from './optional-part.ts'

/** The display name of an account, for headings; null when Steam has none, fails or takes longer than a second. */
export async function findName({ steam, loop }: Context, steamId: SteamId, callContext: CallContext) {
  const summary = await valueWithin(loop, 1_000, steam.getSummary(steamId, callContext))
  return summary?.value?.personaname ?? null
}
