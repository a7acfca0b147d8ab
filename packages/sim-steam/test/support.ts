import type { SimSteam } from '../src/server.ts'

/** A complete answer; `json` throws for other bodies. */
export type Reply = { status: number; headers: Headers; text: string; json(): unknown }

/** Sends a request with the valid key in its header, unless `headers` has another. */
export async function ask(steam: SimSteam, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const response = await fetch(`${steam.url}/${path}`, {
    headers: { 'x-webapi-key': steam.key, ...headers },
    redirect: 'manual',
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: (): unknown => JSON.parse(text) }
}

/** The paths of the seven Web API methods and of avatars, as a client writes them. */
export const paths = {
  summaries: (...ids: string[]) => `ISteamUser/GetPlayerSummaries/v2/?steamids=${ids.join(',')}`,
  bans: (...ids: string[]) => `ISteamUser/GetPlayerBans/v1/?steamids=${ids.join(',')}`,
  vanity: (name: string) => `ISteamUser/ResolveVanityURL/v1/?vanityurl=${encodeURIComponent(name)}`,
  friends: (id: string) => `ISteamUser/GetFriendList/v1/?steamid=${id}&relationship=friend`,
  games: (id: string) =>
    `IPlayerService/GetOwnedGames/v1/?steamid=${id}&include_played_free_games=1&appids_filter%5B0%5D=252490`,
  stats: (id: string) => `ISteamUserStats/GetUserStatsForGame/v2/?steamid=${id}&appid=252490`,
  inventory: (id: string, query = 'count=2000') => `inventory/${id}/252490/2?l=english&${query}`,
  avatar: (hash: string, size = '') => `cdn/avatars.steamstatic.com/${hash}${size}.jpg`,
}
