import { describe, expect, test } from 'vitest'
import type { ModalValues } from '../../../packages/sim-discord/src/index.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { answerTo, followUpTo, submitForm } from '../../support/command-tests.ts'
import { cached } from '../../support/fake-context.ts'
import { encodeAs } from '../../support/encode.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB, CAROL, nth } from '../../support/watch-tests.ts'

describe('/watch import', () => {
  test('shows a preview of what is new, there, not understood and not found, and writes it after Confirm', async () => {
    const bot = await watchBot({ resolveVanityName: async (name) => cached(name === 'carol_' ? CAROL : null) })
    await bot.watch(ALICE)
    const user = bot.manager()
    const file = {
      name: 'raid.txt',
      data: `${ALICE}\n${BOB}\nhttps://steamcommunity.com/id/carol_\nhttps://steamcommunity.com/id/nobody_\n?? who was that\n`,
    }
    const reply = await submitForm(user.type('/watch import'), { reason: 'raid *group*', list: nth(1), file })
    const preview = await answerTo(reply)
    expect(preview).toContain('👁️ Import preview\n┃ 3 new accounts\n┃ Nothing is saved yet.\n┃ Note: raid *group*\n')
    expect(preview).toContain('1 account already on the list\n')
    expect(preview).toContain('❌ 1 line not recognized:\n┃ ?? who was that\n')
    expect(preview).toContain('❔ 1 custom URL or friend code that no account has:\n┃ nobody_\n')
    expect(reply.isEphemeral()).toBe(true)
    expect(await bot.list()).toHaveLength(1)

    const text = await reply.click('Confirm: add 3 accounts').until('added to the watch list')
    expect(text).toContain('👁️ 3 accounts added to the watch list\n')
    expect(text).toContain('4 of 1,000 in use')
    const added = (await bot.list()).filter(({ reason }) => reason === 'raid *group*')
    expect(new Set(added.map(({ steamId }) => steamId))).toEqual(new Set([BOB, CAROL, nth(1)]))
    expect(new Set(added.map(({ addedBy }) => addedBy))).toEqual(new Set([user.id]))
    expect(await bot.changes()).toMatchObject([
      ...[CAROL, BOB, nth(1)].map((steamId) => ({
        action: 'imported',
        userId: user.id,
        steamId,
        detail: 'raid *group*',
      })),
      { action: 'added' },
    ])
    expect(await answerTo(user.type('/log'))).toContain(`imported 3 accounts into the watch list · note: raid *group*`)
  })

  test('shows how the guessed encoding of a file spells it', async () => {
    const bot = await watchBot()
    const data = encodeAs(`${ALICE} Иван\n${BOB} Bob\n${CAROL} Волк\n`, 'windows-1251')
    const preview = async (file: Buffer | string) =>
      answerTo(
        await submitForm(bot.manager().type('/watch import'), { reason: 'x', file: { name: 'a.txt', data: file } }),
      )
    const english = await preview(data)
    expect(english).toContain('3 new accounts\n')
    expect(english).toContain(
      '\n┃ ❔ The file was read as Windows-1251, for example: Иван, Волк. If this is spelled wrong, save the file as UTF-8 and choose it again.\n',
    )
    expect(await preview(`${ALICE} Иван`)).not.toContain('was read as')
  })

  test('leaves out what is over the limit, and says so before and after', async () => {
    const bot = await watchBot({}, { limits: { maxPerGuild: 3, maxTotal: 100 } })
    const ids = Array.from({ length: 5 }, (_, index) => nth(index))
    const reply = await submitForm(bot.manager().type('/watch import'), { reason: 'x', list: ids.join(' ') })
    const preview = await answerTo(reply)
    expect(preview).toContain('3 new accounts\n')
    expect(preview).toContain('⚠️ 2 accounts left out: the list of a server has room for 3 entries.')
    await bot.watch(nth(50))
    await bot.watch(nth(0))
    const text = await reply.click('Confirm').until('added to the watch list')
    expect(text).toContain('1 account added to the watch list')
    expect(text).toContain('1 account already on the list.\n')
    // Two before, and one for which there is no room any more.
    expect(text).toContain('⚠️ 3 accounts left out: the list of a server has room for 3 entries.\n')
    expect(await bot.list()).toHaveLength(3)
  })

  test('asks Steam for at most 50 custom URLs, and names those it could not look up', async () => {
    let asked = 0
    const bot = await watchBot({
      resolveVanityName: async () => {
        asked += 1
        if (asked % 2 === 0) throw new RapsheetError('platform_unavailable', 'down')
        return cached(nth(asked))
      },
    })
    const data = Array.from({ length: 80 }, (_, index) => `https://steamcommunity.com/id/name_${index}`).join('\n')
    const reply = await submitForm(bot.manager().type('/watch import'), {
      reason: 'x',
      file: { name: 'names.txt', data },
    })
    const text = await answerTo(reply)
    expect(asked).toBe(50)
    expect(text).toContain('25 new accounts\n')
    expect(text).toContain(
      '❌ 30 custom URLs or friend codes left out, because one import looks up at most 50. Give the IDs instead, or import them afterwards:\n┃ name_50\n',
    )
    expect(text).toContain('… and 20 more')
    expect(text).toContain(
      '❔ 25 custom URLs or friend codes left out, because no look-up was possible now. Give the IDs instead, or try again later:\n┃ name_1\n',
    )
    const added = await reply.click('Confirm').until('added to the watch list')
    expect(added).toMatch(/❌ 30 custom URLs[^]*❔ 25 custom URLs/)
  })
})

describe('/watch import with bad input gets a private answer, and writes nothing:', () => {
  test.each([
    ['no accounts at all', {}, 'Nothing to look up'],
    ['text without an account', { list: '(who) was; that? !!' }, 'No account recognized'],
    [
      'a file of 20,000 lines',
      { file: { name: 'big.txt', data: Array.from({ length: 20_000 }, (_, index) => nth(index)).join('\n') } },
      'File too large\n┃ big.txt is larger than 256 KiB. Split it, or send only the part with the accounts.',
    ],
    [
      'a picture',
      { file: { name: 'a.png', data: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') } },
      'Not a text file',
    ],
    [
      'an empty file',
      { file: { name: 'empty.txt', data: '' } },
      'Nothing to look up\n┃ Enter accounts, attach a file, or both',
    ],
    ['a reason of invisible characters', { reason: '\u200B', list: ALICE }, 'No note given'],
  ])('%s', async (_, values: Exclude<ModalValues, string>, title) => {
    const bot = await watchBot()
    const reply = await submitForm(bot.manager().type('/watch import'), { reason: 'x', ...values })
    expect(await answerTo(reply)).toContain(`❌ ${title}`)
    expect(reply.isEphemeral()).toBe(true)
    expect(await bot.list()).toEqual([])
  })

  test('a Confirm button whose accounts are no longer kept', async () => {
    const bot = await watchBot()
    const custom_id = `v1:import:${'x'.repeat(16)}`
    const click = bot.manager().sendRaw({ type: 3, data: { custom_id, component_type: 2, id: 1 } })
    expect(await followUpTo(click)).toContain('This button is outdated')
    expect(await bot.list()).toEqual([])
  })
})
