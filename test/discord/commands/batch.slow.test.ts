import { describe, expect, test, vi } from 'vitest'
import type { SimReply } from '../../../sim-discord/src/index.ts'
import { banRecord, publicProfile } from '../../../sim/steam/account.ts'
import { readBatch } from '../../../src/accounts/discord/batch-state.ts'
import { readAccountList } from '../../../src/model/account-text.ts'
import {
  afterDoubleClick,
  answerTo,
  framed,
  idOf,
  NOW,
  useFixedDate,
  useCommandTests,
} from '../../support/command-tests.ts'

const { steam, cast, startBot, startRestartableBot, answersToTwo } = await useCommandTests()
useFixedDate()

const MEBIBYTE = 1024 * 1024

const link = (steamId: string) => `(https://steamcommunity.com/profiles/${steamId})`
const id = (steamId: string) => `\`${steamId}\``

const fileOf = (reply: SimReply, name: string) => reply.files().find((each) => each.name === name)?.text ?? ''
/** The rows of the CSV file; no cell in these tests contains a line break. Ids have an apostrophe in front. */
const rowsOf = (reply: SimReply) =>
  fileOf(reply, 'accounts.csv').replace('\uFEFF', '').replaceAll("'765", '765').trim().split('\n').slice(1)
/** The message of a batch that has ended. */
const ended = (reply: SimReply) => reply.until((text) => text.includes('┃ 📋 '), 10_000)
const batchOf = (reply: SimReply) => readBatch(fileOf(reply, 'rapsheet-batch.json'))
const waitingOf = (reply: SimReply) => batchOf(reply).waiting
/** The labels of the buttons, without the one that every batch with known accounts has. */
const buttonsOf = (reply: SimReply) =>
  reply
    .buttons()
    .filter(({ label }) => !label.startsWith('Watch '))
    .map(({ label, disabled }) => `${label}${disabled ? ' (off)' : ''}`)

const MIXTURE = [cast.clean, cast.raider, cast.gone, cast.tradeBanned, cast.gameBanned, cast.deletedBans, 'nobody_here']

describe('the answer to /batch', () => {
  test('explains why names and friend codes between the rows of a table are not looked up', async () => {
    const bot = await startBot()
    const reason = 'In-game names cannot be looked up. Enter custom URLs as profile links'
    const rows = `steamid,name\n${cast.raider},x\n`
    for (const line of ['honest_joe', '39744703', '"honest_joe"']) {
      const text = await answerTo(bot.discord.user().type('/batch', { file: { name: 'a.csv', data: rows + line } }))
      expect(text).toContain(`Not recognized:\n┃ ${reason}`)
    }
    const other = await answerTo(
      bot.discord.user().type('/batch', { file: { name: 'a.csv', data: `${rows}said hi (x)` } }),
    )
    expect(other).toContain('Not recognized:')
    expect(other).not.toContain(reason)
  })

  test('reads names before ids in one line as display names, and a word alone as a custom URL', async () => {
    const bot = await startBot()
    const list = `Roof Raider ${cast.raider}, Honest Joe ${cast.clean}, Some Guy, nobody_here`
    const text = await answerTo(bot.discord.user().type(`/batch accounts:"${list}"`))
    expect(text).toContain('┃ 📋 3 accounts\n')
    expect(text).toContain('┃ 1 line not recognized\n')
    expect(text).toContain('❔ nobody_here · not found on Steam\n┃ looked up as a custom URL\n')
    expect(text).toMatch(/Not recognized:\n┃ In-game names cannot be looked up\..*\n┃ Some Guy\n/)
    expect(text).not.toContain('table')
  })

  test('finds the friend codes of a list in one line', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type('/batch accounts:"39744703, nobody_here"'))
    expect(text).toContain(
      framed(
        `⛔ Roof Raider ${link(cast.raider)} · 1 VAC ban, last ban 412 days ago`,
        `${id(cast.raider)} · found by friend code \`39744703\``,
      ),
    )
  })

  test('explains that a number next to an id was not read as a friend code', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/batch accounts:"39744703 ${cast.clean}"`))
    expect(text).toContain(
      '❔ 39744703 · not found on Steam\n┃ looked up as a custom URL, not as a friend code: put friend codes on lines of their own\n',
    )
    expect(text).not.toContain('Roof Raider')
  })

  test('says how many digits a mistyped SteamID64 should have', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/batch ${cast.raider} 7656119800001043`))
    expect(text).toContain('❔ 7656119800001043 · not found on Steam\n┃ A SteamID64 has 17 digits, this one has 16.')
  })

  test('lists banned accounts first, newest ban first, then trade restrictions, unknown, private and clean ones', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/batch accounts:${[...MIXTURE, cast.private].join('\n')}`)
    expect((await reply.acknowledged()).type).toBe(5)
    const text = await answerTo(reply)
    expect(text).toContain(
      framed(
        '📋 8 accounts',
        '⛔ 2 of 5 checked accounts banned.',
        '⚠️ 1 with only a trade restriction.',
        '❔ 2 accounts not found on Steam.',
        '❔ 1 account could not be checked: bans unknown.',
        `⛔ definitely legit ${link(cast.gameBanned)} · 2 game bans, last ban 3 days ago`,
        id(cast.gameBanned),
        `⛔ Roof Raider ${link(cast.raider)} · 1 VAC ban, last ban 412 days ago`,
        id(cast.raider),
        `⚠️ skin flipper ${link(cast.tradeBanned)} · trade ban`,
        id(cast.tradeBanned),
        `❔ ${id(cast.gone)} · not found on Steam`,
        `❔ ${id(cast.deletedBans)} · could not be checked`,
        '❔ nobody_here · not found on Steam',
        'looked up as a custom URL',
        `🔒 nobody you know ${link(cast.private)} · no bans, profile private`,
        id(cast.private),
        `✅ Honest Joe ${link(cast.clean)} · no bans`,
        id(cast.clean),
        'checked 0 seconds ago',
      ),
    )
    expect(text).toMatch(/^┃ \[#d83c3e\]\n┃ 📋 /)
    expect(text).toContain(
      '[1 🔄 Try 1 account again] [2 📢 Post in channel] [3 👁️ Watch all 5]\n👁 Only you can see this',
    )
    // Entries that Steam did not answer for are not counted as waiting.
    expect(text).not.toContain('not checked yet')
    expect(reply.message()?.notifies).toEqual([])
  })

  test('looks up the words of a one-line list, also between ids', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/batch accounts:"honest_joe ${cast.raider} nobody_here"`))
    expect(text).toContain('📋 3 accounts\n')
    expect(text).toContain('⛔ Roof Raider')
    expect(text).toContain('✅ Honest Joe')
    expect(text).toContain('❔ nobody_here · not found on Steam\n┃ looked up as a custom URL\n')
  })

  test('labels words separated by spaces as custom URLs, found or not', async () => {
    steam.world.add({ steamId: idOf(80), vanity: 'barn', profile: publicProfile('A Stranger') })
    const bot = await startBot()
    const user = bot.discord.user()
    const text = await answerTo(user.type('/batch accounts:"Barn Burner_of_1999"'))
    expect(text).toContain(
      `✅ A Stranger ${link(idOf(80))} · no bans\n┃ ${id(idOf(80))} · found by custom URL \`Barn\`\n`,
    )
    expect(text).toContain('❔ Burner_of_1999 · not found on Steam\n┃ looked up as a custom URL\n')
    steam.dial.set('vanity', { faults: { '503': 1 } })
    const file = { name: 'list.txt', data: `4294967290\nSilo\n${cast.clean}` }
    const down = await answerTo(user.type('/batch', { file }))
    expect(down).toContain('❔ 4294967290 · could not be checked\n┃ looked up as a custom URL or friend code\n')
    expect(down).toContain('❔ Silo · could not be checked\n┃ looked up as a custom URL\n')
  })

  test('looks up a friend code that is alone on its line', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type('/batch', { file: { name: 'list.txt', data: `39744703\n${cast.clean}` } })
    const text = await answerTo(reply)
    expect(text).toContain('⛔ Roof Raider')
    expect(text).toContain('✅ Honest Joe')
  })

  test('is available in German', async () => {
    const bot = await startBot()
    const reply = bot.discord.user({ locale: 'de' }).type(`/batch accounts:${MIXTURE.join('\n')}`)
    const text = await answerTo(reply)
    expect(text).toContain(
      framed(
        '📋 7 Konten',
        '⛔ 2 von 4 geprüften Konten gebannt.',
        '⚠️ 1 nur mit Handelsbeschränkung.',
        '❔ 2 Konten auf Steam nicht gefunden.',
        '❔ 1 Konto nicht prüfbar: Bans unbekannt.',
        `⛔ definitely legit ${link(cast.gameBanned)} · 2 Game-Bans, letzter Ban vor 3 Tagen`,
        id(cast.gameBanned),
        `⛔ Roof Raider ${link(cast.raider)} · 1 VAC-Ban, letzter Ban vor 412 Tagen`,
        id(cast.raider),
        `⚠️ skin flipper ${link(cast.tradeBanned)} · Trade-Ban`,
        id(cast.tradeBanned),
        `❔ ${id(cast.gone)} · auf Steam nicht gefunden`,
        `❔ ${id(cast.deletedBans)} · nicht prüfbar`,
        '❔ nobody_here · auf Steam nicht gefunden',
        'als Custom-URL gesucht',
        `✅ Honest Joe ${link(cast.clean)} · keine Bans`,
        id(cast.clean),
        'geprüft 0 seconds ago',
      ),
    )
    expect(text).toContain('[1 🔄 1 Konto erneut prüfen] [2 📢 Im Kanal posten]')
  })

  test.each(['en-US', 'de'])('has a CSV file that can be checked again completely (%s)', async (locale) => {
    const names = ["x;=cmd|'/c calc'!A1", cast.gone, `a, "${cast.gone}"; b`, '=1+1', 'https://steamcommunity.com/id/x']
    for (const [index, name] of names.entries()) {
      steam.world.add({ steamId: idOf(50 + index), profile: publicProfile(name) })
    }
    const given = [...names.keys()].map((index) => idOf(50 + index))
    const list = [...given, ...MIXTURE, 'raider', '-formula', '(some) words', '=2+2 words']
    const bot = await startBot()
    const reply = bot.discord.user({ locale }).type('/batch', { file: { name: 'a.txt', data: list.join('\n') } })
    await answerTo(reply)
    const text = fileOf(reply, 'accounts.csv')
    const expected = [...given, ...MIXTURE, '-formula']
    expect(readAccountList(text).accounts).toEqual(expected)
    // The format of German spreadsheets.
    const resaved = text.split('\n').map((line) => line.replaceAll(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, ';'))
    expect(readAccountList(resaved.join('\r\n')).accounts).toEqual(expected)
  })

  test('has the complete table as a CSV file for spreadsheets', async () => {
    steam.world.add({ steamId: idOf(1), vanity: '-formula', profile: publicProfile('=HYPERLINK("http://x","y")') })
    const bot = await startBot()
    const reply = bot.discord.user().type('/batch', {
      file: { name: 'list.txt', data: [...MIXTURE, '-formula', cast.bothBans, '=1+1 "nobody"'].join('\n') },
    })
    await answerTo(reply)
    const url = (steamId: string) => `https://steamcommunity.com/profiles/${steamId}`
    const file = reply.files().find(({ name }) => name === 'accounts.csv')
    expect(file?.text.replaceAll(/\d{4}-\d{2}-\d{2}T[\d:]{8}Z/g, 'TIME')).toBe(
      [
        '\uFEFFinput,steam_id,name,result,vac_bans,game_bans,days_since_last_ban,community_ban,trade_standing,profile,note,checked_at',
        `'${cast.clean},'${cast.clean},Honest Joe,no bans,0,0,,no,none,${url(cast.clean)},,TIME`,
        `'${cast.raider},'${cast.raider},Roof Raider,banned,1,0,412,no,none,${url(cast.raider)},,TIME`,
        `'${cast.gone},'${cast.gone},,not found,,,,,,${url(cast.gone)},,`,
        `'${cast.tradeBanned},'${cast.tradeBanned},skin flipper,trade restriction only,0,0,,no,banned,${url(cast.tradeBanned)},,TIME`,
        `'${cast.gameBanned},'${cast.gameBanned},definitely legit,banned,0,2,3,no,none,${url(cast.gameBanned)},,TIME`,
        `'${cast.deletedBans},'${cast.deletedBans},,could not be checked,,,,,,${url(cast.deletedBans)},,`,
        'nobody_here,,,not found,,,,,,https://steamcommunity.com/id/nobody_here,,',
        `'-formula,'${idOf(1)},"'=HYPERLINK(""http://x"",""y"")",no bans,0,0,,no,none,${url(idOf(1))},,TIME`,
        `'${cast.bothBans},'${cast.bothBans},twice is nice,banned,2,1,0,yes,banned,${url(cast.bothBans)},,TIME`,
        `"'=1+1 ""nobody""",,,not recognized,,,,,,,,`,
        '',
      ].join('\n'),
    )
  })

  test('never lists accounts without a ban record as clean', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/batch ${cast.deletedBans} ${cast.nullBans} ${cast.deletedSummary}`)
    const text = await answerTo(reply)
    expect(text).toMatch(/^┃ \[#d83c3e\]\n┃ 📋 3 accounts\n┃ ⛔ 1 of 1 checked account banned\.\n/)
    expect(text).not.toMatch(/✅|no bans|None of|3 accounts checked/)
    expect(rowsOf(reply).join('\n')).not.toContain('no bans')
  })

  test('shows an account with only a trade ban as neither banned nor clean', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/batch ${cast.tradeBanned} ${cast.clean}`))
    expect(text).toMatch(/^┃ \[#e67e22\]\n┃ 📋 2 accounts\n/)
    expect(text).toContain('┃ None of 2 checked accounts has a ban on record.\n┃ ⚠️ 1 with only a trade restriction.\n')
    expect(text).not.toContain('⛔')
  })

  test('marks a date that may belong to either kind of ban', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/batch ${cast.bothBans} ${cast.raider}`))
    expect(text).toContain('2 VAC bans, 1 game ban, Steam Community ban, trade ban, last ban today (VAC or game)\n')
    expect(text.split('(VAC or game)')).toHaveLength(2)
  })

  test('shows a private profile as private, not as clean', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/batch ${cast.private}`))
    expect(text).toContain(`nobody you know ${link(cast.private)} · no bans`)
    expect(text).toContain('🔒')
    expect(text).not.toMatch(/✅|#2da44e/)
  })

  test('counts an account given by id and by custom URL once', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/batch accounts:${cast.raider}\nraider\nRAIDER\n[U:1:39744703]`)
    const text = await answerTo(reply)
    expect(text).toContain('1 of 1 checked account banned.')
    expect(text.match(/┃ ⛔ Roof Raider/g)).toHaveLength(1)
  })

  test('reports duplicates and looks them up once', async () => {
    const bot = await startBot()
    const twice = [
      'STEAM_0:1:19872351',
      cast.raider,
      '[U:1:39744703]',
      'https://steamcommunity.com/profiles/76561198000010431',
      cast.clean,
    ]
    const text = await answerTo(bot.discord.user().type(`/batch accounts:${twice.join(' ')}`))
    expect(text).toContain('┃ 3 duplicates of 1 entry\n')
    expect(text).toContain(`┃ Duplicates:\n┃ ${cast.raider}\n`)
    expect(steam.calls.ids('bans')).toBe(2)
  })

  test('counts each account once when a custom URL leads to an id in the list, and every other mention as a duplicate', async () => {
    const bot = await startBot()
    const user = bot.discord.user()
    for (const list of [`${cast.raider} ${cast.raider} raider`, `raider, ${cast.raider}, STEAM_0:1:19872351`]) {
      const text = await answerTo(user.type(`/batch accounts:"${list}"`))
      expect(text).toContain('📋 1 account\n┃ ⛔ 1 of 1 checked account banned.\n┃ 2 duplicates')
    }
    const german = bot.discord.user({ locale: 'de' }).type(`/batch accounts:"${cast.raider} ${cast.raider} raider"`)
    expect(await answerTo(german)).toContain('┃ 📋 1 Konto\n┃ ⛔ 1 von 1 geprüften Konto gebannt.\n┃ 2 doppelt\n')
  })

  test('quotes lines without an account literally, without mentions or formatting', async () => {
    const bot = await startBot()
    const file = { name: 'players.txt', data: [cast.clean, '**@everyone** <@1> said hi', '||spoiler|| (x)'].join('\n') }
    const reply = bot.discord.user().type('/batch', { file })
    const text = await answerTo(reply)
    expect(text).toContain('┃ 📋 1 account\n┃ ✅ 1 account checked: no ban on record.\n┃ 2 lines not recognized\n')
    expect(text).toContain('┃ Not recognized:\n┃ **@everyone** <@1> said hi\n┃ ||spoiler|| (x)\n')
    expect(reply.message()?.notifies).toEqual([])
  })

  test('accepts every form of an account', async () => {
    const forms = [
      'STEAM_1:1:19872351',
      '[U:1:11558]',
      'U:1:11559',
      'https://steamcommunity.com/profiles/76561198000052963/',
      'https://steamcommunity.com/id/honest_joe',
      'https://s.team/p/dhvk-gqr',
      '76561198000023117',
    ]
    const bot = await startBot()
    const reply = bot.discord.user().type(`/batch accounts:${forms.join('\n')}`)
    expect(await answerTo(reply)).toContain('┃ 📋 7 accounts\n')
    expect(rowsOf(reply).map((row) => row.split(',')[0])).toEqual([
      cast.raider,
      '76561197960277286',
      '76561197960277287',
      cast.tradeBanned,
      'honest_joe',
      '76561198000010428',
      cast.gameBanned,
    ])
  })

  test('accepts the player list of a server console', async () => {
    const status = [
      'hostname: Rusty Roleplay',
      'players : 2 (50 max)',
      'id                name              ping connected addr',
      '76561198000010431 "Roof Raider" 45 1200.5s 203.0.113.7:28015',
      '76561198000070655 "76561198000023117" 51 99.1s 203.0.113.8:28015',
    ].join('\n')
    const bot = await startBot()
    const reply = bot.discord.user().type('/batch', { file: { name: 'status.txt', data: status } })
    expect(await answerTo(reply)).toContain('1 of 2 checked accounts banned.')
    expect(rowsOf(reply).map((row) => row.slice(0, 17))).toEqual([cast.raider, cast.clean])
  })
})

describe('a list without accounts gets an error', () => {
  test.each([
    ['no options at all', '/batch', 'Nothing to look up'],
    ['an empty paste', '/batch accounts:"   "', 'Nothing to look up'],
    ['text without an account', '/batch accounts:"(who) was; that? ??? !!"', 'No account recognized'],
    ['6,000 characters without an account', `/batch accounts:${'x'.repeat(6_000)}`, 'No account recognized'],
  ])('%s', async (_, line, title) => {
    const bot = await startBot()
    const reply = bot.discord.user().type(line)
    const text = await answerTo(reply)
    expect(text).toMatch(new RegExp(`^┃ \\[#8b949e\\]\\n┃ ❌ ${title}\\n┃ .+\\n👁 Only you can see this$`))
    expect(steam.calls.total()).toBe(0)
  })
})

test('all ids in 6,000 characters of input are looked up', async () => {
  const ids = Array.from({ length: 333 }, (_, index) => idOf(10_000 + index))
  const paste = ids.join(' ').padEnd(6_000)
  const bot = await startBot()
  const user = bot.discord.user()
  const reply = user.type(`/batch accounts:"${paste}"`)
  const text = await ended(reply)
  expect(text).toContain('┃ 📋 333 accounts\n┃ ❔ 333 accounts not found on Steam.\n')
  expect(text).not.toContain('not checked yet')
  expect(rowsOf(reply).map((row) => row.split(',')[0])).toEqual(ids)
  expect([steam.calls.count('bans'), steam.calls.ids('bans')]).toEqual([4, 333])
  expect(() => user.type(`/batch accounts:${'x'.repeat(6_001)}`)).toThrow('accounts has 1 to 6000 characters')
})

describe('an attached file', () => {
  test('is combined with the text option into one list', async () => {
    const bot = await startBot()
    const file = { name: 'more.csv', data: `steam_id,note\n${cast.gameBanned},a\n${cast.raider},b\n` }
    const reply = bot.discord.user().type(`/batch accounts:${cast.raider}`, { file })
    expect(await answerTo(reply)).toContain('┃ 📋 2 accounts\n┃ ⛔ 2 of 2 checked accounts banned.\n┃ 1 duplicate\n')
  })

  test('may be UTF-16, as Windows editors write it', async () => {
    const bot = await startBot()
    const data = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(`${cast.raider}\r\n${cast.clean}\r\n`, 'utf16le'),
    ])
    const reply = bot.discord.user().type('/batch', { file: { name: 'list.txt', data } })
    expect(await answerTo(reply)).toContain('1 of 2 checked accounts banned.')
  })

  test.each([
    [
      '10 MiB',
      { name: 'big.txt', data: Buffer.alloc(10 * MEBIBYTE, '1 ') },
      'File too large',
      'big.txt is larger than 256 KiB.',
    ],
    [
      'a picture',
      { name: 'pic_ture.png', data: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]) },
      'Not a text file',
      'pic_ture.png is not a text file.',
    ],
    ['an empty file', { name: 'empty.txt', data: '' }, 'Nothing to look up', 'Enter accounts, attach a file, or both'],
  ])('gets an error: %s', async (_, file, title, sentence) => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type('/batch', { file }))
    expect(text).toContain(`┃ ❌ ${title}\n┃ ${sentence}`)
    expect(steam.calls.total()).toBe(0)
    expect(bot.log.filter(({ level }) => level >= 50)).toEqual([])
  })
})

describe('a batch of 120 accounts', () => {
  const ids = Array.from({ length: 120 }, (_, index) => idOf(20_000 + index))
  for (const [index, steamId] of ids.entries())
    steam.world.add({ steamId, bans: banRecord(index % 40 === 7 ? { vac: 1, daysSinceLast: index } : {}) })
  const file = { name: 'all.txt', data: ids.join('\n') }
  const checked = (reply: SimReply) =>
    rowsOf(reply)
      .filter((row) => !row.includes('could not be checked'))
      .map((row) => row.split(',')[1])
  const listedOn = (reply: SimReply) => [...reply.text().matchAll(/^┃ `(\d{17})`/gm)].map(([, steamId = '']) => steamId)
  const bannedOn = (reply: SimReply) =>
    [...reply.text().matchAll(/^┃ ⛔ .*\n┃ `(\d{17})`/gm)].map(([, steamId = '']) => Number(steamId.slice(-3)))

  test('is checked in one go, with progress, and with banned accounts first', async () => {
    steam.dial.set('bans', { latencyMs: 300 })
    const bot = await startBot()
    const reply = bot.discord.user().type('/batch', { file })
    expect(await answerTo(reply)).toContain('┃ 🔎 Checking 120 accounts\n┃ `░░░░░░░░░░░░░░░░░░░░` 0 of 120 checked\n')
    expect(buttonsOf(reply)).toEqual(['Stop and keep results'])
    const text = await ended(reply)
    expect(text).toContain('┃ 📋 120 accounts\n┃ ⛔ 3 of 120 checked accounts banned.\n')
    expect(text).not.toContain('not checked yet')
    expect(bannedOn(reply)).toEqual([7, 47, 87])
    expect(buttonsOf(reply)).toEqual(['Previous page (off)', 'Next page', 'Post in channel'])
    expect(checked(reply)).toEqual(ids)
    expect(reply.files().map(({ name }) => name)).toEqual(['accounts.csv', 'rapsheet-batch.json'])
    expect([steam.calls.count('bans'), steam.calls.ids('bans')]).toEqual([2, 120])
    expect(reply.followUps()).toEqual([])
  })

  test('waits while the quota is used up, and Stop keeps the results, which say what is not checked', async () => {
    const bot = await startBot({ DISCORD_USER_PER_MINUTE: '60' })
    const user = bot.discord.user()
    const reply = user.type('/batch', { file })
    const waiting = await reply.until('Your lookups of this minute are used up. The check goes on in 1 minute.')
    expect(waiting).toContain('`██████████░░░░░░░░░░` 60 of 120 checked\n┃ 2 banned so far\n'.replace('┃ 2', '┃ ⛔ 2'))
    expect(bannedOn(reply)).toEqual([7, 47])
    expect(await answerTo(user.type('/batch', { file }))).toContain('One scan at a time')
    reply.click('Stop and keep results')
    const text = await ended(reply)
    expect(text).toContain(
      '┃ ⛔ 2 of 60 checked accounts banned.\n┃ ⏳ 60 accounts not checked yet.\n┃ ⏹️ Stopped by you.\n',
    )
    expect(text).toContain('┃ page 1 of 6 · no banned accounts on the other checked pages\n')
    expect(buttonsOf(reply)).toEqual(['Previous page (off)', 'Next page', 'Continue', 'Post in channel'])
    expect(checked(reply)).toEqual(ids.slice(0, 60))
    expect(waitingOf(reply)).toEqual(ids.slice(60))
    await reply.click('Next page').until('page 2 of 6')
    await afterDoubleClick()
    // The rest is shown as waiting again, above the results so far.
    expect(await reply.click('Check the next 60').until('are used up')).toContain(
      '0 of 60 checked\n┃ ⛔ 2 banned so far',
    )
  })

  test('shows a ban that another command has seen while it waited', async () => {
    const own = Array.from({ length: 60 }, (_, index) => idOf(50_000 + index))
    for (const steamId of own) steam.world.add({ steamId })
    const bot = await startBot({ DISCORD_USER_PER_MINUTE: '50' })
    const reply = bot.discord.user().type('/batch', { file: { name: 'all.txt', data: own.join('\n') } })
    await reply.until('are used up')
    steam.world.ban(own[0]!, 'vac')
    vi.setSystemTime(NOW + 100_000)
    const lookup = bot.discord.user().type(`/lookup ${own[0]}`)
    await lookup.until('1 VAC ban')
    reply.click('Stop and keep results')
    expect(await ended(reply)).toContain('⛔ 1 of 50 checked accounts banned.')
  })

  test('is paged without calls to Steam and without a cost', async () => {
    const bot = await startBot({ DISCORD_USER_PER_MINUTE: '120' })
    const reply = bot.discord.user().type('/batch', { file })
    const first = await ended(reply)
    steam.dial.set('*', { faults: { '503': 1 } })
    steam.calls.reset()
    const seen = [...listedOn(reply)]
    for (let page = 2; page <= 4; page++) {
      const text = await reply.click('Next page').until(`page ${page} of 12`)
      expect(text).toContain('3 banned accounts on other pages')
      expect(text).not.toContain('⛔ [')
      expect(text).toContain('checked 0 seconds ago')
      seen.push(...listedOn(reply))
      await afterDoubleClick()
    }
    expect(new Set(seen).size).toBe(40)
    for (let page = 3; page >= 2; page--) {
      await reply.click('Previous page').until(`page ${page} of 12`)
      await afterDoubleClick()
    }
    expect(await reply.click('Previous page').until('page 1 of 12')).toBe(first)
    expect(steam.calls.total()).toBe(0)
  }, 20_000)

  test('shows on each page how many banned accounts are on the others', async () => {
    const many = Array.from({ length: 24 }, (_, index) => idOf(30_000 + index))
    for (const [index, steamId] of many.entries())
      steam.world.add({ steamId, bans: banRecord({ game: 1, daysSinceLast: index }) })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/batch ${[...ids.slice(0, 20), ...many].join(' ')}`)
    const text = await answerTo(reply)
    expect(text).toContain('25 of 44 checked accounts banned.')
    expect(text).toContain('page 1 of 5 · 15 banned accounts on other pages')
    expect(await reply.click('Next page').until('page 2 of 5')).toContain('15 banned accounts on other pages')
    await afterDoubleClick()
    expect(await reply.click('Next page').until('page 3 of 5')).toContain('20 banned accounts on other pages')
    expect(bannedOn(reply)).toHaveLength(5)
  })

  test('ends at a restart of the bot with its results, and continues after it', async () => {
    const { discord, restart } = await startRestartableBot({ DISCORD_USER_PER_MINUTE: '60' })
    const reply = discord.user().type('/batch', { file })
    await reply.until('are used up')
    await restart()
    expect(reply.text()).toContain('┃ ⏳ 60 accounts not checked yet.\n┃ ⏹️ Restarting.\n')
    expect(waitingOf(reply)).toEqual(ids.slice(60))
    reply.click('Continue')
    expect(await ended(reply)).toContain('⏹️ Restarting')
    expect(await reply.until('3 of 120 checked accounts banned.')).not.toContain('not checked yet')
    expect(checked(reply)).toEqual(ids)
  })

  test('can be ended with its results when the process that checked it was killed', async () => {
    const bot = await startBot({ DISCORD_USER_PER_MINUTE: '60' })
    const user = bot.discord.user()
    const reply = user.type('/batch', { file })
    await reply.until('are used up')
    const stop = user.sendRaw({
      type: 3,
      data: { custom_id: 'v1:cancel:1234567890', component_type: 2, id: 1 },
      message: JSON.parse(JSON.stringify(reply.message()?.wire())) as object,
    })
    expect(await stop.until('┃ 📋 120 accounts')).toContain('60 accounts not checked yet.\n┃ ⏹️ Interrupted.\n')
    expect(waitingOf(stop)).toEqual(ids.slice(60))
  })

  test('stops when Steam answers nothing about a portion, keeps all accounts, and can be retried and continued', async () => {
    const bot = await startBot()
    steam.dial.set('bans', { faults: { '503': 1 } })
    const reply = bot.discord.user().type('/batch', { file })
    const down = await ended(reply)
    expect(down).toContain('❔ 100 accounts could not be checked: bans unknown.\n┃ ⏳ 20 accounts not checked yet.\n')
    expect(down).toContain('┃ ⏹️ Steam does not answer.\n')
    expect(down).not.toMatch(/✅|None of/)
    expect(waitingOf(reply)).toEqual(ids.slice(100))
    expect(buttonsOf(reply).slice(2)).toEqual(['Continue', 'Try 100 accounts again', 'Post in channel'])
    steam.dial.reset()
    const again = await reply.click('Try 100 accounts again').until('3 of 100 checked accounts banned.', 10_000)
    expect(again).not.toContain('could not be checked')
    expect(again).toContain('20 accounts not checked yet.')
    await afterDoubleClick()
    reply.click('Check the next 20')
    await reply.until('3 of 120 checked accounts banned.')
    expect(checked(reply)).toEqual(ids)
  }, 20_000)

  test('keeps its message when the last few accounts are over the rate limit', async () => {
    const bot = await startBot({ DISCORD_USER_PER_MINUTE: '100' })
    const reply = bot.discord.user().type('/batch', { file })
    await reply.until('are used up')
    reply.click('Stop and keep results')
    const first = await ended(reply)
    const next = reply.click('Continue')
    await expect
      .poll(() => next.followUps().map((message) => message.text()))
      .toEqual([
        expect.stringMatching(
          /⏳ Slow down\n┃ You have reached your lookup limit for this minute\. Try again in .+\.\n👁 Only you/,
        ),
      ])
    expect(reply.text()).toBe(first)
    expect(waitingOf(reply)).toEqual(ids.slice(100))
  })

  test('is only the first part of a longer list, of which a button checks the next 500', async () => {
    const many = [...ids, ...Array.from({ length: 400 }, (_, index) => idOf(40_000 + index))]
    const bot = await startBot()
    const reply = bot.discord.user().type('/batch', { file: { name: 'all.txt', data: many.join('\n') } })
    const text = await ended(reply)
    expect(text).toContain('┃ 📋 520 accounts\n┃ ⛔ 3 of 120 checked accounts banned.\n')
    expect(text).toContain('┃ ⏳ 20 accounts not checked yet.\n')
    expect(buttonsOf(reply)[2]).toBe('Check the next 20')
    expect(rowsOf(reply)).toHaveLength(500)
    reply.click('Check the next 20')
    await reply.until((shown) => !shown.includes('not checked yet'))
    expect(rowsOf(reply)).toHaveLength(520)
  })

  test('opens an account of the menu in a new message, so that the list stays', async () => {
    const bot = await startBot()
    const user = bot.discord.user()
    const reply = user.type(`/batch accounts:${cast.raider} ${cast.clean} ${cast.gone}`)
    const list = await answerTo(reply)
    const [menu] = reply.selects()
    expect(menu?.options).toEqual([
      { label: 'Roof Raider', value: cast.raider, description: `${cast.raider} · banned`, isDefault: false },
      { label: 'Honest Joe', value: cast.clean, description: `${cast.clean} · no bans`, isDefault: false },
    ])
    const opened = reply.select('Roof Raider')
    expect((await opened.acknowledged()).type).toBe(5)
    const text = await opened.until('Banned by Steam: 1 VAC ban')
    expect(opened.isEphemeral()).toBe(true)
    // Another option can be chosen at once: that is no double click.
    await reply.select('Honest Joe').until('No bans on record')
    const lookup = user.type(`/lookup ${cast.raider}`)
    expect(await lookup.until('Banned by Steam: 1 VAC ban')).toBe(text)
    expect(reply.text()).toBe(list)
  })

  test('shows which accounts were found by a custom URL', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/batch accounts:raider\n${cast.clean}`)
    expect(await answerTo(reply)).toContain(
      `· 1 VAC ban, last ban 412 days ago\n┃ ${id(cast.raider)} · found by custom URL \`raider\`\n`,
    )
    expect(reply.text().match(/custom URL/g)).toHaveLength(1)
  })

  test('shows the ban record of accounts without a profile, and never as clean', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/batch ${cast.clean} ${cast.deletedSummary}`)
    await answerTo(reply)
    expect(buttonsOf(reply)).toEqual(['Try 1 account again', 'Post in channel'])
    // A later answer may contain what is missing in the first.
    vi.setSystemTime(NOW + 60_000)
    await reply.click('Try 1 account again').until('no profile: deleted or never set up; bans on record:')
    expect(reply.text()).toContain('❔ 1 checked account without a profile: deleted or never set up.')
    expect(reply.text()).not.toContain('#2da44e')
    expect(rowsOf(reply)[1]).toMatch(new RegExp(`${cast.deletedSummary},,banned,1,.*,no profile,[^,]+Z$`))
    expect(buttonsOf(reply)).toEqual(['Post in channel'])
  })

  test.each([
    [
      'is on another host',
      (): string | undefined => 'http://127.0.0.1:1/rapsheet-batch.json',
      'File not readable\n┃ rapsheet-batch.json could not be downloaded from Discord. Send it again.',
    ],
    [
      'is missing',
      () => undefined,
      'This button is outdated\n┃ It comes from an older version of the bot. Use the command again.',
    ],
  ])('keeps its message when the stored batch %s', async (_, move, sentence) => {
    const bot = await startBot({ DISCORD_USER_PER_MINUTE: '60' })
    const user = bot.discord.user()
    const reply = user.type('/batch', { file })
    await reply.until('are used up')
    reply.click('Stop and keep results')
    const first = await ended(reply)
    const change = (_: string, value: unknown): unknown => {
      if (!Array.isArray(value)) return value
      return value.flatMap((part: { name?: string; file?: object }) => {
        if (part.name !== 'rapsheet-batch.json') return [part]
        const url = move()
        return url === undefined ? [] : [{ ...part, file: { ...part.file, url } }]
      })
    }
    const next = user.sendRaw({
      type: 3,
      data: { custom_id: 'v1:batch:next:0', component_type: 2, id: 1 },
      message: JSON.parse(JSON.stringify(reply.message()?.wire(), change)) as object,
    })
    await expect
      .poll(() => next.followUps().map((message) => message.text()))
      .toEqual([`┃ [#8b949e]\n┃ ❌ ${sentence}\n👁 Only you can see this`])
    expect(reply.text()).toBe(first)
    expect(bot.log.filter(({ level }) => level >= 50)).toEqual([])
  })
})

describe('/batch when Steam fails', () => {
  test('shows no account as clean, and Try again repeats the lookups', async () => {
    steam.dial.set('bans', { faults: { '503': 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/batch ${cast.clean} ${cast.raider}`)
    const text = await answerTo(reply)
    expect(text).toContain('❔ 2 accounts could not be checked: bans unknown.')
    expect(text).not.toMatch(/✅|#2da44e|None of|no bans|2 accounts checked/)
    steam.dial.reset()
    await reply.click('Try 2 accounts again').until('1 of 2 checked accounts banned.')
    expect(buttonsOf(reply)).toEqual(['Post in channel'])
  })

  test('shows the bans that Steam returned while it does not answer about profiles', async () => {
    steam.dial.set('summaries', { faults: { '503': 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/batch ${cast.clean} ${cast.raider}`)
    const text = await answerTo(reply)
    expect(text).toContain('⛔ 1 of 2 checked accounts banned.\n┃ ❔ Profile not returned by Steam: 2 accounts.')
    expect(text).not.toMatch(/✅|could not be checked/)
    steam.dial.reset()
    await reply.click('Try 2 accounts again').until('✅ Honest Joe')
  })

  test('shows an unresolved custom URL as unknown, not as not found', async () => {
    steam.dial.set('vanity', { faults: { '503': 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/batch accounts:${cast.clean}\nraider`)
    const text = await answerTo(reply)
    expect(text).toContain('❔ raider · could not be checked')
    expect(batchOf(reply).checked[1]).toMatchObject({ input: 'raider', code: 'platform_unavailable' })
    expect(waitingOf(reply)).toEqual([])
  })
})

test('two moderators with the same list at once share the calls to Steam', async () => {
  const [one, other] = await answersToTwo(`/batch ${steam.world.ids.slice(0, 50).join(' ')}`)
  expect(one).toContain('📋 50 accounts\n')
  expect(other).toBe(one)
  expect([steam.calls.ids('summaries'), steam.calls.ids('bans')]).toEqual([50, 50])
})
