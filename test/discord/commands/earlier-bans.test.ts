import { expect, test } from 'vitest'
import { textsFor } from '../../../src/discord/texts/catalogue.ts'
import { formatEarlierBans } from '../../../src/discord/views/earlier-bans.ts'
import type { BanRecord } from '../../../src/model/ban-record.ts'
import { DatabaseError } from '../../../src/model/database-error.ts'
import { createNewestBans } from '../../../src/steam/newest-bans.ts'
import { toStats } from '../../../src/steam/methods/stats-mapping.ts'
import { answerTo } from '../../support/command-tests.ts'
import { cached, CLEAN, NOW, summaryOf } from '../../support/fake-context.ts'
import { accountsFrom, createScriptedSteam, openSweeps } from '../../support/sweeps.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

/** An answer that came after the sweeps of these tests. */
const later = <T>(value: T) => ({ ...cached(value), fetchedAt: NOW + 3_600, expiresAt: NOW + 3_660 })

const SEEN = 'Steam reports no ban now; 1 game ban was seen until 14 November 2023.'

/** A bot whose sweeps have seen a game ban of ALICE, which Steam no longer reports; with what its next sweep needs. */
async function botAfterLift() {
  let bans = CLEAN
  const bot = await watchBot(
    {
      getBans: async () => later(bans),
      getRustStats: async () => cached({ kind: 'stats' as const, stats: toStats(new Map([['kill_player', 77]])) }),
    },
    {
      rememberedAnswers: {
        getSummary: (steamId) => cached(summaryOf(steamId)),
        getBans: () => later(bans),
        getRustHours: () => undefined,
      },
    },
  )
  const steam = createScriptedSteam()
  const sweeps = await openSweeps({ database: bot.database, steam })
  const change = (games: number) => {
    bans = { ...CLEAN, NumberOfGameBans: games }
    steam.change(ALICE, { NumberOfGameBans: games })
  }
  await bot.watch(ALICE)
  await sweeps.run(60)
  change(1)
  await sweeps.run(120)
  change(0)
  const ask = (command: string, more = {}) => answerTo(bot.moderator(more).type(command))
  return { ...bot, ask, sweep: () => sweeps.run(60) }
}

test('a look-up of an account whose ban is gone says until when it was seen, before and after a sweep confirms it', async () => {
  const bot = await botAfterLift()
  const lookups = [await bot.ask(`/lookup ${ALICE}`)]
  await bot.sweep()
  const dip = await bot.database.read(async ({ accounts }) => (await accounts.get([ALICE]))[0]?.dip)
  expect(dip?.record).toEqual({ NumberOfGameBans: 0 })
  lookups.push(await bot.ask(`/lookup ${ALICE}`))
  await bot.sweep()
  const [newest] = await bot.database.read(({ accounts }) => accounts.history(ALICE))
  expect(newest?.record.NumberOfGameBans).toBe(0)
  lookups.push(await bot.ask(`/lookup ${ALICE}`))
  for (const text of lookups) {
    expect(text).toContain(`ℹ️ name of ${ALICE}`)
    expect(text).toContain(SEEN)
    expect(text).not.toMatch(/✅|No bans on record/)
  }
  expect(await bot.ask(`/lookup ${ALICE}`, { locale: 'de' })).toContain(
    'Steam meldet jetzt keinen Ban; bis zum 14 November 2023 war 1 Game-Ban verzeichnet.',
  )
  expect(await bot.ask(`/lookup ${BOB}`)).toContain('✅')
})

test('a batch neither marks nor counts such an account as clean, in its rows, headline, colour, menu and file', async () => {
  const bot = await botAfterLift()
  const reply = bot.moderator().type(`/batch ${ALICE} ${BOB}`)
  const text = await answerTo(reply)
  expect(text).toContain('┃ [#2b88a0]\n')
  expect(text).toContain('\n┃ None of 2 checked accounts has a ban on record.\n')
  expect(text).toContain('┃ ℹ️ 1 account with more bans earlier than Steam reports now.\n')
  expect(text).toContain(
    `┃ ℹ️ name of 765611979602879… (https://steamcommunity.com/profiles/${ALICE}) · no bans\n┃ ${SEEN}\n`,
  )
  // BOB's, in the list and in the menu.
  expect(text.match(/✅/g)).toHaveLength(2)
  expect(text.indexOf(ALICE)).toBeLessThan(text.indexOf(BOB))
  const [table] = reply.message()?.files() ?? []
  expect(table?.text).toContain(`${ALICE},name of ${ALICE},"no bans now, but earlier"`)
  const posted = bot.moderator().useMessageCommand('Check Steam accounts', { content: ALICE })
  expect(await answerTo(posted)).toContain(SEEN)
  expect(posted.text()).not.toContain('✅')
})

test('a comparison names the earlier bans of its side', async () => {
  const bot = await botAfterLift()
  const text = await bot.ask(`/compare account:${ALICE} other:${BOB}`)
  expect(text).toContain(`┃ A: ℹ️ name of ${ALICE}\n┃ ${SEEN}\n`)
  expect(text).toContain(`┃ B: ✅ name of ${BOB}\n`)
  expect(text).not.toContain('A: ✅')
})

test.each(['friends', 'stats', 'inventory'])('/%s names the earlier bans of its account', async (command) => {
  const bot = await botAfterLift()
  const text = await bot
    .moderator()
    .type(`/${command} ${ALICE}`)
    .until((shown) => shown.includes(SEEN) && !shown.includes('Scanning'))
  expect(text).not.toContain('✅')
})

test('the watch list names earlier bans before and after a sweep confirms it', async () => {
  const bot = await botAfterLift()
  await bot.sweep()
  expect(await bot.ask('/watch list')).toMatch(new RegExp(`⛔ .* · 1 game ban.*\\n┃ ${SEEN}\\n`))
  await bot.sweep()
  const list = bot.moderator().type('/watch list')
  const text = await answerTo(list)
  expect(text).toMatch(new RegExp(`ℹ️ .* · no bans\\n┃ ${SEEN}\\n`))
  expect(text).not.toContain('✅')
  expect(list.message()?.files()[0]?.text).toContain('"no bans now, but earlier"')
  const entry = await answerTo(list.select(`name of ${ALICE}`))
  expect(entry).toContain(SEEN)
  expect(entry).not.toContain('✅')
})

test('the history and a new entry say what Steam reports now, before and after a sweep confirms it', async () => {
  const bot = await botAfterLift()
  for (const sweepsBefore of [1, 2]) {
    await bot.sweep()
    const history = await bot.ask(`/history ${ALICE}`)
    expect(history, `${sweepsBefore} sweeps`).toMatch(new RegExp(`Now: ℹ️ no bans\\n┃ ${SEEN}\\n`))
    expect(history).not.toContain('✅')
    const removal = bot.moderator().type(`/watch remove account:${ALICE}`)
    await answerTo(removal)
    await removal.click('Remove').until('is off the watch list')
    const added = await bot.ask(`/watch add account:${ALICE} reason:again`)
    expect(added).toMatch(new RegExp(`Known now: ℹ️ no bans\\n┃ ${SEEN}\\n`))
    expect(added).not.toContain('✅')
  }
})

test('a look-up says nothing of earlier bans in a direct message, and without the database', async () => {
  const bot = await botAfterLift()
  const alone = bot.moderator({ guildId: null }).sendRaw({
    data: { id: '1', name: 'lookup', type: 1, options: [{ type: 3, name: 'account', value: ALICE }] },
  })
  expect(await answerTo(alone)).not.toContain('was seen')
  bot.context.database.read = () => Promise.reject(new DatabaseError('busy', 'busy'))
  expect(await bot.ask(`/lookup ${ALICE}`)).toContain('No bans on record.')
})

test('a page of an older batch shows the newest bans, and does not call a ban gone that came after it', async () => {
  const newestBans = createNewestBans({ unixSeconds: () => NOW + 300 }, { account: 60, stale: 900 })
  const bot = await watchBot({ getBans: async () => cached(CLEAN) }, { newestBans })
  const steam = createScriptedSteam()
  const sweeps = await openSweeps({ database: bot.database, steam })
  await bot.watch(ALICE)
  await sweeps.run(60)
  const reply = bot.moderator().type(`/batch ${[ALICE, ...accountsFrom(11, 500)].join(' ')}`)
  expect(await answerTo(reply)).toContain('None of 12 checked accounts has a ban on record.')
  steam.change(ALICE, { NumberOfGameBans: 1 })
  await sweeps.run(120)
  const stored = await reply.click('Next page').until('page 2 of 2')
  expect(stored).not.toContain('Steam reports no ban now')
  newestBans.learn(ALICE, { record: { ...CLEAN, NumberOfGameBans: 1 }, fetchedAt: NOW + 200 })
  expect(await reply.click('Previous page').until('page 1 of 2')).toContain('1 of 12 checked accounts banned')
})

test('"no ban" is only said of a record that is clean as a whole', async () => {
  for (const language of ['en-GB', 'de']) {
    const texts = textsFor(language)
    const say = (bans: BanRecord) =>
      formatEarlierBans(bans, { vac: 0, game: 1, community: false, seenUntil: NOW }, texts)
    expect([language, say(CLEAN)]).toEqual([language, expect.stringContaining(texts.history.noBan)])
    for (const bans of [{ NumberOfGameBans: 0 }, { ...CLEAN, EconomyBan: 'banned' }])
      expect([language, say(bans)]).toEqual([language, expect.not.stringContaining(texts.history.noBan)])
  }
})
