import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import SteamAPI from 'steamapi'
import { z } from 'zod'

// The npm package `steamapi` behind a minimal server with the paths of ours, used optimally: concurrently, and with many IDs per call
// where possible.
const RUST_APP_ID = 252490
const IDS_PER_CALL = 100

const env = z
  .object({ HTTP_PORT: z.coerce.number(), STEAM_API_KEY: z.string(), STEAM_API_URL: z.string() })
  .parse(process.env)
const bodySchema = z.object({ steamId: z.string().default(''), steamIds: z.array(z.string()).default([]) })
const friendListSchema = z.object({
  friendslist: z.object({ friends: z.array(z.object({ steamid: z.string() })) }),
})

const api = new SteamAPI(env.STEAM_API_KEY, { baseAPI: env.STEAM_API_URL })
// Its getUserFriends omits `relationship`, which the simulated Steam requires.
const friendsOf = (steamid: string): Promise<unknown> =>
  api.get('/ISteamUser/GetFriendList/v1', { steamid, relationship: 'friend' }) as Promise<unknown>
const hoursOf = (steamId: string) => api.getUserOwnedGames(steamId, { filterApps: [RUST_APP_ID] })
const recordsOf = (steamIds: string[]) => [api.getUserSummary(steamIds), api.getUserBans(steamIds)]

async function lookup(input: string): Promise<unknown[]> {
  const steamId = /^\d{17}$/.test(input) ? input : await api.resolve(`https://steamcommunity.com/id/${input}`)
  // It throws for a private friend list.
  return Promise.allSettled([...recordsOf([steamId]), hoursOf(steamId), friendsOf(steamId)])
}

async function scan(steamId: string): Promise<unknown[]> {
  const { friendslist } = friendListSchema.parse(await friendsOf(steamId))
  const friends = friendslist.friends.map(({ steamid }) => steamid).slice(0, IDS_PER_CALL)
  return Promise.allSettled([...recordsOf(friends), ...friends.map(hoursOf)])
}

async function answer(request: IncomingMessage): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/api/lookup') return lookup(searchParams.get('steamId') ?? '')
  if (pathname === '/healthz') return []
  const { steamId, steamIds } = bodySchema.parse(await json(request))
  return pathname === '/api/friends' ? scan(steamId) : Promise.allSettled(recordsOf(steamIds))
}

createServer((request, response) => {
  void answer(request).then(
    (result) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
}).listen(env.HTTP_PORT, '127.0.0.1')
process.once('SIGTERM', () => process.exit())
