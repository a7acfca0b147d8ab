import type { Caller } from '../lib/caller.ts'
import { settledWithin } from '../lib/settled-within.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'

/** A heading is not worth more waiting than this. */
const PATIENCE_MS = 1_000

/** The display name of an account, to head what is told of it; null when it cannot be had soon, which harms nothing. */
export async function findName({ steam }: Context, steamId: SteamId, caller: Caller): Promise<string | null> {
  try {
    const summary = await settledWithin(PATIENCE_MS, steam.getSummary(steamId, caller), null)
    return summary?.value?.personaname ?? null
  } catch (error) {
    if (error instanceof RapsheetError) return null
    throw error
  }
}
