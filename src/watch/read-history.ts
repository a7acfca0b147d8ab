import type { Observation } from './database/accounts.ts'
import type { SteamId } from '../model/steam-id.ts'
import { findBansBefore, toNewest, type BansBefore } from './earlier-bans.ts'
import { NEVER_CHECKED, toKnownBans, type KnownBans } from './known-bans.ts'
import type { WatchContext } from './watch-context.ts'

export type { Observation } from './database/accounts.ts'

/** The stored history of an account. */
export interface BanHistory {
  steamId: SteamId
  /** The bans in the newest record. */
  bans: KnownBans
  /** Earlier bans that are missing in the newest record. */
  earlier?: BansBefore | undefined
  /** Newest first; empty when the account was never checked for a list. */
  observations: Observation[]
  /** When the oldest stored observation was first seen; null without observations. */
  since: number | null
  /** Whether the account is on the list of this server. */
  isWatchedHere: boolean
}

/** Reads the history of an account, also when only other servers watch it; the result does not say which servers. */
export async function readHistory(
  { database }: Pick<WatchContext, 'database'>,
  guildId: string,
  steamId: SteamId,
): Promise<BanHistory> {
  return database.read(async ({ accounts, watches }) => {
    const [account] = await accounts.get([steamId])
    const observations = await accounts.history(steamId)
    const earlier = findBansBefore(account, observations)
    return {
      steamId,
      bans: toNewest(toKnownBans(account ?? NEVER_CHECKED), earlier),
      earlier,
      observations,
      since: observations.at(-1)?.firstSeenAt ?? null,
      isWatchedHere: (await watches.get(guildId, steamId)) !== undefined,
    }
  })
}
