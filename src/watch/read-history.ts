import type { Observation } from '../database/accounts.ts'
import type { SteamId } from '../model/steam-id.ts'
import { findBansBefore, toNewest, type BansBefore } from './earlier-bans.ts'
import { toKnownBans, type KnownBans } from './known-bans.ts'
import type { WatchContext } from './watch-context.ts'

export type { Observation } from '../database/accounts.ts'

/** What the service has seen of an account. */
export interface BanHistory {
  steamId: SteamId
  /** By the newest record. */
  bans: KnownBans
  /** The bans that were seen and that the newest record no longer has. */
  earlier?: BansBefore | undefined
  /** Newest first; empty when it was never checked for a list. */
  observations: Observation[]
  /** The first time that is stored; nothing is known of the time before. Null when it was never checked for a list. */
  since: number | null
  /** Whether the account is on the list of this server. */
  isWatchedHere: boolean
}

/** The history of an account, whatever server watches it; it does not say which. */
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
      bans: toNewest(toKnownBans(account ?? { current: null, checkedAt: null, failedTurns: 0 }), earlier),
      earlier,
      observations,
      since: observations.at(-1)?.firstSeenAt ?? null,
      isWatchedHere: (await watches.get(guildId, steamId)) !== undefined,
    }
  })
}
