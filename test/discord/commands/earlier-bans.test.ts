import { describe, expect, test } from 'vitest'
import { eachLanguage } from '../../support/texts.ts'
import { formatEarlierBans } from '../../../src/accounts/discord/views/earlier-bans.ts'
import type { BanRecord } from '../../../src/model/ban-record.ts'
import { DatabaseError } from '../../../src/model/database-error.ts'
import { createNewestBans } from '../../../src/steam/newest-bans.ts'
import { toStats } from '../../../src/steam/methods/get-rust-stats.ts'
import { answerTo } from '../../support/command-tests.ts'
import { cached, CLEAN, CLEAN_RECORD, NOW, summaryOf } from '../../support/fake-context.ts'
import { accountsFrom, createScriptedSteam, openSweeps, watch } from '../../support/sweeps.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB, CAROL } from '../../support/watch-tests.ts'

/** An answer that came after the sweeps of these tests. */
const later = <T>(value: T) => ({ ...cached(value), fetchedAt: NOW + 3_600, expiresAt: NOW + 3_660 })

const SEEN = 'Steam now: no bans · until 14 November 2023: 1 game ban'

/** A bot whose sweeps have seen a game ban of ALICE, which Steam no longer reports; with what its next sweep needs. */
async function botAfterLift({ bansNow = 0 } = {}) {
  let bans = CLEAN
  const bot = await watchBot(
    {
      getBans: async () => later(bans),
      getFriends: async () => cached({ newest: [ALICE, CAROL].map((steamId) => ({ steamId, since: NOW })), total: 2 }),
      getRustStats: async () => cached({ kind: 'stats' as const, stats: toStats(new Map([['kill_player', 77]])) }),
    },
    {
      rememberedAnswers: {
        getSummary: (steamId) => cached(summaryOf(steamId)),
        getBans: () => later(bans),
        getRustHours: () => undefined,
        getFriends: () => undefined,
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
  change(bansNow)
  const ask = (command: string, more = {}) => answerTo(bot.moderator(more).type(command))
  return { ...bot, ask, sweep: () => sweeps.run(60) }
}

test('a look-up of an account whose ban is gone says until when it was seen, before and after a sweep confirms it', async () => {
  const bot = await botAfterLift()
  const lookups = [await bot.ask(`/lookup ${ALICE}`)]
  await bot.sweep()
  const dip = await bot.database.read(async ({ accounts }) => (await accounts.get([ALICE]))[0]?.dips)
  expect(dip).toMatchObject([{ field: 'NumberOfGameBans', to: 0 }])
  lookups.push(await bot.ask(`/lookup ${ALICE}`))
  await bot.sweep()
  const [newest] = await bot.database.read(({ accounts }) => accounts.history(ALICE))
  expect(newest?.record.NumberOfGameBans).toBe(0)
  lookups.push(await bot.ask(`/lookup ${ALICE}`))
  for (const text of lookups) {
    expect(text).toContain(`ℹ️ name of ${ALICE}`)
    expect(text).toContain(SEEN)
    expect(text).not.toMatch(/✅|no bans on record/i)
  }
  expect(await bot.ask(`/lookup ${BOB}`)).toContain('✅')
  const alone = bot.moderator({ guildId: null }).sendRaw({
    data: { id: '1', name: 'lookup', type: 1, options: [{ type: 3, name: 'account', value: ALICE }] },
  })
  expect(await answerTo(alone)).not.toContain('until 14 November 2023')
})

test('a batch neither marks nor counts such an account as clean, in its rows, headline, colour, menu and file', async () => {
  const bot = await botAfterLift()
  const reply = bot.moderator().type(`/batch ${ALICE} ${BOB}`)
  const text = await answerTo(reply)
  expect(text).toContain('┃ [#2b88a0]\n')
  expect(text).toContain('\n┃ None of 2 checked accounts has a ban on record.\n')
  expect(text).toContain('┃ ℹ️ 1 account with more bans earlier than Steam reports now.\n')
  expect(text).toContain(`┃ ℹ️ name of 765611979602879… (https://steamcommunity.com/profiles/${ALICE})\n┃ ${SEEN}\n`)
  // BOB's, in the list and in the menu.
  expect(text.match(/✅/g)).toHaveLength(2)
  expect(text.indexOf(ALICE)).toBeLessThan(text.indexOf(BOB))
  const [table] = reply.message()?.files() ?? []
  expect(table?.text).toContain(`${ALICE},name of ${ALICE},"no bans now, but earlier"`)
  const posted = bot.moderator().useMessageCommand('Check Steam accounts', { content: ALICE })
  expect(await answerTo(posted)).toContain(SEEN)
  expect(posted.text()).not.toContain('✅')
})

test.each([
  ['/compare', `/compare account:${ALICE} other:${BOB}`, `┃ A: ℹ️ name of ${ALICE}\n┃ ${SEEN}\n`],
  ['/friends', `/friends ${ALICE}`, SEEN],
  ['/stats', `/stats ${ALICE}`, SEEN],
  ['/inventory', `/inventory ${ALICE}`, SEEN],
])('%s names the earlier bans of its account', async (_, command, shown) => {
  const bot = await botAfterLift()
  const text = await bot
    .moderator()
    .type(command)
    .until((said) => said.includes(shown) && !said.includes('Scanning'))
  expect(text.replaceAll('B: ✅', '')).not.toContain('✅')
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
    expect(history, `${sweepsBefore} sweeps`).toMatch(new RegExp(`ℹ️ Steam: no bans on record\\n┃ ${SEEN}\\n`))
    expect(history).not.toContain('✅')
    expect(await bot.ask(`/watch remove account:${ALICE}`)).toContain('is off the watch list')
    const added = await bot.ask(`/watch add account:${ALICE} reason:again`)
    expect(added).toMatch(new RegExp(`ℹ️ Steam: no bans on record\\n┃ ${SEEN}\\n`))
    expect(added).not.toContain('✅')
  }
})

describe('while the database is away, a watched account without bans is not marked as clean', () => {
  const UNKNOWN = 'Steam: no bans on record · unknown whether there were bans before: the database does not answer'

  test.each([
    [`/lookup ${ALICE}`, `❔ name of ${ALICE}`],
    [`/compare account:${ALICE} other:${BOB}`, `A: ❔ name of ${ALICE}`],
    [`/stats ${ALICE}`, `❔ ${UNKNOWN}`],
    [`/inventory ${ALICE}`, `❔ ${UNKNOWN}`],
  ])('%s', async (command, marked) => {
    const bot = await botAfterLift()
    bot.context.database.read = () => Promise.reject(new DatabaseError('busy', 'busy'))
    const text = await bot.ask(command)
    expect(text).toContain(marked)
    expect(text).toContain(UNKNOWN)
    expect(text).not.toMatch(/✅ name of 76561197960287930|A: ✅/)
  })

  test('/batch counts it, in its headline, rows and file', async () => {
    const bot = await botAfterLift()
    bot.context.database.read = () => Promise.reject(new DatabaseError('busy', 'busy'))
    const reply = bot.moderator().type(`/batch ${ALICE} ${BOB}`)
    const text = await answerTo(reply)
    expect(text).toContain('┃ ❔ Unknown whether 1 account had bans before, because the database does not answer.\n')
    expect(text).toContain(`· no bans\n┃ unknown whether there were bans before: the database does not answer\n`)
    expect(text).toContain('┃ [#8b949e]\n')
    const [table] = reply.message()?.files() ?? []
    expect(table?.text).toContain(`${ALICE},name of ${ALICE},"no bans now, earlier ones unknown"`)
  })

  test('a ban that Steam reports is shown as such', async () => {
    const bot = await botAfterLift({ bansNow: 2 })
    bot.context.database.read = () => Promise.reject(new DatabaseError('busy', 'busy'))
    const text = await bot.ask(`/lookup ${ALICE}`)
    expect(text).toContain('⛔')
    expect(text).toContain('unknown whether there were bans before: the database does not answer')
    expect(text).not.toContain('no bans')
  })
})

test('a friend scan names the watched friends whose bans are gone, and is not green', async () => {
  const bot = await botAfterLift()
  const scan = (mark: string) =>
    bot
      .moderator()
      .type(`/friends ${BOB}`)
      .until((shown) => shown.includes(mark) && !shown.includes('Scanning'))
  const text = await scan('None of 2 checked friends')
  expect(text).toContain(`┃ ℹ️ 1 friend with more bans earlier than Steam reports now: name of 765611979602879…`)
  expect(text).toContain('┃ [#2b88a0]\n')
  bot.context.database.read = () => Promise.reject(new DatabaseError('busy', 'busy'))
  const away = await scan('None of 2 checked friends')
  expect(away).toContain('┃ ❔ Unknown whether 1 account had bans before, because the database does not answer.')
  expect(away).not.toContain('✅ None')
})

test('a friend scan does not show the bans of its account where a newer record is incomplete', async () => {
  const newestBans = createNewestBans({ unixSeconds: () => NOW + 300 }, { account: 60, stale: 900 })
  const bot = await watchBot(
    { getFriends: async () => cached({ newest: [{ steamId: CAROL, since: NOW }], total: 1 }) },
    { newestBans },
  )
  newestBans.learn(BOB, { record: {}, fetchedAt: NOW + 200 })
  const text = await bot
    .moderator()
    .type(`/friends ${BOB}`)
    .until((shown) => shown.includes('1 friend checked'))
  expect(text).toContain('❔ Steam: bans not checked')
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
  expect(stored).not.toContain('Steam now: no bans')
  newestBans.learn(ALICE, { record: { ...CLEAN, NumberOfGameBans: 1 }, fetchedAt: NOW + 200 })
  expect(await reply.click('Previous page').until('page 1 of 2')).toContain('1 of 12 checked accounts banned')
})

const { EconomyBan: _, ...WITHOUT_TRADE } = CLEAN_RECORD

test.each([
  {
    shown: 'a game ban',
    before: CLEAN_RECORD,
    newest: { ...CLEAN_RECORD, NumberOfGameBans: 1 },
    headline: '1 of 12 checked accounts banned',
    row: '⛔ name of 765611979602879… (https://steamcommunity.com/profiles/76561197960287930) · 1 game ban',
  },
  {
    shown: 'that a ban is gone',
    before: { ...CLEAN_RECORD, NumberOfGameBans: 1 },
    newest: CLEAN_RECORD,
    headline: 'None of 12 checked accounts has a ban on record.',
    row: `)\n┃ ${SEEN}`,
  },
  {
    shown: 'bans as unknown where no record had all fields',
    before: WITHOUT_TRADE,
    newest: { ...WITHOUT_TRADE, NumberOfGameBans: 1 },
    headline: 'None of 11 checked accounts has a ban on record.',
    row: `❔ \`${ALICE}\` · could not be checked`,
  },
])('a page of a batch that is hours old shows $shown, which only the database knows', async (example) => {
  const { before, newest, headline, row } = example
  const shown = { ...CLEAN, ...before }
  const bot = await watchBot({ getBans: async (steamId) => cached(steamId === ALICE ? shown : CLEAN) })
  const steam = createScriptedSteam()
  const sweeps = await openSweeps({ database: bot.database, steam })
  await watch(bot.database, bot.guildId, [ALICE])
  await bot.context.watched.load(bot.database)
  steam.records.set(ALICE, before)
  await sweeps.run(60)
  const reply = bot.moderator().type(`/batch ${[ALICE, ...accountsFrom(11, 500)].join(' ')}`)
  await answerTo(reply)
  steam.records.set(ALICE, newest)
  for (let hour = 0; hour < 2; hour += 1) {
    await sweeps.clock.advance(3_480_000)
    await sweeps.run(120)
  }
  await reply.click('Next page').until('page 2 of 2')
  const page = await reply.click('Previous page').until('page 1 of 2')
  expect(page).toContain(headline)
  expect(page).toContain(row)
})

test('"no ban" is only said of a record that is clean as a whole', async () => {
  for (const [language, texts] of eachLanguage) {
    const say = (bans: BanRecord) =>
      formatEarlierBans(bans, { vac: 0, game: 1, community: false, seenUntil: NOW }, texts)
    expect([language, say(CLEAN)]).toEqual([language, expect.stringContaining(texts.results.clean)])
    for (const bans of [{ NumberOfGameBans: 0 }, { ...CLEAN, EconomyBan: 'banned' }])
      expect([language, say(bans)]).toEqual([language, expect.not.stringContaining(texts.results.clean)])
  }
})
