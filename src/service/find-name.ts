import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { optionalPart, valueOrUndefined, waitForParts } from './optional-part.ts'

const TIMEOUT_MS = 1_000

/** The display name of an account, for headings; null when Steam has none or does not answer within a second. */
export async function findName({ steam, loop }: Context, steamId: SteamId, callContext: CallContext) {
  const summary = optionalPart(steam.getSummary(steamId, callContext))
  await waitForParts(loop, TIMEOUT_MS, [summary])
  return valueOrUndefined(summary)?.value?.personaname ?? null
}
