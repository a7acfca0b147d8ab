import type { CallContext } from '../lib/call-context.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { RustHours } from '../steam/methods/get-rust-hours.ts'
import type { Context } from './context.ts'
import { optionalPart, valueOrUndefined, waitForParts } from './optional-part.ts'

const TIMEOUT_MS = 3_000

/** The Rust hours of an account, with the value null where they are hidden; undefined when Steam does not answer within three seconds. */
export async function findRustHours(
  { steam, loop }: Context,
  steamId: SteamId,
  callContext: CallContext,
): Promise<Cached<RustHours | null> | undefined> {
  const rustHours = optionalPart(steam.getRustHours(steamId, callContext))
  await waitForParts(loop, TIMEOUT_MS, [rustHours])
  return valueOrUndefined(rustHours)
}
