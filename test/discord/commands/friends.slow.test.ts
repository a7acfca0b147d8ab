import { describe, expect, test } from 'vitest'
import type { SimReply } from '../../../packages/sim-discord/src/index.ts'
import { banRecord, publicProfile, RUST_APP_ID, type SimAccount } from '../../../packages/sim-steam/src/account.ts'
import { readAccountList } from '../../../src/text/account-list.ts'
import { ephemeral, framed, idOf, useCommandTests, useFixedDate } from '../../support/command-tests.ts'

const { steam, cast, startBot, startRestartableBot } = await useCommandTests()
const { world } = steam
useFixedDate()

const friendsWith = (...ids: string[]) => ids.map((steamId, index) => ({ steamId, since: 1_500_000_000 - index }))
const rust = (hours: number) => [{ appId: RUST_APP_ID, minutes: hours * 60, lastPlayed: 1_700_000_000 }]

/** Adds a friend to the simulated world and returns its id. */
function friend(number: number, name: string, more: Partial<SimAccount> = {}): string {
  return world.add({ steamId: idOf(number), profile: publicProfile(name), games: rust(10), ...more }).steamId
}

/** An account with friends of every kind. */
const BOSS = idOf(1)
world.add({
  steamId: BOSS,
  vanity: 'boss',
  profile: publicProfile('The *Boss*'),
  friends: friendsWith(
    friend(11, 'vac ten', { bans: banRecord({ vac: 1, daysSinceLast: 10 }), games: rust(1_234.5) }),
    friend(12, '=cmd|"calc"', { bans: banRecord({ game: 2, daysSinceLast: 0 }), games: 'hidden' }),
    friend(13, 'both kinds', { bans: banRecord({ vac: 1, game: 1, daysSinceLast: 400 }) }),
    friend(14, 'community', { bans: banRecord({ community: true }) }),
    friend(15, 'trade only', { bans: banRecord({ economy: 'banned' }) }),
    friend(16, 'clean one'),
    friend(17, 'private one', { profile: { name: 'private one', visibility: 1, avatarHash: 'a'.repeat(40) } }),
    friend(18, 'no record', { bans: null }),
    idOf(19),
  ),
})

const result = (reply: SimReply) => reply.until((text) => /Post in channel|❔ /.test(text) && !text.includes('⏹️ Stop'))
const profile = (steamId: string) => `(https://steamcommunity.com/profiles/${steamId})`

const nameOf = (steamId: string) => world.account(steamId)?.profile?.name

/** The ids in the table of a result. */
const fileIds = (reply: SimReply) =>
  [...(reply.files()[0]?.text ?? '').matchAll(/^'(\d{17}),/gm)].map(([, id = '']) => id)

const BOSS_RESULT = ephemeral(
  [
    '[#d83c3e]',
    `👥 Friends of The *Boss* \`${BOSS}\``,
    '🔗 Found by custom URL boss: check that this is the player you mean.',
    '⛔ 4 of 7 checked friends banned (57%).',
    '⚠️ 1 with only a trade restriction.',
    '❔ 2 of 9 friends could not be checked: bans unknown. Listed last.',
    'This account: ✅ no bans · checked 0 seconds ago',
    '───',
    `⛔ =cmd|"calc" ${profile(idOf(12))} · 2 game bans, last ban today`,
    `\`${idOf(12)}\` · hours private · befriended 14 July 2017, before the last ban`,
    `⛔ vac ten ${profile(idOf(11))} · 1 VAC ban, last ban 10 days ago`,
    `\`${idOf(11)}\` · 1,234 h · befriended 14 July 2017, before the ban`,
    `⛔ both kinds ${profile(idOf(13))} · 1 VAC ban, 1 game ban, last ban 400 days ago (VAC or game)`,
    `\`${idOf(13)}\` · 10 h · befriended 14 July 2017, before the last ban`,
    `⛔ community ${profile(idOf(14))} · Steam Community ban`,
    `\`${idOf(14)}\` · 10 h · befriended 14 July 2017, unclear whether before or after the ban`,
    `⚠️ trade only ${profile(idOf(15))} · trade ban`,
    `\`${idOf(15)}\` · 10 h · befriended 14 July 2017`,
    `❔ no record ${profile(idOf(18))} · could not be checked`,
    `\`${idOf(18)}\` · befriended 14 July 2017`,
    `❔ profile ${profile(idOf(19))} · could not be checked`,
    `\`${idOf(19)}\` · befriended 14 July 2017`,
    'checked 0 seconds ago',
    `📎 friends-${BOSS}.csv (1.2 KB)`,
    '⛔ 4 of 7 checked friends banned (57%).',
  ],
  '▾ Open an account',
  `  ○ ⛔ =cmd|"calc" – ${idOf(12)} · 2 game bans, last ban today`,
  `  ○ ⛔ vac ten – ${idOf(11)} · 1 VAC ban, last ban 10 days ago`,
  `  ○ ⛔ both kinds – ${idOf(13)} · 1 VAC ban, 1 game ban, last ban 400 days ago (VAC or game)`,
  `  ○ ⛔ community – ${idOf(14)} · Steam Community ban`,
  `  ○ ⚠️ trade only – ${idOf(15)} · trade ban`,
  `  ○ ❔ no record – ${idOf(18)} · could not be checked`,
  `  ○ ❔ profile – ${idOf(19)} · could not be checked`,
  '[1 ↩️ Account] [2 🔄 Try 2 accounts again] [3 👁️ Watch the 4 banned] [4 📢 Post in channel]',
)

describe('the result of /friends', () => {
  test('lists banned friends, newest ban first, also in a CSV file, and counts all others', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type('/friends boss')
    expect((await reply.acknowledged()).type).toBe(5)
    expect(await result(reply)).toBe(BOSS_RESULT)
    expect(reply.isEphemeral()).toBe(true)
    expect(reply.message()?.notifies).toEqual([])
    expect(reply.files().map(({ name }) => name)).toEqual([`friends-${BOSS}.csv`])
    const url = (steamId: string) => `https://steamcommunity.com/profiles/${steamId}`
    expect(reply.files()[0]?.text.replaceAll(/\d{4}-\d{2}-\d{2}T[\d:]{8}Z/g, 'TIME')).toBe(
      [
        '\uFEFFsteam_id,name,result,vac_bans,game_bans,days_since_last_ban,community_ban,trade_standing,rust_hours,rust_minutes,friend_since,friendship_began,profile,note,checked_at',
        `'${idOf(12)},"'=cmd|""calc""",banned,0,2,0,no,none,private,,2017-07-14,before the last ban,${url(idOf(12))},,TIME`,
        `'${idOf(11)},vac ten,banned,1,0,10,no,none,1234,30,2017-07-14,before the last ban,${url(idOf(11))},,TIME`,
        `'${idOf(13)},both kinds,banned,1,1,400,no,none,10,0,2017-07-14,before the last ban,${url(idOf(13))},,TIME`,
        `'${idOf(14)},community,banned,0,0,,yes,none,10,0,2017-07-14,unclear,${url(idOf(14))},,TIME`,
        `'${idOf(15)},trade only,trade restriction only,0,0,,no,banned,10,0,2017-07-14,,${url(idOf(15))},,TIME`,
        `'${idOf(18)},no record,could not be checked,,,,,,unknown,,2017-07-14,,${url(idOf(18))},,`,
        `'${idOf(19)},,could not be checked,,,,,,unknown,,2017-07-14,,${url(idOf(19))},,`,
        '',
      ].join('\n'),
    )
    expect(readAccountList(reply.files()[0]?.text ?? '').accounts).toEqual([12, 11, 13, 14, 15, 18, 19].map(idOf))
  })

  test('has a button that checks the next 100, also after a restart', async () => {
    const { discord, restart } = await startRestartableBot()
    const reply = discord.user().type(`/friends account:${cast.manyBanned} kind:vac`)
    await result(reply)
    const first = fileIds(reply)
    await restart()
    expect(await reply.click('Check friends 101–200').until('friends 101 to 200 of 250')).toContain(
      'Filter: VAC bans · ',
    )
    await reply.until('Post in channel')
    const second = fileIds(reply)
    await reply.click('Check friends 201–250').until('friends 201 to 250 of 250')
    // The restarted process has scanned the second and the third part.
    expect(await reply.until('Post in channel')).toMatch(
      /With the other parts of the last hour: \d+ of 1\d\d checked friends banned/,
    )
    const third = fileIds(reply)
    expect(reply.buttons().map(({ label }) => label)).toContain('Check friends 101–200')
    const all = [...first, ...second, ...third]
    expect(new Set(all).size).toBe(all.length)
    const isVacBanned = (id: string) => {
      const { bans } = world.account(id) ?? {}
      return typeof bans === 'object' && bans !== null && bans.vac.length > 0
    }
    const friends = world.account(cast.manyBanned)?.friends
    const known = (Array.isArray(friends) ? friends : []).map(({ steamId }) => steamId).filter(isVacBanned)
    expect(new Set(all)).toEqual(new Set(known))
  })

  test('shows a private list as private, neither clean nor banned', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/friends ${cast.friendsPrivate}`)
    expect(await reply.until('private')).toBe(
      ephemeral(
        [
          '[#4a6fa5]',
          '🔒 Friend list private',
          `The friend list of ${nameOf(cast.friendsPrivate)} \`${cast.friendsPrivate}\` is private, so the friends could not be checked. This says nothing for or against the account.`,
        ],
        '[1 ↩️ Account] [2 📢 Post in channel]',
      ),
    )
    await reply.click('Account').until('Friend list 🔒 private')
  })
})

describe('/friends when Steam fails', () => {
  test('reports a failure in the middle of a scan', async () => {
    steam.dial.set('bans', { latencyMs: 1_650, faults: { '503': 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/friends ${BOSS}`)
    await reply.until('░` 0 of 9 checked')
    expect(await reply.until('Steam does not answer')).not.toMatch(/✅|None of/)
    expect(reply.buttons().map(({ label }) => label)).toEqual(['Account', 'Try again'])
  })
})

describe('a running friend scan', () => {
  test('shows a progress bar, the count and hits, and Stop ends it with the friends found so far', async () => {
    const crowd = Array.from({ length: 120 }, (_, index) =>
      friend(2_000 + index, `banned ${index}`, { bans: banRecord({ vac: 1, daysSinceLast: index }) }),
    )
    world.add({ steamId: idOf(7), profile: publicProfile('Crowded'), friends: friendsWith(...crowd) })
    // Half of the calls for hours are answered, so the scan stops half-way.
    steam.dial.set('games', { jitterMs: 500, faults: { hang: 0.5 } })
    const bot = await startBot({ steamConcurrency: 400 })
    const reply = bot.discord.user().type(`/friends ${idOf(7)}`)
    const listing = await reply.until('Loading the friend list …')
    expect(listing).toContain('┃ [#d4a72c]\n┃ 🔎 Checking the friends of')
    expect(listing).toContain('[1 ⏹️ Stop and keep results]')

    const text = await reply.until('of 100 checked')
    const current = Number(/(\d+) of 100 checked/.exec(text)?.[1])
    expect(current).toBeGreaterThan(20)
    expect(current).toBeLessThan(80)
    expect(text).toContain(
      framed(
        '🔎 Checking the friends of Crowded `76561198009000007`',
        `\`${'█'.repeat(Math.floor(current / 5)).padEnd(20, '░')}\` ${current} of 100 checked`,
        'Part of the list: friends 1 to 100 of 120, counted from the newest.',
        `⛔ ${current} banned so far`,
        'This account: ✅ no bans · checked 0 seconds ago',
        '⛔ banned ',
      ),
    )
    const hitsIn = (shown: string) => [...shown.matchAll(/^┃ ⛔ banned \d+ .*\n┃ `\d{17}`/gm)]
    expect(hitsIn(text)).toHaveLength(5)
    expect(text).toContain(`┃ … and ${current - 5} more\n┃ ⛔ ${current} banned so far\n[1 ⏹️ Stop and keep results]\n`)

    expect((await reply.click('Stop and keep results').acknowledged()).type).toBe(6)
    const stopped = await reply.until('Stopped by you')
    expect(stopped).toContain(
      framed(
        '[#d83c3e]',
        '👥 Friends of Crowded `76561198009000007`',
        `⛔ ${current} banned among those checked`,
        `⏹️ Stopped by you. Stopped after ${current} of 100 friends: the others were not checked.`,
        'Part of the list: friends 1 to 100 of 120, counted from the newest.',
      ),
    )
    expect(hitsIn(stopped).length).toBeGreaterThan(10)
    expect(stopped).toContain('[1 ↩️ Account] [2 🔄 Scan again] [3 📢 Post in channel]')
    await expect.poll(() => steam.inFlight()).toBe(0)

    steam.dial.reset()
    await reply.click('Scan again').until('100 of 100 checked friends banned (100%).')
  })

  test('can be cancelled before the first progress', async () => {
    steam.dial.set('friends', { faults: { hang: 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/friends ${BOSS}`)
    await reply.until('Loading the friend list')
    reply.click('Stop and keep results')
    const text = await reply.until((shown) => !shown.includes('Loading the friend list'))
    expect(text).toContain('⏹️ Stopped by you')
    expect(text).not.toMatch(/our fault/i)
    steam.dial.reset()
    await reply.click('Scan again').until('4 of 7 checked friends banned')
  })

  test('makes two calls about the account itself, and shares all calls with a scan of the same account', async () => {
    const countFor = async (people: number) => {
      const bot = await startBot()
      steam.calls.reset()
      steam.dial.set('*', { latencyMs: 20 })
      const replies = Array.from({ length: people }, () => bot.discord.user().type(`/friends ${cast.scan}`))
      const texts = await Promise.all(replies.map(result))
      expect(new Set(texts).size).toBe(1)
      return (['friends', 'summaries', 'bans', 'games'] as const).map(steam.calls.ids)
    }
    const alone = await countFor(1)
    expect(alone[3]).toBe(100)
    // As over HTTP, and the name and the bans of the account.
    expect(steam.calls.total()).toBeLessThanOrEqual(103 + 2)
    expect(await countFor(3)).toEqual(alone)
  })
})
