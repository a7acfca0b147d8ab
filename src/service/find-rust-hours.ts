import type { CallContext } from '../lib/call-context.ts'
import type { Cached } from '../model/cached.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { RustHours } from '../steam/methods/get-rust-hours.ts'
import type { Context } from './context.ts'
import { partOf, valueIfHad, waitForParts } from './settled.ts'

/** How long statistics wait for the hours shown above them; delay of our own event loop does not count. */
const PATIENCE_MS = 3_000

/** The hours of an account in Rust, null in it where they are hidden; undefined when they cannot be had soon. */
export async function findRustHours(
  { steam, loop }: Context,
  steamId: SteamId,
  callContext: CallContext,
): Promise<Cached<RustHours | null> | undefined> {
  const hours = partOf(steam.getRustHours(steamId, callContext))
  await waitForParts(loop, PATIENCE_MS, [hours])
  return valueIfHad(hours)
}
