import type { CallContext } from '../../src/lib/call-context.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { getFriendList } from '../../src/steam/methods/get-friend-list.ts'
import { getInventoryPage } from '../../src/steam/methods/get-inventory-page.ts'
import { getPlayerBans } from '../../src/steam/methods/get-player-bans.ts'
import { getSummaries } from '../../src/steam/methods/get-player-summaries.ts'
import { getRustHours } from '../../src/steam/methods/get-rust-hours.ts'
import { getRustStats } from '../../src/steam/methods/get-rust-stats.ts'
import { resolveVanityUrl } from '../../src/steam/methods/resolve-vanity-url.ts'
import type { SteamCall, SteamMethod } from '../../src/steam/upstream/request.ts'
import { anyCall } from './callers.ts'

/** A call of each method: about the first account, or about both. */
export const askEach = (
  steamId: SteamId,
  other: SteamId,
): Record<SteamMethod, (call: SteamCall, callContext?: CallContext) => Promise<unknown>> => ({
  summaries: (call, callContext = anyCall()) => getSummaries(call, [steamId, other], callContext),
  bans: (call, callContext = anyCall()) => getPlayerBans(call, [steamId, other], callContext),
  vanity: (call, callContext = anyCall()) => resolveVanityUrl(call, 'raider', callContext),
  friends: (call, callContext = anyCall()) => getFriendList(call, steamId, callContext),
  games: (call, callContext = anyCall()) => getRustHours(call, steamId, callContext),
  stats: (call, callContext = anyCall()) => getRustStats(call, steamId, callContext),
  inventory: (call, callContext = anyCall()) => getInventoryPage(call, { steamId }, callContext),
})

export const STEAM_METHODS: SteamMethod[] = ['summaries', 'bans', 'vanity', 'friends', 'games', 'stats', 'inventory']
