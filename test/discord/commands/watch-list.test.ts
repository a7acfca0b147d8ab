import { describe, expect, test } from 'vitest'
import { readCsv } from '../../../src/text/csv-rows.ts'
import type { BanRecord } from '../../../src/model/ban-record.ts'
import type { SteamId } from '../../../src/model/steam-id.ts'
import { createCallContext } from '../../../src/lib/call-context.ts'
import { toolAuthor } from '../../../src/model/tool-token.ts'
import { putWatch } from '../../../src/watch/entries.ts'
import { importWatches } from '../../../src/watch/import-watches.ts'
import { setAlertChannel } from '../../../src/watch/server-settings.ts'
import { cached, CLEAN_RECORD, NOW, summaryOf } from '../../support/fake-context.ts'
import { answerTo } from '../../support/command-tests.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { storeAlert } from '../../support/watch-records.ts'
import { ALICE, BOB, CAROL, nth } from '../../support/watch-tests.ts'

const BANNED = { ...CLEAN_RECORD, NumberOfVACBans: 2, DaysSinceLastBan: 3 }

type TestBot = Awaited<ReturnType<typeof watchBot>>

/** A bot whose server watches ALICE, who is banned, BOB, who was clean and then got a ban, and CAROL, who is clean. */
async function botWithThree() {
  const bot = await watchBot({
    getBanRecords: async ([steamId = '']) => new Map([[steamId, steamId === ALICE ? BANNED : CLEAN_RECORD]]),
    getSummary: async (steamId) => cached({ ...summaryOf(steamId), personaname: steamId === ALICE ? '*Al*' : 'other' }),
  })
  const anna = bot.moderator({ name: 'anna' })
  for (const [steamId, reason] of [
    [ALICE, 'aimbot'],
    [BOB, 'friend of *Al*'],
    [CAROL, 'raider, maybe'],
  ] as const) {
    bot.time.now += 10
    await bot.watch(steamId, { reason, userId: anna.id })
  }
  const [from, at] = [bot.time.now, bot.time.now + 3_600]
  await bot.database.transaction(({ accounts }) =>
    accounts.addObservation({
      steamId: BOB,
      firstSeenAt: at,
      record: { ...CLEAN_RECORD, NumberOfGameBans: 1 },
      lastBan: { after: from, before: at },
      changes: [{ kind: 'game', from: 0, to: 1, isLifted: false, when: { after: from, before: at } }],
    }),
  )
  return { ...bot, anna }
}

const linkTo = (steamId: string) => `(https://steamcommunity.com/profiles/${steamId})`
const idsIn = (text: string) => [...text.matchAll(/`(\d{17})`/g)].map(([, id]) => id)

describe('/watch list', () => {
  test('the menu shows the ID and the note of an entry, and the ID alone of one without a note', async () => {
    const bot = await watchBot({})
    await bot.watch(ALICE, { reason: 'aimbot' })
    await bot.watch(BOB, { reason: '' })
    const reply = bot.moderator().type('/watch list')
    await answerTo(reply)
    const options = reply.message()?.selects()[0]?.options
    expect(options?.map(({ description }) => description)).toEqual([`${ALICE} · aimbot`, BOB])
  })

  test('shows state, age, who and why, banned accounts first, then the newest entry, and all as a CSV file', async () => {
    const bot = await botWithThree()
    const reply = bot.moderator().type('/watch list')
    const text = await answerTo(reply)
    expect(idsIn(text)).toEqual([BOB, ALICE, CAROL])
    const [alice, bob, carol] = [ALICE, BOB, CAROL].map((steamId) => linkTo(steamId))
    expect(text).toContain('👁️ Watch list\n┃ ⛔ 2 of 3 banned\n')
    expect(text).toContain(
      `⛔ *Al* ${alice} · 2 VAC bans, newest 3 days ago\n┃ \`${ALICE}\` · note: aimbot · added by @anna`,
    )
    expect(text).toContain(`⛔ other ${bob} · 1 game ban, today\n┃ \`${BOB}\` · note: friend of *Al* · added by @anna`)
    expect(text).toMatch(/friend of \*Al\* · added by @anna .* ago · changed .* ago · checked .* ago\n/)
    expect(text).toContain(`✅ other ${carol} · no bans\n`)
    expect(text).toContain('3 of 1,000 in use')
    expect(reply.isEphemeral()).toBe(true)
    expect(reply.message()?.notifies).toEqual([])
    const [file] = reply.files()
    expect(file?.name).toBe('watch-list.csv')
    const rows = (file?.text ?? '').trim().split('\n')
    expect(rows[0]).toMatch(/^.?steam_id,name,result,vac_bans,game_bans,community_ban,trade_standing,last_ban_after,/)
    expect(rows.slice(1).map((row) => row.slice(1, 18))).toEqual([BOB, ALICE, CAROL])
    expect(rows[2]).toContain(',banned,2,0,no,none,')
    expect(rows[1]).toContain(',2023-11-14T22:13:50Z,2023-11-14T23:13:50Z,')
    expect(rows[2]).toContain(`,aimbot,'${bot.anna.id},`)
  })

  test.each([
    ['show:changed', [BOB], 'Filter: changed · 1 entry'],
    ['show:banned', [BOB, ALICE], 'Watch list\n┃ Filter: banned · 2 entries\n┃ ⛔ 2 of 2 banned\n'],
    ['text:AIM', [ALICE], 'Filter: with “AIM” · 1 entry'],
    [`text:${CAROL.slice(-6)}`, [CAROL], '1 entry'],
    ['show:banned text:friend', [BOB], 'Filter: banned, with “friend” · 1 entry'],
    ['text:nothing', [], 'No entry matches.'],
  ])('with %s shows only those', async (options, expected, words) => {
    const bot = await botWithThree()
    const text = await answerTo(bot.moderator().type(`/watch list ${options}`))
    expect(idsIn(text)).toEqual(expected)
    expect(text).toContain(words)
  })

  test('shows an empty list', async () => {
    const bot = await watchBot()
    expect(await answerTo(bot.moderator().type('/watch list'))).toContain(
      'The list is empty. Add an account with /watch add, or with the button Watch below a lookup.',
    )
  })

  test('tells a private profile from one without bans, here, after adding and in the history', async () => {
    const bot = await watchBot({ getSummary: async (steamId) => cached({ ...summaryOf(steamId), timecreated: null }) })
    const user = bot.moderator()
    const added = await answerTo(user.type(`/watch add account:${ALICE} reason:x`))
    expect(added).toContain('🔒 Steam: no bans on record · profile private\n')
    const list = await answerTo(user.type('/watch list'))
    expect(list).toContain('👁️ Watch list\n┃ No ban on record for 1 of 1\n')
    expect(list).toMatch(/🔒 name of \d+ \(.*\) · no bans, profile private\n/)
    expect(await answerTo(user.type(`/history ${ALICE}`))).toContain('🔒 Steam: no bans on record · profile private\n')
    expect(`${added}${list}`).not.toContain('✅')
  })

  test('counts those that are banned, restricted and unknown', async () => {
    const bot = await watchBot({
      getBanRecords: async ([steamId = '']) =>
        new Map<SteamId, BanRecord>(
          steamId === ALICE
            ? [[ALICE, BANNED]]
            : steamId === BOB
              ? [[BOB, { ...CLEAN_RECORD, EconomyBan: 'probation' }]]
              : [],
        ),
    })
    for (const steamId of [ALICE, BOB, CAROL]) await bot.watch(steamId)
    const text = await answerTo(bot.moderator().type('/watch list'))
    expect(text).toContain('⛔ 1 of 3 banned · ⚠️ 1 with only a trade restriction · ❔ 1 unknown\n')
  })

  test('has pages of ten, which keep the filter', async () => {
    const bot = await watchBot()
    for (let index = 0; index < 25; index++) {
      bot.time.now += 1
      await bot.watch(nth(index), { reason: index < 23 ? `raid: group, ${index}` : 'alone' })
    }
    const reply = bot.moderator().type('/watch list text:"RAID: Group"')
    const first = await answerTo(reply)
    expect(first).toContain('page 1 of 3')
    const second = await reply.click('Next page').until('page 2 of 3')
    const third = await reply.click('Next page').until('page 3 of 3')
    expect([...idsIn(first), ...idsIn(second), ...idsIn(third)]).toEqual(
      Array.from({ length: 23 }, (_, index) => nth(22 - index)),
    )
    expect(third).toContain('Filter: with “RAID: Group” · 23 entries')
    expect((reply.files()[0]?.text ?? '').trim().split('\n')).toHaveLength(24)
  })

  test('opens an entry with Look up, History and Remove in a new message', async () => {
    const bot = await botWithThree()
    const reply = bot.moderator().type('/watch list')
    const list = await answerTo(reply)
    const opened = reply.select('*Al*')
    const text = await answerTo(opened)
    expect(text).toContain(`⛔ *Al*\n┃ Steam: 2 VAC bans, newest 3 days ago\n┃ Note: aimbot\n┃ \`${ALICE}\`\n`)
    expect(opened.buttons().map(({ label }) => label)).toEqual(['Look up', 'History', 'Edit', 'Stop watching', 'Ban'])
    await opened.click('Stop watching').until('is off the watch list')
    expect((await bot.list()).map(({ steamId }) => steamId)).toEqual([CAROL, BOB])
    expect(reply.text()).toBe(list)
    bot.endDoubleClicks()
    expect(await answerTo(reply.select('*Al*'))).toContain('Not on the watch list')
  })

  test('tells accounts of which Steam has no record from those not checked yet, in the file and in the history too', async () => {
    const bot = await botWithThree()
    const actor = { guildId: bot.guildId, locale: 'en-US', userId: '300000000000000001' }
    await importWatches(bot.context, { ...actor, steamIds: [nth(1), nth(2)], reason: 'raid' })
    await bot.database.transaction(async ({ sweeps }) => {
      const { id } = await sweeps.start(bot.time.now, 3_600)
      for (let turn = 0; turn < 3; turn++) await sweeps.recordFailed(id, [nth(1)], 3)
    })
    const reply = bot.moderator().type('/watch list')
    const text = await answerTo(reply)
    expect(text).toContain('❔ 1 entry not checked yet: bans unknown.\n')
    expect(text).toContain(
      '❔ Bans unknown for 1 entry: Steam gives no usable data, perhaps because there is no such account.',
    )
    expect(text).toMatch(new RegExp(`${nth(1)}\\) · bans unknown: Steam gives no usable data, perhaps because`))
    expect(text).toMatch(new RegExp(`${nth(2)}\\) · not checked yet: bans unknown`))
    const notes = readCsv(reply.files()[0]?.text ?? '').map((row) => row.at(-1) ?? '')
    expect(notes.filter((note) => note.startsWith('bans unknown: Steam gives no usable data'))).toHaveLength(1)
    expect(await answerTo(bot.moderator().type(`/history ${nth(1)}`))).toContain(
      'Bans unknown: Steam gives no usable data',
    )
  })

  test('shows an import in the log as one line, and each of its accounts in the file', async () => {
    const bot = await botWithThree()
    const actor = { guildId: bot.guildId, locale: 'en-US', userId: '300000000000000001' }
    await importWatches(bot.context, { ...actor, steamIds: [nth(1), nth(2)], reason: 'raid of May' })
    await importWatches(bot.context, { ...actor, steamIds: [nth(3)], reason: '=alt' })
    bot.time.now += 60
    await importWatches(bot.context, { ...actor, steamIds: [nth(4)], reason: '=alt' })
    await setAlertChannel(bot.context, { ...actor, channelId: '400000000000000001', roleId: null })
    const log = bot.moderator().type('/log')
    const lines = (await answerTo(log)).split('\n').filter((line) => / · note: (=alt|raid of May)$/.test(line))
    expect(lines.map((line) => line.replace(/^┃ .*?@\S+ /, ''))).toEqual([
      `put other \`${nth(4)}\` on the watch list · note: =alt`,
      `put other \`${nth(3)}\` on the watch list · note: =alt`,
      'imported 2 accounts into the watch list · note: raid of May',
    ])
    const [at, earlier] = [bot.time.now, bot.time.now - 60].map((seconds) =>
      new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'),
    )
    const [file] = log.files()
    expect(file?.name).toBe('log.csv')
    const rows = readCsv(file?.text ?? '')
    expect(rows.slice(0, 6).map((row) => row.slice(0, 8))).toEqual([
      ['changed_at', 'changed_by', 'change', 'steam_id', 'name', 'reason', 'until', 'note'],
      [at, actor.userId, 'channel set', '', '', '', '', '400000000000000001'],
      [at, actor.userId, 'imported', nth(4), '', '=alt', '', ''],
      [earlier, actor.userId, 'imported', nth(3), '', '=alt', '', ''],
      [earlier, actor.userId, 'imported', nth(2), '', 'raid of May', '', ''],
      [earlier, actor.userId, 'imported', nth(1), '', 'raid of May', '', ''],
    ])
    expect(rows).toHaveLength(9)
  })

  test('is private to the server', async () => {
    const bot = await botWithThree()
    const elsewhere = bot.moderator({ guildId: '900000000000000001' })
    expect(idsIn(await answerTo(elsewhere.type('/watch list')))).toEqual([])
    expect(await answerTo(elsewhere.type('/log'))).toContain('Nothing was changed')
  })
})

describe('the lines on top of /watch list', () => {
  const statusOf = async (prepare: (bot: TestBot) => Promise<unknown>) => {
    const bot = await botWithThree()
    await prepare(bot)
    return answerTo(bot.moderator().type('/watch list'))
  }
  const channel = { channelId: '400000000000000001', roleId: '500000000000000001' }
  const setChannel = ({ database, guildId }: TestBot) =>
    database.transaction(({ guilds }) => guilds.setAlertChannel(guildId, channel))
  const alertOf = ({ database, guildId }: TestBot) =>
    storeAlert(database, { guildId, userId: '300000000000000001', steamId: BOB })

  test('are none when all is well, and the channel and its role are named', async () => {
    const text = await statusOf(setChannel)
    expect(text).not.toMatch(/[⚠⏳❔]/u)
    expect(text).toContain('3 of 1,000 in use · alerts go to #')
    expect(text).toContain('and mention @')
  })

  test('name alerts that wait, and why they do', async () => {
    const text = await statusOf(async (bot) => {
      await setChannel(bot)
      await alertOf(bot)
      await bot.database.transaction(async ({ guilds }) => {
        await guilds.set(bot.guildId, { alertBlock: 'channel_gone' })
      })
    })
    expect(text).toContain('⏳ 1 alert on the way.')
    expect(text).toContain('⚠️ The channel for alerts is gone. Set another one with /watch channel.')
    expect(text).not.toContain('alerts go to')
  })

  test('name a stretched interval, and accounts that were not checked', async () => {
    const text = await statusOf(async (bot) => {
      await setChannel(bot)
      await bot.database.transaction(({ sweeps }) => sweeps.start(NOW, 3 * 3_600))
      bot.time.now += 100 * 3_600
    })
    expect(text).toContain('⏳ Each account is checked every 3 h, which is less often than planned')
    expect(text).toContain('❔ 3 entries not checked for more than two rounds')
  })
})

test('/log names a change by a tool', async () => {
  const bot = await watchBot()
  const { guildId } = bot
  await bot.watch(BOB)
  await putWatch(
    bot.context,
    { guildId, locale: 'en-GB', userId: toolAuthor('my panel'), steamId: BOB, reason: 'case 17', until: null },
    {
      precondition: () => {},
      mayAsk: false,
      callContext: createCallContext(new AbortController().signal),
    },
  )
  const english = bot.moderator().type('/log')
  expect(await answerTo(english)).toContain(
    `🔑 my panel changed the watch list entry of name of ${BOB} \`${BOB}\` · note: case 17 · before: aimbot`,
  )
  expect(english.files()[0]?.text).toMatch(/token:my panel,changed,/)
})
