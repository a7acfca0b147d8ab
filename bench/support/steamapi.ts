import SteamAPI from 'steamapi'
import { CAST } from '../../sim/steam/cast.ts'
import { STEAM_KEY, type Platform } from './platform.ts'

const RUST_APP_ID = 252490
const IDS_PER_CALL = 100

/** The same work with the npm package `steamapi`, used optimally: concurrently, and with many ids per call where possible. */
export function createSteamapi({ url }: Platform) {
  const api = new SteamAPI(STEAM_KEY, { baseAPI: url })
  // Its getUserFriends omits `relationship`, which the simulated Steam requires.
  const friendsOf = (steamid: string): Promise<unknown> =>
    api.get('/ISteamUser/GetFriendList/v1', { steamid, relationship: 'friend' }) as Promise<unknown>
  const hoursOf = (steamId: string) => api.getUserOwnedGames(steamId, { filterApps: [RUST_APP_ID] })
  const recordsOf = (steamIds: string[]) => [api.getUserSummary(steamIds), api.getUserBans(steamIds)]

  const lookup = (steamId: string) =>
    // It throws for a private friend list.
    Promise.allSettled([...recordsOf([steamId]), hoursOf(steamId), friendsOf(steamId)])

  return {
    lookup,
    lookupVanity: async (name: string) => lookup(await api.resolve(`https://steamcommunity.com/id/${name}`)),
    batch: (steamIds: string[]) => Promise.allSettled(recordsOf(steamIds)),
    async scan() {
      const list = (await friendsOf(CAST.scan)) as { friendslist: { friends: { steamid: string }[] } }
      const friends = list.friendslist.friends.map(({ steamid }) => steamid).slice(0, IDS_PER_CALL)
      await Promise.allSettled([...recordsOf(friends), ...friends.map(hoursOf)])
    },
  }
}
