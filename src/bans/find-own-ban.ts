import type { Clock } from '../lib/clock.ts'
import { readBriefly } from '../lib/read-briefly.ts'
import { isBan, type OwnBan } from '../model/ban.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { BansContext } from './bans-context.ts'
import type { StoredBan } from './database/bans.ts'

/** What is known of the ban of an account at a server; `details` is undefined when the database failed or was busy. */
export type FoundOwnBan =
  | { state: 'none' | 'unknown' }
  | { state: 'banned'; ban: OwnBan; details: StoredBan | undefined }

/**
 * Finds the ban of an account on the list of a server. The list in memory says whether there is one, so that answers about other accounts
 * do not wait for the database. The details must be shown to that server only.
 */
export async function findOwnBan(
  { database, clock, bans: lists }: Pick<BansContext, 'database' | 'bans'> & { clock: Clock },
  guildId: string,
  steamId: SteamId,
): Promise<FoundOwnBan> {
  const ban = lists.find(guildId, steamId)
  if (!isBan(ban)) return { state: ban ?? 'none' }
  const now = clock.unixSeconds()
  const found = await readBriefly(clock, () => database.read(({ bans }) => bans.activeOf(guildId, [steamId], now)))
  // The ban was lifted, and the list in memory has not followed yet.
  if (found?.length === 0) return { state: 'none' }
  return { state: 'banned', ban, details: found?.[0] }
}
