import { hash } from './random.ts'
import { isSteamId, RUST_APP_ID, type SimAccount } from './account.ts'
import { badKey, html, json, missingParameter, type Answer } from './answer.ts'
import { GROUP_NAMES } from './cast.ts'
import type { Fault } from './dial.ts'
import type { Method } from './methods.ts'
import { spoilRecords } from './record-faults.ts'
import type { World } from './world.ts'

/** One Web API call; only batched methods use the fault and its salt. */
type Call = { world: World; query: URLSearchParams; fault: Fault | null; salt: number }

/** One method of the Web API; `subject` is the parameter with the ids. */
type Endpoint = {
  method: Method
  subject: 'steamid' | 'steamids' | 'vanityurl'
  answer: (call: Call) => Answer
}

const MAX_IDS = 100

const endpoints: Record<string, Endpoint> = {
  'ISteamUser/GetPlayerSummaries/2': { method: 'summaries', subject: 'steamids', answer: answerSummaries },
  'ISteamUser/GetPlayerBans/1': { method: 'bans', subject: 'steamids', answer: answerBans },
  'ISteamUser/ResolveVanityURL/1': { method: 'vanity', subject: 'vanityurl', answer: answerVanity },
  'ISteamUser/GetFriendList/1': { method: 'friends', subject: 'steamid', answer: answerFriends },
  'IPlayerService/GetOwnedGames/1': { method: 'games', subject: 'steamid', answer: answerGames },
  'ISteamUserStats/GetUserStatsForGame/2': { method: 'stats', subject: 'steamid', answer: answerStatistics },
}

/** Finds the endpoint of a path; Steam accepts `v2`, `v0002` and a trailing slash. */
export function findEndpoint(pathname: string): Endpoint | undefined {
  const [, method, version] = /^\/(\w+\/\w+)\/v0*(\d+)\/?$/.exec(pathname) ?? []
  return endpoints[`${method}/${version}`]
}

/** The ids in a call. */
export function subjectsOf(endpoint: Endpoint, query: URLSearchParams): string[] {
  return endpoint.subject === 'steamids' ? splitIds(query) : [query.get(endpoint.subject) ?? '']
}

/** Answers a call, or rejects it: the key is checked first, then the parameters. */
export function answerWebApi(endpoint: Endpoint, call: Call, givenKey: string, key: string): Answer {
  if (givenKey === '') return missingParameter('key')
  if (givenKey !== key) return badKey(403)
  if (!call.query.get(endpoint.subject)) return missingParameter(endpoint.subject)
  const subjects = subjectsOf(endpoint, call.query)
  if (subjects.length > MAX_IDS) return html(400, 'Bad Request', `At most ${MAX_IDS} ids are allowed`)
  if (endpoint.subject !== 'vanityurl' && !subjects.every(isSteamId)) {
    return html(500, 'Internal Server Error', 'Internal Server Error')
  }
  return endpoint.answer(call)
}

function answerSummaries(call: Call): Answer {
  const asked = askedIds(call)
  const shuffled = asked.toSorted((one, other) => hash(one) - hash(other))
  // Never the requested order, so that code that relies on it fails.
  if (shuffled.every((id, index) => id === asked[index])) shuffled.reverse()
  const players = shuffled.map((id) => call.world.account(id)).flatMap((account) => toSummaries(account, call.world))
  const answered = corruptOrder(players, call.fault)
  const isIncomplete = call.fault === 'missing-records'
  return json(200, { response: { players: isIncomplete ? spoilRecords(answered, call.fault, call.salt) : answered } })
}

function answerBans(call: Call): Answer {
  const players = askedIds(call).flatMap((id) => toBanEntries(call.world, call.world.account(id)))
  return json(200, { players: spoilRecords(corruptOrder(players, call.fault), call.fault, call.salt) })
}

/** The requested ids without duplicates; a fault replaces the first one. */
function askedIds({ world, query, fault }: Call): string[] {
  const asked = [...new Set(splitIds(query))]
  if (fault !== 'wrong-ids') return asked
  const isOther = (id: string): boolean => {
    const account = world.account(id)
    return (
      !asked.includes(id) &&
      toSummaries(account, world).length > 0 &&
      toBanEntries(world, account).some((entry) => entry !== null)
    )
  }
  return [world.ids.find(isOther) ?? world.cast.veteran, ...asked.slice(1)]
}

function corruptOrder<Entry>(entries: Entry[], fault: Fault | null): Entry[] {
  if (fault === 'duplicated-ids') return [...entries, ...entries]
  return fault === 'reordered' ? entries.toReversed() : entries
}

function toSummaries(account: SimAccount | undefined, world: World): object[] {
  if (!account?.profile) return []
  const { steamId, vanity, profile } = account
  const avatar = `https://avatars.steamstatic.com/${profile.avatarHash}`
  const isPublic = profile.visibility === 3
  // JSON omits undefined fields, as Steam omits unknown and hidden ones.
  return [
    {
      steamid: steamId,
      communityvisibilitystate: profile.visibility,
      profilestate: profile.profileState,
      personaname: profile.name,
      profileurl: `https://steamcommunity.com/${vanity === null ? `profiles/${steamId}` : `id/${vanity}`}/`,
      avatar: `${avatar}.jpg`,
      avatarmedium: `${avatar}_medium.jpg`,
      avatarfull: `${avatar}_full.jpg`,
      avatarhash: profile.avatarHash,
      lastlogoff: profile.lastLogoff === undefined ? undefined : world.shownTime(profile.lastLogoff),
      personastate: 0,
      realname: isPublic ? profile.realName : undefined,
      primaryclanid: isPublic ? '103582791429521408' : undefined,
      timecreated: isPublic ? profile.timeCreated : undefined,
      personastateflags: isPublic ? 0 : undefined,
      loccountrycode: isPublic ? profile.country : undefined,
    },
  ]
}

function toBanEntries(world: World, account: SimAccount | undefined): (Record<string, unknown> | null)[] {
  if (!account?.bans) return []
  const { steamId, bans } = account
  if (bans === 'nullEntry') return [null]
  return [
    {
      SteamId: steamId,
      CommunityBanned: bans.community,
      VACBanned: bans.vac.length > 0,
      NumberOfVACBans: bans.vac.length,
      DaysSinceLastBan: world.daysSinceLastBan(steamId, bans),
      NumberOfGameBans: bans.game?.length,
      EconomyBan: bans.economy,
    },
  ]
}

function answerVanity({ world, query }: Call): Answer {
  const name = query.get('vanityurl') ?? ''
  const steamid = GROUP_NAMES[name.toLowerCase()] ?? world.vanity(name)
  return json(200, { response: steamid === undefined ? { success: 42, message: 'No match' } : { steamid, success: 1 } })
}

function answerFriends({ world, query, fault }: Call): Answer {
  if (query.get('relationship') !== 'friend') return missingParameter('relationship')
  const friends = askedAccount(world, query)?.friends ?? 'private'
  if (friends === 'private') return json(401, {})
  if (friends === 'privateHtml') return html(401, 'Unauthorized', 'Access is denied.')
  if (friends === 'nothing') return json(200, {})
  if (friends === 'unlisted') return json(200, { friendslist: {} })
  const list = friends.map(({ steamId, since }) => ({ steamid: steamId, relationship: 'friend', friend_since: since }))
  return json(200, { friendslist: { friends: corruptOrder(list, fault) } })
}

function answerGames({ world, query }: Call): Answer {
  const library = askedAccount(world, query)?.games ?? 'hidden'
  if (library === 'hidden') return json(200, { response: {} })
  const wanted = [...query].filter(([name]) => name.startsWith('appids_filter[')).map(([, value]) => Number(value))
  const withFree = ['1', 'true'].includes(query.get('include_played_free_games') ?? '')
  const games = library.filter(
    ({ appId, free }) => (withFree || free !== true) && (wanted.length === 0 || wanted.includes(appId)),
  )
  if (games.length === 0) return json(200, { response: { game_count: 0 } })
  return json(200, {
    response: {
      game_count: games.length,
      games: games.map(({ appId, minutes, minutesTwoWeeks, lastPlayed }) => ({
        appid: appId,
        playtime_2weeks: minutesTwoWeeks,
        playtime_forever: minutes,
        rtime_last_played: lastPlayed === undefined ? undefined : world.shownTime(lastPlayed),
        playtime_disconnected: 0,
      })),
    },
  })
}

function answerStatistics({ world, query, fault }: Call): Answer {
  const asked = askedAccount(world, query)
  const { raider, veteran } = world.cast
  const account = fault === 'wrong-ids' ? world.account(asked?.steamId === veteran ? raider : veteran) : asked
  const statistics = query.get('appid') === String(RUST_APP_ID) ? (account?.statistics ?? 'none') : 'none'
  switch (statistics) {
    case 'private':
      return json(403, {})
    case 'privateHtml':
      return html(403, 'Forbidden', 'Access is denied.')
    case 'privateOld':
      return html(500, 'Internal Server Error', 'Internal Server Error')
    case 'none':
      return json(400, {})
  }
  const playerstats = { steamID: account?.steamId, gameName: '' }
  if (statistics === 'unfilled') return json(200, { playerstats })
  const stats = Object.entries(statistics)
    .filter(([, value]) => value !== 0)
    .map(([name, value]) => ({ name, value }))
  const achievements =
    stats.length > 30 ? ['COLLECT_100_WOOD', 'CRAFT_CAMPFIRE', 'KILL_SCIENTIST'] : ['COLLECT_100_WOOD']
  return json(200, {
    playerstats: { ...playerstats, stats, achievements: achievements.map((name) => ({ name, achieved: 1 })) },
  })
}

function splitIds(query: URLSearchParams): string[] {
  return (query.get('steamids') ?? '').split(',').filter((id) => id !== '')
}

function askedAccount(world: World, query: URLSearchParams): SimAccount | undefined {
  return world.account(query.get('steamid') ?? '')
}
