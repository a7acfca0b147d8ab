import type { SimDiscord } from '../../packages/sim-discord/src/index.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'

/** A request to try: its description and the arguments of curl. */
export interface Trial {
  shows: string
  args: string
}

/** The requests to the HTTP interface that the demo lists without a terminal. */
export function listTrials(url: string, { cast, account }: World): Trial[] {
  const get = (path: string) => getArgs(`${url}${path}`)
  const post = (path: string, body: object) => postArgs(`${url}${path}`, body)
  const avatar = encodeURIComponent(
    `https://avatars.steamstatic.com/${account(cast.raider)?.profile?.avatarHash}_full.jpg`,
  )
  return [
    { shows: 'A VAC-banned account, by its custom name', args: get('/api/lookup?steamId=raider') },
    {
      shows: 'A private one: hours and friends are hidden, bans are not',
      args: get(`/api/lookup?steamId=${cast.private}`),
    },
    { shows: 'A custom name that does not exist', args: get('/api/lookup?steamId=nobody_by_that_name') },
    {
      shows: 'A profile link, in a body',
      args: post('/api/lookup', { input: `https://steamcommunity.com/profiles/${cast.gameBanned}/` }),
    },
    {
      shows: 'Five at once; one of them was deleted and counts as failed',
      args: post('/api/lookup/batch', {
        steamIds: ['raider', cast.bothBans, cast.communityBanned, cast.clean, cast.gone],
      }),
    },
    {
      shows: 'A large friend list with banned friends, streamed',
      args: `-N ${post('/api/friends', { steamId: cast.manyBanned })}`,
    },
    {
      shows: 'A private friend list: an error event, never an empty list',
      args: `-N ${post('/api/friends', { steamId: cast.friendsPrivate })}`,
    },
    { shows: 'Rich statistics', args: get(`/api/rust-stats?steamId=${cast.veteran}`) },
    { shows: 'Private statistics', args: get(`/api/rust-stats?steamId=${cast.statsPrivate}`) },
    { shows: 'A full inventory: the first 50 of 70 items', args: get(`/api/inventory?steamId=${cast.hoarder}`) },
    { shows: 'A private inventory', args: get(`/api/inventory?steamId=${cast.inventoryPrivate}`) },
    {
      shows: 'An avatar through the image proxy, into avatar.png',
      args: `-o avatar.png -w '%{http_code} %{content_type}\\n' '${url}/api/image?url=${avatar}'`,
    },
    { shows: 'Whether it can serve', args: get('/readyz') },
  ]
}

/** The requests that provoke an alert, in order: what a moderator does in Discord, and a ban in Steam. */
export function listAlertTrials(discord: SimDiscord, steamUrl: string, { cast }: World): Trial[] {
  const control = `${discord.url}/_sim`
  const type = (line: string) => postArgs(`${control}/type`, { line })
  const [alerts] = Object.entries(discord.guild().channels()).flatMap(([id, name]) => (name === 'alerts' ? [id] : []))
  return [
    { shows: 'A moderator says where alerts go', args: type('/watch channel channel:#alerts role:@Mods') },
    { shows: 'A moderator watches an account', args: type(`/watch add ${cast.clean} reason:Friend of a cheater`) },
    { shows: 'Steam bans it', args: postArgs(`${steamUrl}/_sim/ban`, { steamId: cast.clean, kind: 'game' }) },
    { shows: 'The alert, some seconds later', args: getArgs(`${control}/messages?channel=${alerts}`) },
    { shows: 'What has been seen', args: type(`/history ${cast.clean}`) },
  ]
}

/** The requests with which an account is refused by a policy, in order: what a manager does in Discord, and what a game server asks. */
export function listPolicyTrials(url: string, discordUrl: string, { cast }: World): Trial[] {
  const type = (line: string) => postArgs(`${discordUrl}/_sim/type`, { line })
  const ask = `-w ' %{http_code}\\n' '${url}/game/<token>/${cast.raider}'`
  return [
    { shows: 'A manager makes a token; the answer has the line for server.cfg', args: type('/policy token name:main') },
    {
      shows: 'The server bans an account',
      args: type(`/banlist add ${cast.raider} reason:aimbot note:sly`),
    },
    { shows: 'The account joins, and is refused: 200. Put the token in first', args: ask },
    { shows: 'The policy, with the joins of today', args: type('/policy show') },
  ]
}

const getArgs = (url: string) => `-w '\\n' '${url}'`
const postArgs = (url: string, body: object) =>
  `-w '\\n' -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' '${url}'`
