import type { CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { partOf, valueIfHad, waitForParts } from './settled.ts'

/** A heading is not worth more waiting than this. */
const PATIENCE_MS = 1_000

/** The display name of an account, to head what is told of it; null when it cannot be had soon, which harms nothing. */
export async function findName(
  { steam, loop }: Context,
  steamId: SteamId,
  callContext: CallContext,
): Promise<string | null> {
  const summary = partOf(steam.getSummary(steamId, callContext))
  await waitForParts(loop, PATIENCE_MS, [summary])
  return valueIfHad(summary)?.value?.personaname ?? null
}
