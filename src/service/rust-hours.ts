import { settledWithin } from '../lib/settled-within.ts'
import type { Caller } from '../lib/caller.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Steam } from '../steam/steam.ts'
import type { Context } from './context.ts'

/** How long statistics wait for the hours shown above them. */
const PATIENCE_MS = 3_000

/** The hours of an account in Rust, null in it where they are hidden; undefined when they cannot be had soon. */
export async function findRustHours(
  { steam }: Context,
  steamId: SteamId,
  caller: Caller,
): Promise<Awaited<ReturnType<Steam['getRustHours']>> | undefined> {
  try {
    return await settledWithin(PATIENCE_MS, steam.getRustHours(steamId, caller), undefined)
  } catch (error) {
    if (error instanceof RapsheetError) return undefined
    throw error
  }
}
