import { expect, test } from 'vitest'
import { useWorld } from './simulated-steam.ts'
import { ask, paths } from './support.ts'

const { steam, world, cast } = await useWorld(300)

const keyed = [
  paths.summaries(cast.clean),
  paths.bans(cast.clean),
  paths.vanity('raider'),
  paths.friends(cast.clean),
  paths.games(cast.clean),
  paths.stats(cast.clean),
]

test.each(keyed)('without a key %s is rejected with a page that names the parameter', async (path) => {
  const reply = await ask(steam, path, { 'x-webapi-key': '' })
  expect(reply.status).toBe(400)
  expect(reply.headers.get('content-type')).toContain('text/html')
  expect(reply.text).toContain("Required parameter 'key' is missing")
})

test.each(keyed)('with a wrong key %s is rejected with the page of 168 bytes', async (path) => {
  const reply = await ask(steam, path, { 'x-webapi-key': 'WRONG' })
  expect(reply.status).toBe(403)
  expect(reply.headers.get('content-type')).toContain('text/html')
  expect(Buffer.byteLength(reply.text)).toBe(168)
  expect(reply.text).toContain(
    'Access is denied. Retrying will not help. Please verify your <pre>key=</pre> parameter.',
  )
})

test('the key can be in the query', async () => {
  const query = `${paths.vanity('raider')}&key=${steam.key}`
  expect((await fetch(`${steam.apiUrl}/${query}`)).status).toBe(200)
})

test.each([
  paths.summaries('123'),
  paths.bans('abc'),
  paths.friends('76561197960265728'),
  paths.games('99999999999999999'),
  paths.stats('7656119800001043'),
  paths.inventory('1'),
  paths.bans(cast.clean, 'x'),
])('a malformed id is a 500 page: %s', async (path) => {
  const reply = await ask(steam, path)
  expect(reply.status).toBe(500)
  expect(reply.headers.get('content-type')).toContain('text/html')
  expect(reply.text).toContain('Internal Server Error')
})

test.each(['', 'ISteamUser/Nothing/v1/', 'ISteamUser/GetPlayerBans/v2/', 'inventory/76561198000070655/730/2'])(
  'an unknown path is a 404 page: /%s',
  async (path) => {
    const reply = await ask(steam, path)
    expect(reply.status).toBe(404)
    expect(reply.headers.get('content-type')).toContain('text/html')
  },
)

test.each(['summaries', 'bans'] as const)('%s: 100 ids are answered, 101 are rejected', async (method) => {
  const hundred = world.ids.slice(0, 100)
  expect((await ask(steam, paths[method](...hundred))).status).toBe(200)
  const refused = await ask(steam, paths[method](...hundred, cast.clean))
  expect(refused.status).toBe(400)
  expect(refused.headers.get('content-type')).toContain('text/html')
})

test('a public summary has all fields', async () => {
  const reply = await ask(steam, paths.summaries(cast.raider))
  const avatar = `https://avatars.steamstatic.com/${avatarHash(cast.raider)}`
  expect(reply.json()).toEqual({
    response: {
      players: [
        {
          steamid: cast.raider,
          communityvisibilitystate: 3,
          profilestate: 1,
          personaname: 'Roof Raider',
          profileurl: 'https://steamcommunity.com/id/raider/',
          avatar: `${avatar}.jpg`,
          avatarmedium: `${avatar}_medium.jpg`,
          avatarfull: `${avatar}_full.jpg`,
          avatarhash: avatarHash(cast.raider),
          lastlogoff: expect.any(Number),
          personastate: 0,
          realname: 'R. Aider',
          primaryclanid: expect.stringMatching(/^\d+$/),
          timecreated: 1_300_000_000,
          personastateflags: 0,
          loccountrycode: 'DE',
        },
      ],
    },
  })
})

test('a private summary lacks the hidden fields', async () => {
  world.add({ steamId: '76561198000900001', profile: { ...world.account(cast.raider)?.profile, ...hidden } })
  const [player] = players(await ask(steam, paths.summaries('76561198000900001')))
  expect(player).toMatchObject({ communityvisibilitystate: 1, personaname: 'x', profileurl: expect.any(String) })
  for (const name of ['timecreated', 'realname', 'loccountrycode', 'primaryclanid', 'personastateflags']) {
    expect(player).not.toHaveProperty(name)
  }
})

test('unknown and deleted accounts are left out of summaries, and repeated ids answered once', async () => {
  const asked = [cast.clean, cast.gone, cast.deletedSummary, cast.deletedBans, cast.clean]
  const ids = players(await ask(steam, paths.summaries(...asked))).map(({ steamid }) => steamid)
  expect(ids.toSorted()).toEqual([cast.clean, cast.deletedBans].toSorted())
})

test.each([
  ['hostileMarkdown', /@everyone/],
  ['hostileRtl', /\u202e/],
  ['hostileZalgo', /\u0351/],
  ['hostileEmoji', /^\p{Emoji}{32}$/u],
] as const)('the name of %s arrives unaltered', async (name, pattern) => {
  const [player] = players(await ask(steam, paths.summaries(cast[name])))
  expect(player?.personaname).toBe(world.account(cast[name])?.profile?.name)
  expect(player?.personaname).toMatch(pattern)
})

test('ban records have no wrapper and the requested order', async () => {
  const asked = [cast.raider, cast.gameBanned, cast.bothBans, cast.communityBanned, cast.tradeBanned, cast.probation]
  const clean = {
    CommunityBanned: false,
    VACBanned: false,
    NumberOfVACBans: 0,
    DaysSinceLastBan: 0,
    NumberOfGameBans: 0,
    EconomyBan: 'none',
  }
  const reply = await ask(steam, paths.bans(...asked, cast.clean, cast.private))
  expect(reply.headers.get('content-type')).toBe('application/json; charset=UTF-8')
  expect(reply.json()).toEqual({
    players: [
      { ...clean, SteamId: cast.raider, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 412 },
      { ...clean, SteamId: cast.gameBanned, NumberOfGameBans: 2, DaysSinceLastBan: 3 },
      {
        SteamId: cast.bothBans,
        CommunityBanned: true,
        VACBanned: true,
        NumberOfVACBans: 2,
        DaysSinceLastBan: 0,
        NumberOfGameBans: 1,
        EconomyBan: 'banned',
      },
      { ...clean, SteamId: cast.communityBanned, CommunityBanned: true },
      { ...clean, SteamId: cast.tradeBanned, EconomyBan: 'banned' },
      { ...clean, SteamId: cast.probation, EconomyBan: 'probation' },
      { ...clean, SteamId: cast.clean },
      { ...clean, SteamId: cast.private },
    ],
  })
})

test('ban records of deleted accounts are missing, null, or lack the number of game bans', async () => {
  const reply = await ask(steam, paths.bans(cast.gone, cast.deletedBans, cast.nullBans, cast.neverBannedOldAnswer))
  expect(reply.json()).toEqual({
    players: [
      null,
      {
        SteamId: cast.neverBannedOldAnswer,
        CommunityBanned: false,
        VACBanned: false,
        NumberOfVACBans: 0,
        DaysSinceLastBan: 0,
        EconomyBan: 'none',
      },
    ],
  })
})

test('a custom name resolves in any case; an unknown name is a 200 with 42', async () => {
  const found = { response: { steamid: cast.raider, success: 1 } }
  expect((await ask(steam, paths.vanity('raider'))).json()).toEqual(found)
  expect((await ask(steam, paths.vanity('RaIdEr'))).json()).toEqual(found)
  for (const name of ['nobody', 'https://steamcommunity.com/id/raider', 'no_body_999999', 'no_body_1']) {
    const reply = await ask(steam, paths.vanity(name))
    expect(reply.status).toBe(200)
    expect(reply.json()).toMatchObject({ response: { success: 42 } })
  }
})

test('a friend list has its ids, dates and the relationship', async () => {
  const reply = (await ask(steam, paths.friends(cast.scan))).json()
  const friend = {
    steamid: expect.stringMatching(/^\d{17}$/),
    relationship: 'friend',
    friend_since: expect.any(Number),
  }
  expect(reply).toEqual({ friendslist: { friends: Array.from({ length: 100 }, () => friend) } })
})

test('friend lists have up to 2,000 entries; a private one is a 401 with {} or a page, an empty one is []', async () => {
  expect((await ask(steam, paths.friends(cast.popular))).json()).toMatchObject({
    friendslist: { friends: { length: 2_000 } },
  })
  expect((await ask(steam, paths.friends(cast.friendsPrivate))).status).toBe(401)
  expect((await ask(steam, paths.friends(cast.friendsPrivate))).text).toBe('{}')
  const page = await ask(steam, paths.friends(cast.friendsPrivateHtml))
  expect([page.status, page.text]).toEqual([401, expect.stringContaining('<h1>Unauthorized</h1>')])
  expect((await ask(steam, paths.friends(cast.private))).status).toBe(401)
  expect((await ask(steam, paths.friends(cast.gone))).status).toBe(401)
  expect((await ask(steam, paths.friends(cast.lonely))).json()).toEqual({ friendslist: { friends: [] } })
  expect((await ask(steam, paths.friends(cast.friendsUnlisted))).json()).toEqual({ friendslist: {} })
  expect((await ask(steam, paths.friends(cast.friendsUnknown))).text).toBe('{}')
})

test('owned games can be listed, hidden, empty, or without minutes', async () => {
  const game = {
    appid: 252490,
    playtime_forever: 145_896,
    playtime_2weeks: 1_260,
    rtime_last_played: expect.any(Number),
  }
  expect((await ask(steam, paths.games(cast.raider))).json()).toEqual({
    response: { game_count: 1, games: [expect.objectContaining(game)] },
  })
  for (const id of [cast.hiddenHours, cast.private, cast.gone]) {
    const reply = await ask(steam, paths.games(id))
    expect([reply.status, reply.text]).toEqual([200, '{"response":{}}'])
  }
  expect((await ask(steam, paths.games(cast.noRust))).text).toBe('{"response":{"game_count":0}}')
  expect((await ask(steam, paths.games(cast.hiddenPlaytime))).json()).toMatchObject({
    response: { game_count: 1, games: [{ playtime_forever: 0, rtime_last_played: expect.any(Number) }] },
  })
})

test('a custom name of a group is answered with the id of the group', async () => {
  expect((await ask(steam, paths.vanity('Rust_Clan'))).json()).toEqual({
    response: { steamid: '103582791429670001', success: 1 },
  })
})

test('owned games include free ones only on request, and all games without a filter', async () => {
  const path = `IPlayerService/GetOwnedGames/v1/?steamid=${cast.noRust}`
  expect((await ask(steam, path)).json()).toEqual({ response: { game_count: 0 } })
  expect((await ask(steam, `${path}&include_played_free_games=1`)).json()).toMatchObject({
    response: { game_count: 1, games: [{ appid: 730 }] },
  })
})

test('statistics have names and values without zeros, and achievements', async () => {
  for (const name of ['veteran', 'rookie'] as const) {
    const reply = (await ask(steam, paths.stats(cast[name]))).json()
    const counters = Object.entries(world.account(cast[name])?.statistics ?? {}).map(([stat, value]) => ({
      name: stat,
      value,
    }))
    expect(reply).toEqual({
      playerstats: {
        steamID: cast[name],
        gameName: '',
        stats: counters.filter(({ value }) => value !== 0),
        achievements: expect.arrayContaining([{ name: 'COLLECT_100_WOOD', achieved: 1 }]),
      },
    })
    expect(counters.some(({ value }) => value === 0)).toBe(true)
  }
})

test.each([
  ['statsPrivate', 403, '{}'],
  ['private', 403, '{}'],
  ['statsPrivateHtml', 403, expect.stringContaining('<html>')],
  ['statsPrivateOld', 500, expect.stringContaining('<html>')],
  ['statsNone', 400, '{}'],
  ['gone', 400, '{}'],
  ['statsEmpty', 200, `{"playerstats":{"steamID":"${cast.statsEmpty}","gameName":""}}`],
] as const)('statistics of %s: %i', async (name, status, body) => {
  const reply = await ask(steam, paths.stats(cast[name]))
  expect({ status: reply.status, body: reply.text }).toEqual({ status, body })
})

const hidden = { name: 'x', visibility: 1, avatarHash: 'a'.repeat(40) }

function avatarHash(id: string): string {
  return world.account(id)?.profile?.avatarHash ?? ''
}

function players(reply: { json(): unknown }): { steamid: string; personaname: string }[] {
  return (reply.json() as { response: { players: { steamid: string; personaname: string }[] } }).response.players
}
