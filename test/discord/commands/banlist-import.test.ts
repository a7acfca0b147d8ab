import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createListFileReader, type ListFileReader } from '../../../src/bans/formats/list-file-reader.ts'
import { CommandError } from '../../../src/discord/command-error.ts'
import type { ModalValues, SimUser } from '../../../packages/sim-discord/src/index.ts'
import { encodeAs } from '../../support/encode.ts'
import { answerTo, followUpTo, submitForm } from '../../support/command-tests.ts'
import { banBot } from '../../support/ban-bot.ts'
import { ALICE, BOB, CAROL, nth } from '../../support/watch-tests.ts'

const cfgOf = (...lines: string[]) => ({ file: { name: 'bans.cfg', data: lines.join('\r\n') } })
/** Submits a list in the form of the command. */
const importList = (user: SimUser, values: ModalValues) => submitForm(user.type('/banlist import'), values)
const MANY = Array.from({ length: 12 }, (_, index) => nth(index))

describe('/banlist import', () => {
  test('shows what a list would do, adds it after Confirm, and undo removes it', async () => {
    const bot = await banBot()
    const user = bot.owner()
    await answerTo(user.type(`/banlist add account:${ALICE} reason:bot`))
    const file = cfgOf(
      `banid ${ALICE} "A" "other" -1`,
      `banid ${BOB} "Bob" "wall *hack* @everyone" 12`,
      `banid ${CAROL} "Carol" "old" 1000000000`,
      `banid ${nth(1)} "N" "" -1`,
      'nonsense',
    )
    const reply = await importList(user, file)
    const preview = await answerTo(reply)
    expect(preview).toContain('Recognised as: the game’s bans.cfg\n┃ 2 new bans\n')
    expect(preview).toContain(
      `New bans:\n┃ • Bob \`${BOB}\` · wall *hack* @everyone · Until 15 November 2023 10:13\n┃ • N \`${nth(1)}\` · For good\n`,
    )
    expect(preview).toContain('1 ban on the list with another reason or end; it stays as it is\n')
    expect(preview).toContain('1 ban ended already, left out\n')
    expect(preview).toContain(
      '1 end is not a plain time; it is read as:\n┃ line 2: 12 → until 15 November 2023 10:13\n',
    )
    expect(preview).toContain('1 line not understood:\n┃ line 5: nonsense · no account\n')
    expect(preview).toContain('Nothing has been changed yet.')
    expect(bot.find(BOB)).toBeUndefined()

    const done = await reply.click('Confirm: add 2 bans').until('bans added')
    expect(done).toContain('🔨 Import 1: 2 bans added\n┃ 1 ban of the list was not added')
    expect(bot.find(BOB)).toEqual({ reason: 'wall *hack* @everyone', until: bot.time.now + 12 * 3_600 })
    expect(bot.find(ALICE)).toEqual({ reason: 'bot', until: null })

    await answerTo(user.type(`/banlist remove account:${nth(1)}`))
    const undo = user.type('/banlist undo')
    expect(await answerTo(undo)).toContain(`Undo import 1 with 1 ban?\n┃ Imported by @${user.name}`)
    expect(await undo.click('Confirm').until('undone')).toContain('Import 1 undone: 1 ban removed')
    expect(bot.find(BOB)).toBeUndefined()
    expect(bot.find(ALICE)).toEqual({ reason: 'bot', until: null })
    expect(await answerTo(user.type('/banlist undo'))).toContain(`@${user.name} undid the last one`)

    const log = await answerTo(user.type('/log'))
    expect(log).toContain(`@${user.name} undid import 1: 1 ban removed\n`)
    expect(log).toContain(`@${user.name} imported 2 bans (import 1)\n`)
    expect(log).toContain(`@${user.name} lifted the ban of N \`${nth(1)}\`\n`)
    expect(await answerTo(bot.banner().type('/log'))).toContain('imported 2 bans (import 1)')
  })

  test('in German, of a pasted text whose lines are mostly not understood, which come in a file', async () => {
    const bot = await banBot()
    const user = bot.owner({ locale: 'de' })
    const data = [`${ALICE} 1.2.3.4`, ...Array.from({ length: 8 }, (_, index) => `?? *${index}*`)].join('\n')
    const reply = await importList(user, { file: { name: 'liste.txt', data } })
    const preview = await answerTo(reply)
    expect(preview).toContain('Erkannt als: Text mit Konten, ohne Gründe\n┃ 1 neuer Ban\n')
    expect(preview).toContain('1 IP-Adresse ausgelassen')
    expect(preview).toContain('8 Zeilen nicht verstanden:\n┃ Zeile 2: ?? *0* · kein Konto\n')
    expect(reply.files().map(({ name, text }) => [name, text])).toEqual([
      ['left-out.txt', expect.stringContaining('9 (kein Konto): ?? *7*\n')],
    ])
    await reply.click('Abbrechen').until('Nichts wurde geändert')
    expect(bot.find(ALICE)).toBeUndefined()
  })

  test('refuses a list that does not fit, two lists at once, and a list without anything new', async () => {
    const bot = await banBot({}, { banLimits: { maxPerGuild: 11, maxTotal: 500 } })
    const user = bot.owner()
    const tooMany = await importList(user, { file: { name: 'a.txt', data: MANY.join('\n') } })
    expect(await answerTo(tooMany)).toContain('There is room for 11 entries. Nothing was changed.')
    expect(await answerTo(await importList(user, { list: ALICE, ...cfgOf('x') }))).toContain('not both')
    expect(await answerTo(await importList(user, {}))).toContain('No list given')
    await answerTo(user.type(`/banlist add account:${ALICE} reason:bot`))
    const known = await importList(user, { list: `banid ${ALICE} "" "bot" -1` })
    expect(await answerTo(known)).toContain('Nothing to add\n┃ • 1 ban on the list already')
    expect(known.buttons()).toEqual([])
  })

  test('of a large list that waits for its turn until the command has to end says so, and small lists do not wait', async () => {
    const listReader: ListFileReader = {
      ...createListFileReader(),
      inTurn: () => Promise.reject(new CommandError('too_slow')),
    }
    const bot = await banBot({}, { listReader })
    const user = bot.owner()
    const large = cfgOf(`# ${'x'.repeat(300_000)}`, `banid ${BOB} "Bob" "" -1`)
    const answer = await answerTo(await importList(user, large))
    expect(answer).toContain('The list was not read in time\n┃ Nothing was changed.')
    expect(await answerTo(await importList(user, { list: ALICE }))).toContain('1 new ban')
  })

  test('is a form for a file or a pasted list, which an error opens again', async () => {
    const bot = await banBot()
    const opened = bot.owner().type('/banlist import')
    expect(await opened.untilModal()).toMatchObject({
      title: 'Import of bans',
      fields: [
        { kind: 'file', label: 'File', isRequired: false },
        { kind: 'text', label: 'The list as text', isRequired: false, isLong: true, maxLength: 4_000 },
      ],
    })
    const file = { name: 'screenshot.png', data: Buffer.from('89504e470d0a1a0a0000', 'hex') }
    const failed = opened.submit({ file })
    expect(await answerTo(failed)).toContain('screenshot.png is not a text file')
    expect(failed.isEphemeral()).toBe(true)
    const again = failed.click('Edit and send again')
    expect((await again.untilModal()).title).toBe('Import of bans')
    expect(() => again.submit({ file: [file, file] })).toThrow('takes 0 to 1 files')
    const reply = again.submit({ list: `${ALICE}\n${BOB}` })
    expect(await answerTo(reply)).toContain('2 new bans')
    await reply.click('Confirm: add 2 bans').until('2 bans added')
    expect(bot.find(BOB)).toEqual({ reason: '', until: null })
  })

  test('takes a file of Discord only, and one list only, whatever is submitted', async () => {
    const bot = await banBot()
    const upload = (...urls: string[]) => {
      const attachments = urls.map((url, index) => ({
        id: `10000000000000000${index}`,
        filename: 'a.cfg',
        size: 9,
        url,
      }))
      const component = { type: 19, id: 2, custom_id: 'file', values: attachments.map(({ id }) => id) }
      const data = {
        custom_id: 'v1:banimportform',
        components: [{ type: 18, id: 1, component }],
        resolved: { attachments: Object.fromEntries(attachments.map((each) => [each.id, each])) },
      }
      return answerTo(bot.owner().sendRaw({ type: 5, data }))
    }
    expect(await upload('https://cdn.example/a.cfg')).toContain('a.cfg could not be downloaded from Discord')
    expect(await upload('https://cdn.example/a.cfg', 'https://cdn.example/b.cfg')).toContain('One list at a time')
  })

  test('counts all lines that were not understood, and all notes and ends', async () => {
    const bot = await banBot()
    const entries = MANY.map((steamId) => `${steamId},30d,${'x'.repeat(501)}\n`)
    const data = `steamid,until,note\n${entries.join('')}${'?,,\n'.repeat(3_000)}`
    const preview = await answerTo(await importList(bot.owner(), { file: { name: 'bans.csv', data } }))
    expect(preview).toContain('• 12 notes are longer than 500 characters and cut\n')
    expect(preview).toContain('12 ends are not plain times; they are read as:\n')
    expect(preview).toContain('line 7: 30d → until 14 December 2023')
    expect(preview).toContain('… and 6 more\n')
    expect(preview).toContain('3,000 lines not understood:\n')
    expect(preview).toContain('… and 2,994 more\n')
  })

  test('reads a compressed file', async () => {
    const bot = await banBot()
    const list = MANY.map((steamId) => `banid ${steamId} "" "" -1\n`).join('')
    const reply = await importList(bot.owner(), {
      file: { name: 'bans-1.cfg.gz', data: gzipSync(list) },
    })
    const preview = await answerTo(reply)
    expect(preview).toContain('12 new bans')
    expect(preview).toContain(`\`${nth(2)}\` · For good\n┃ … and 9 more\n`)
    expect(await reply.click('Confirm: add 12 bans').until('bans added')).toContain('12 bans added')
  })

  test.each([
    ['with more than 32 MiB in it', gzipSync(Buffer.alloc(32 * 1024 * 1024 + 1, '7')), 'is larger than 32 MiB'],
    ['that is damaged', gzipSync('x'.repeat(100)).subarray(0, 20), 'is not a text file'],
  ])('refuses a compressed file %s', async (_, data, problem) => {
    const bot = await banBot()
    const reply = await importList(bot.owner(), { file: { name: 'bans.gz', data } })
    expect(await answerTo(reply)).toContain(`bans.gz ${problem}`)
    expect(await answerTo(await importList(bot.owner(), { list: ALICE }))).toContain('1 new ban')
  })

  test('leaves accounts out that an exception lets in, also one that gets its exception after the preview', async () => {
    const bot = await banBot()
    const user = bot.owner()
    await answerTo(user.type(`/policy except account:${ALICE} decision:allow reason:friend`))
    const reply = await importList(user, {
      file: { name: 'list.txt', data: `${ALICE}\n${BOB}\n${CAROL}` },
    })
    const preview = await answerTo(reply)
    expect(preview).toContain('2 new bans\n')
    expect(preview).toContain('1 account with an exception left out; /banlist add bans it and replaces the exception')
    await answerTo(user.type(`/policy except account:${BOB} decision:allow reason:friend`))
    expect(await reply.click('Confirm: add 2 bans').until('added')).toContain('Import 1: 1 ban added')
    expect([ALICE, BOB, CAROL].map((steamId) => bot.find(steamId) !== undefined)).toEqual([false, false, true])
  })

  test('that two people confirm adds each ban once, and tells the second that nothing was left', async () => {
    const bot = await banBot()
    const first = await importList(bot.owner(), { list: BOB })
    const second = await importList(bot.owner(), { list: BOB })
    for (const reply of [first, second]) await answerTo(reply)
    expect(await first.click('Confirm').until('added')).toContain('Import 1: 1 ban added')
    expect(await followUpTo(second.click('Confirm'))).toContain('Nothing to import')
  })
})

describe('/banlist import of a list in an encoding of Windows', () => {
  const LINES = [
    `banid ${ALICE} "Alice" "aimbot" -1`,
    `banid ${BOB} "Иван" "читер" -1`,
    `banid ${CAROL} "Carol" "причина: мат" 31.02.2027`,
  ].join('\r\n')
  const file = { name: 'bans.cfg', data: encodeAs(LINES, 'windows-1251') }
  const SPELLED = 'The encoding of the list was guessed: Windows-1251. If this is spelled wrong, save the file as UTF-8'

  test('shows how it spells names and reasons, and adds them as shown', async () => {
    const bot = await banBot()
    const reply = await importList(bot.owner(), { file })
    const preview = await answerTo(reply)
    expect(preview).toContain(`${SPELLED} and import it again:\n┃ line 2: Иван · читер\n`)
    expect(preview).not.toContain('line 1:')
    await reply.click('Confirm: add').until('added')
    expect(bot.find(BOB)).toEqual({ reason: 'читер', until: null })
  })
})

describe('/banlist import of entries that a moderator has to decide', () => {
  const list = [
    `banid ${ALICE} "" "" -1`,
    `banid ${BOB} "Bob" "" 31.02.2027`,
    `I met ${CAROL} yesterday`,
    `banid ${nth(7)} "" "" soon`,
    `unban ${nth(7)}`,
    `unban ${nth(1)}`,
    `ownerid ${nth(2)} "C" "x"`,
  ].join('\n')
  const isBanned = (bot: Awaited<ReturnType<typeof banBot>>) =>
    [ALICE, BOB, CAROL, nth(7)].map((steamId) => bot.find(steamId) !== undefined)

  test('leaves them out, counts what is no ban, and says why', async () => {
    const bot = await banBot()
    const reply = await importList(bot.owner(), { list })
    const preview = await answerTo(reply)
    expect(preview).toContain('1 new ban\n')
    expect(preview).toContain('• 2 entries say that a ban was lifted, left out\n')
    expect(preview).toContain('• 1 entry is about owners or moderators of a game server, left out\n')
    expect(preview).toContain(
      `1 ban has an end that was not read; it is left out:\n┃ line 2: Bob \`${BOB}\` · 31.02.2027\n`,
    )
    expect(preview).toContain(
      `The list does not say whether 2 accounts are banned; they are left out:\n┃ line 3: \`${CAROL}\` · I met ${CAROL} yesterday\n┃ line 4: \`${nth(7)}\` · soon · banid ${nth(7)} "" "" soon\n`,
    )
    await reply.click('Confirm: add 1 ban').until('1 ban added')
    expect(isBanned(bot)).toEqual([true, false, false, false])
  })

  test('says that accounts whose ban it lifts stay banned here, if there are any', async () => {
    const bot = await banBot()
    const user = bot.owner()
    const preview = async () => answerTo(await importList(user, { list }))
    expect(await preview()).not.toContain('banned by us')
    // An account that the list both bans and lifts is asked about instead.
    await answerTo(user.type(`/banlist add account:"${nth(1)} ${nth(7)} ${CAROL}" reason:bot`))
    expect(await preview()).toContain(
      '• 2 entries say that a ban was lifted, left out\n┃ • 1 account whose ban the list lifts is banned by us and stays so: an import lifts no bans\n',
    )
  })

  test('a button takes them, shows what is imported then, and takes them back', async () => {
    const bot = await banBot()
    const reply = await importList(bot.owner(), { list })
    await answerTo(reply)
    expect(await reply.click('⬜ Ban these for good').until('Confirm: add 2 bans')).toContain(
      '1 ban has an end that was not read; it is added for good:',
    )
    expect(await reply.click('⬜ Ban unclear accounts too').until('Confirm: add 4 bans')).toContain(
      '2 bans have ends that were not read; they are added for good:',
    )
    const preview = await reply.click('☑️ Ban these for good').until('Confirm: add 2 bans')
    expect(preview).toContain('2 bans have ends that were not read; they are left out:')
    expect(preview).toContain('The list does not say whether 1 account is banned; it is banned too:')
    expect(isBanned(bot)).toEqual([false, false, false, false])
    await reply.click('Confirm: add 2 bans').until('2 bans added')
    expect(isBanned(bot)).toEqual([true, false, true, false])
  })

  test('can be the whole list, of which nothing is confirmed without a choice', async () => {
    const bot = await banBot()
    const reply = await importList(bot.owner(), { list: `banid ${BOB} "" "" soon` })
    expect(await answerTo(reply)).toContain('Nothing to add without your decision\n')
    expect(reply.buttons()[0]).toMatchObject({ label: 'Confirm: add 0 bans', disabled: true })
    await reply.click('Ban these for good').until('Confirm: add 1 ban')
  })

  test('of ids that a spreadsheet has rounded confirms nothing', async () => {
    const bot = await banBot()
    const rounded = [1, 2, 3, 4, 5].map((digit) => `7656119800007${digit}000`)
    const reply = await importList(bot.owner(), { list: rounded.join('\n') })
    expect(await answerTo(reply)).toContain(
      'Nothing can be imported: a spreadsheet program has probably rounded the ids',
    )
    expect(reply.buttons()).toEqual([])
  })
})

test('/banlist export is in the log, and its file can be imported again', async () => {
  const bot = await banBot()
  const user = bot.owner()
  await answerTo(
    user.type(`/banlist add account:"${MANY.join(' ')}" reason:"say \\"hi\\"" until:"30 days" note:"ticket 7"`),
  )
  const exported = user.type('/banlist export format:csv')
  expect(await answerTo(exported)).toContain('Export of 12 bans')
  const [file] = exported.files()
  expect(file?.name).toBe('bans.csv')
  expect(await bot.changes()).toContainEqual(
    expect.objectContaining({ action: 'bans_exported', userId: user.id, detail: '12 csv' }),
  )
  const [lifted = ''] = MANY
  await answerTo(user.type(`/banlist remove account:${lifted}`))
  const preview = await importList(user, { file: { name: 'again', data: file?.text ?? '' } })
  expect(await answerTo(preview)).toContain('1 new ban\n┃ • 11 bans on the list already')
  await preview.click('Confirm: add 1 ban').until('Import 1: 1 ban added')
  const [again] = await bot.context.database.read(({ bans }) => bans.activeOf(bot.guildId, [lifted], bot.time.now))
  expect(again).toMatchObject({
    reason: 'say "hi"',
    until: bot.time.now + 30 * 86_400,
    note: 'ticket 7',
  })
})
