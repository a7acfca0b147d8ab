import { describe, expect, test } from 'vitest'
import { answerTo, submitForm } from '../../support/command-tests.ts'
import { banBot } from '../../support/ban-bot.ts'

describe('/settings reasons', () => {
  test('shows that there are none yet, and keeps those that are written into one form', async () => {
    const bot = await banBot()
    const user = bot.owner()
    const reply = user.type('/settings reasons')
    const empty = await answerTo(reply)
    expect(empty).toContain('📋 Usual reasons for bans\n┃ There are none yet. Edit takes up to 25, one a line')
    expect(reply.isEphemeral()).toBe(true)
    const form = reply.click('Edit')
    const { title, fields } = await form.untilModal()
    expect([title, ...fields.map(({ label, value }) => [label, value])]).toEqual([
      'Usual reasons for bans',
      ['One reason a line', ''],
    ])
    const saved = await form.submit('toxic | 7 days\n*cheating* | for good').until('Saved.')
    expect(saved).toContain('Saved.\n┃ • toxic · 7 days\n┃ • *cheating* · for good\n')
    const again = bot.owner({ locale: 'de' }).type('/settings reasons')
    expect(await answerTo(again)).toContain('Übliche Gründe für Bans\n┃ • toxic · 7 Tage\n┃ • *cheating* · auf Dauer\n')
    expect((await again.click('Ändern').untilModal()).fields[0]?.value).toBe('toxic | 7d\n*cheating*')
  })

  test('a wrong line is refused with its text, and everything that was typed can be edited and sent again', async () => {
    const bot = await banBot()
    const reply = bot.owner().type('/settings reasons')
    await answerTo(reply)
    const failed = await submitForm(reply.click('Edit'), 'toxic | 7d\nracism | banana')
    expect(await failed.until('A line is wrong')).toContain('I cannot read the end in racism | banana.')
    const again = failed.click('Edit and send again')
    expect((await again.untilModal()).fields[0]?.value).toBe('toxic | 7d\nracism | banana')
    await again.submit('toxic | 7d\nracism | 30d').until('• racism · 30 days')
  })

  test('whoever opened the form first is told that somebody else has changed them, and can put theirs in place', async () => {
    const bot = await banBot()
    const first = bot.owner().type('/settings reasons')
    await answerTo(first)
    const form = first.click('Edit')
    await form.untilModal()
    const other = bot.owner().type('/settings reasons')
    await answerTo(other)
    await (await submitForm(other.click('Edit'), 'racism')).until('• racism')
    const failed = form.submit('toxic')
    expect(await failed.until('Changed by someone else')).toContain('Nothing of yours was saved.')
    await (await submitForm(failed.click('Edit and send again'), 'toxic\nracism')).until('• toxic')
  })

  test('is in the log for every moderator, in words and in the file', async () => {
    const bot = await banBot()
    const user = bot.owner()
    const reply = user.type('/settings reasons')
    await answerTo(reply)
    await (await submitForm(reply.click('Edit'), 'toxic | 7d\ncheating')).until('Saved.')
    const log = bot.moderator().type('/log')
    expect(await answerTo(log)).toContain('set the usual reasons for bans · toxic | 7d · cheating')
    expect(log.message()?.files()[0]?.text).toContain(',reasons set,,,,,"toxic | 7d\ncheating",')
  })
})
