import { describe, expect, test } from 'vitest'
import { readCsv } from '../../../src/text/csv-rows.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import type { SteamId } from '../../../src/model/steam-id.ts'
import type { Friendship } from '../../../src/steam/methods/get-friend-list.ts'
import type { Steam } from '../../../src/steam/steam.ts'
import { answerTo, idOf } from '../../support/command-tests.ts'
import { cached, CLEAN, hoursOf } from '../../support/fake-context.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const DAY = 86_400
const since = (days: number) => 1_600_000_000 + days * DAY
const friend = (steamId: SteamId, days: number): Friendship => ({ steamId, since: since(days) })
const silence = () => Promise.reject(new RapsheetError('platform_unavailable', 'silent'))

const withFriends = (lists: Record<SteamId, Friendship[] | null>): Partial<Steam> => ({
  getFriends: async (steamId) => {
    const newest = lists[steamId]
    return newest === undefined ? silence() : cached(newest && { total: newest.length, newest })
  },
})

const [carol, dave] = [idOf(1), idOf(2)]

const unansweredLines = (steamId: SteamId) =>
  `┃ ❔ \`${steamId}\`\n┃ Steam does not answer, bans unknown · not banned by us\n`

const BANNED = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 12 }

describe('/compare', () => {
  test('shows both accounts in short, whether they are friends, and the friends they share with both dates', async () => {
    const bot = await watchBot({
      ...withFriends({
        [ALICE]: [friend(BOB, 30), friend(dave, 20), friend(carol, 10)],
        [BOB]: [friend(carol, 90), { steamId: dave, since: 0 }, friend(ALICE, 30)],
      }),
      getBans: async (steamId) => cached(steamId === ALICE ? BANNED : CLEAN),
      getRustHours: async (steamId) => cached(steamId === ALICE ? hoursOf(400) : null),
    })
    const reply = bot.moderator().type(`/compare account:${ALICE} other:${BOB}`)
    expect(await answerTo(reply)).toContain(
      [
        '┃ ⚖️ Two accounts side by side',
        `┃ A: ⛔ name of ${ALICE}`,
        '┃ Steam: 1 VAC ban, 12 days ago',
        `┃ \`${ALICE}\` · Steam profile (https://steamcommunity.com/profiles/${ALICE})`,
        `┃ B: ✅ name of ${BOB}`,
        '┃ No bans on record: Steam, our list',
        `┃ \`${BOB}\` · Steam profile (https://steamcommunity.com/profiles/${BOB})`,
        '┃ Rust hours A 400 h · B 🔒 hidden',
        '┃ A and B have been friends since 13 October 2020.',
        '┃ 2 shared friends',
        `┃ name of ${carol} (https://steamcommunity.com/profiles/${carol})`,
        `┃ A since 23 September 2020 · B since 12 December 2020 · \`${carol}\``,
        `┃ name of ${dave} (https://steamcommunity.com/profiles/${dave})`,
        `┃ A since 3 October 2020 · B since: unknown · \`${dave}\``,
        '┃ These are facts, not an answer: people who play together share friends too.',
      ].join('\n'),
    )
    expect(reply.isEphemeral()).toBe(true)
    expect(reply.files()).toEqual([])
    expect(reply.buttons().map(({ label }) => label)).toEqual(['Look up A', 'Look up B', 'Refresh', 'Post in channel'])
    const opened = reply.click('Look up B')
    expect(await answerTo(opened)).toContain(`✅ name of ${BOB}`)
    expect(opened.message()?.id).not.toBe(reply.message()?.id)
    expect(reply.text()).toContain('Two accounts side by side')
  })

  test('never shows a private or unavailable friend list as "no shared friends"', async () => {
    const bot = await watchBot(withFriends({ [ALICE]: null, [carol]: [] }))
    const compare = async (a: string, b: string) => answerTo(bot.moderator().type(`/compare account:${a} other:${b}`))
    const withPrivate = await compare(ALICE, carol)
    expect(withPrivate).toContain('🔒 Shared friends are not known: the friend list of A is private.')
    // The public list of the other tells that the two are not friends.
    expect(withPrivate).toContain('┃ A and B are not friends.\n')
    const withNeither = await compare(ALICE, BOB)
    expect(withNeither).toContain(
      '❔ Shared friends are not known: the friend list of A is private, the friend list of B could not be checked.',
    )
    expect(withNeither).toContain('❔ It is not known whether A and B are friends.')
    for (const text of [withPrivate, withNeither]) expect(text).not.toContain('No shared friends')
    expect(await compare(carol, dave)).not.toContain('No shared friends')
  })

  test('says "no shared friends" of no list with friends without an id, and how many there are', async () => {
    const lists: Record<SteamId, [Friendship[], number]> = {
      [ALICE]: [[friend(carol, 1)], 4],
      [BOB]: [[friend(dave, 1)], 2],
      [carol]: [[friend(dave, 1), friend(ALICE, 1)], 2],
    }
    const bot = await watchBot({
      getFriends: async (steamId) => {
        const [newest, total] = lists[steamId] ?? [[], 0]
        return cached({ newest, total })
      },
    })
    const compare = async (a: string, b: string) => answerTo(bot.moderator().type(`/compare account:${a} other:${b}`))
    const none = await compare(ALICE, BOB)
    expect(none).toContain(
      '❔ Shared friends are not known: Steam gives no ID for 3 friends of A, Steam gives no ID for 1 friend of B.',
    )
    expect(none).not.toContain('No shared friends')
    expect(await compare(BOB, carol)).toContain('❔ At least 1 shared friend: Steam gives no ID for 1 friend of A.')
  })

  test('lists the newest ten of many shared friends, and all of them in a file', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => friend(idOf(10 + index), 2_000 - index))
    const bot = await watchBot(withFriends({ [ALICE]: many, [BOB]: many.toReversed() }))
    const reply = bot.moderator().type(`/compare account:${ALICE} other:${BOB}`)
    const text = await answerTo(reply)
    expect(text).toContain('┃ 2,000 shared friends\n')
    expect(text.match(/name of 7656119800900\d+ \(/g)).toHaveLength(10)
    expect(text).toContain('┃ … and 1,990 more\n')
    const [file] = reply.files()
    expect(file?.name).toBe(`shared-friends-${ALICE}-${BOB}.csv`)
    const rows = readCsv(file?.text ?? '')
    expect(rows.slice(0, 2)).toEqual([
      ['steam_id', 'name', 'friend_of_a_since', 'friend_of_b_since', 'profile'],
      [idOf(10), `name of ${idOf(10)}`, '2026-03-06', '2026-03-06', `https://steamcommunity.com/profiles/${idOf(10)}`],
    ])
    expect(rows).toHaveLength(2_001)
  })

  test('names the account that fails, and offers Try again', async () => {
    let isDown = true
    const bot = await watchBot({
      resolveVanityName: async (name) => cached(name === 'raider' ? ALICE : null),
      getBans: async (steamId) => (steamId === BOB && isDown ? silence() : cached(CLEAN)),
    })
    const ask = (a: string, b: string) => bot.moderator().type(`/compare account:${a} other:${b}`)
    expect(await answerTo(ask('raider', 'nobody_here'))).toContain('Steam has no account nobody_here.')
    expect(await answerTo(ask('???', 'raider'))).toContain('??? was not recognized')
    const reply = ask('raider', BOB)
    const text = await answerTo(reply)
    expect(text).toContain(unansweredLines(BOB))
    expect(text).not.toContain('raider')
    isDown = false
    const repeated = await reply.click('Try again').until('side by side')
    expect(repeated).toContain('┃ 🔗 Found by custom URL raider: check that this is the player you mean.')
  })

  test('names both accounts when neither was found or answered about', async () => {
    const bot = await watchBot({
      resolveVanityName: async () => cached(null),
      getBans: async () => silence(),
    })
    const ask = (a: string, b: string) => answerTo(bot.moderator().type(`/compare account:${a} other:${b}`))
    const unanswered = await ask(ALICE, BOB)
    expect(unanswered).toContain(unansweredLines(ALICE))
    expect(unanswered).toContain(unansweredLines(BOB))
    expect(unanswered).toContain('Try again')
    const mixed = await ask('nobody_here', BOB)
    expect(mixed).toContain('Steam has no account nobody_here.')
    expect(mixed).toContain(unansweredLines(BOB))
    expect(mixed).toContain('Try again')
  })

  test('refuses the same account twice, and several accounts in one option', async () => {
    const bot = await watchBot({ resolveVanityName: async () => cached(ALICE) })
    const ask = (a: string, b: string) => answerTo(bot.moderator().type(`/compare account:${a} other:${b}`))
    expect(await ask(ALICE, 'raider')).toContain(
      '❌ Twice the same account\n┃ raider is the same account as the first one. Enter two different accounts.',
    )
    expect(await ask(ALICE, `${BOB} ${carol}`)).toContain('More than one account')
  })

  test('costs two look-ups, and can be posted at the same price', async () => {
    const bot = await watchBot(
      withFriends({ [ALICE]: [friend(carol, 1)], [BOB]: [friend(carol, 2)] }),
      {},
      { userPerMinute: 4 },
    )
    const user = bot.moderator()
    const reply = user.type(`/compare account:${ALICE} other:${BOB}`)
    expect(await answerTo(reply)).toContain('┃ 1 shared friend\n')
    reply.click('Post in channel')
    await expect.poll(() => bot.discord.channel()).toHaveLength(1)
    expect(bot.discord.channel()[0]?.text()).toContain('A since 14 September 2020 · B since 15 September 2020')
    expect(await answerTo(user.type(`/compare account:${ALICE} other:${BOB}`))).toContain('Slow down')
  })
})
