import { describe, expect, test } from 'vitest'
import type { SimUser } from '../../../packages/sim-discord/src/index.ts'
import { LANGUAGES } from '../../../src/model/language.ts'
import { answerTo, submitForm } from '../../support/command-tests.ts'
import { banBot } from '../../support/ban-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const DAY = 86_400

/** A bot in a server with these usual reasons, each on a line. */
async function botWithReasons(reasons: string) {
  const bot = await banBot()
  const keep = async (text: string) => {
    const reply = bot.owner().type('/settings reasons')
    await answerTo(reply)
    await (await submitForm(reply.click('Edit'), text)).until('Saved.')
  }
  await keep(reasons)
  return { ...bot, keep }
}
type Bot = Awaited<ReturnType<typeof botWithReasons>>

/** The form that the button below a look-up opens, in one of the languages of users. */
async function openForm(bot: Bot, steamId = ALICE) {
  const card = bot.banner().type(`/lookup account:${steamId}`)
  await answerTo(card)
  return card.click('Ban')
}

describe('the form that bans, in a server with usual reasons', () => {
  test('has a menu of them with their ends, and bans until the usual end', async () => {
    const bot = await botWithReasons('toxic | 7d\ncheating')
    const form = await openForm(bot)
    const { fields, texts } = await form.untilModal()
    expect(texts).toEqual([])
    expect(fields.map(({ label, kind, isRequired }) => [label, kind, isRequired])).toEqual([
      ['Reason', 'menu', false],
      ['Another reason', 'text', false],
      ['Until', 'menu', true],
      ['Another end', 'text', false],
      ['Note', 'text', false],
    ])
    expect(fields[0]?.options?.map(({ label, description }) => [label, description])).toEqual([
      ['toxic', '7 days'],
      ['cheating', 'for good'],
      ['Another reason', undefined],
    ])
    expect(fields[2]?.options?.slice(0, 2)).toMatchObject([
      { label: 'As usual for this reason', isDefault: true },
      { label: 'No end', isDefault: false },
    ])
    await form.submit({ Reason: 'toxic', Note: 'ticket 7' }).until('is banned by us')
    expect(bot.find(ALICE)).toEqual({ reason: 'toxic', until: bot.time.now + 7 * DAY })
    await (await submitForm(await openForm(bot, BOB), { Reason: 'cheating' })).until('is banned by us')
    expect(bot.find(BOB)).toEqual({ reason: 'cheating', until: null })
  })

  test.each([
    ['No end', '', null],
    ['3 days', '', 3],
    ['As usual for this reason', '2w', 14],
    ['3 days', '2w', 14],
  ])('bans until another end where one is given: %s, %j', async (chosen, typed, days) => {
    const bot = await botWithReasons('toxic | 7d')
    const values = { Reason: 'toxic', Until: chosen, 'Another end': typed }
    await (await submitForm(await openForm(bot), values)).until('is banned by us')
    expect(bot.find(ALICE)).toEqual({ reason: 'toxic', until: days === null ? null : bot.time.now + days * DAY })
  })

  test.each([
    ['spam', 'Another reason', null],
    ['spam', 'toxic', null],
    // It is one of the usual reasons, so it ends as usual.
    ['Toxic', 'Another reason', 7],
  ])('another reason that is typed (%s) counts before what is chosen (%s)', async (typed, chosen, days) => {
    const bot = await botWithReasons('toxic | 7d')
    const values = { Reason: chosen, 'Another reason': typed }
    await (await submitForm(await openForm(bot), values)).until('is banned by us')
    expect(bot.find(ALICE)).toEqual({ reason: typed, until: days === null ? null : bot.time.now + days * DAY })
  })

  test('bans with the reason and the end that were shown, although these have been changed in the meantime', async () => {
    const bot = await botWithReasons('toxic | 7d')
    const form = await openForm(bot)
    await form.untilModal()
    await bot.keep('toxicity | 30d')
    await form.submit({ Reason: 'toxic' }).until('is banned by us')
    expect(bot.find(ALICE)).toEqual({ reason: 'toxic', until: bot.time.now + 7 * DAY })
    const { fields } = await (await openForm(bot, BOB)).untilModal()
    expect(fields[0]?.options?.map(({ label }) => label)).toEqual(['toxicity', 'Another reason'])
  })

  test.each([{}, { Reason: 'Another reason', 'Another reason': '  ' }])(
    'asks for a reason where none is given (%j), and keeps what was typed',
    async (values) => {
      const bot = await botWithReasons('toxic | 7d')
      const failed = await submitForm(await openForm(bot), { ...values, Until: '3 days', Note: 'ticket 7' })
      expect(await failed.until('A reason is missing')).toContain('Nobody was banned.')
      expect(bot.find(ALICE)).toBeUndefined()
      const again = failed.click('Edit and send again')
      const { fields } = await again.untilModal()
      expect(fields[4]?.value).toBe('ticket 7')
      expect(fields[2]?.options?.find(({ isDefault }) => isDefault)?.label).toBe('3 days')
      await again.submit({ Reason: 'toxic' }).until('is banned by us')
      expect(bot.find(ALICE)).toEqual({ reason: 'toxic', until: bot.time.now + 3 * DAY })
    },
  )

  test('keeps the chosen reason when an end cannot be read', async () => {
    const bot = await botWithReasons('toxic behaviour | 7d')
    const failed = await submitForm(await openForm(bot), { Reason: 'toxic behaviour', 'Another end': 'soon' })
    await failed.until('I cannot read the end soon.')
    const again = failed.click('Edit and send again')
    expect((await again.untilModal()).fields[0]?.options?.[0]).toMatchObject({ isDefault: true })
    await again.submit({ 'Another end': '' }).until('is banned by us')
    expect(bot.find(ALICE)).toEqual({ reason: 'toxic behaviour', until: bot.time.now + 7 * DAY })
  })

  test('has room for 25, beside which another reason is typed without choosing one', async () => {
    const bot = await botWithReasons(Array.from({ length: 25 }, (_, index) => `reason ${index} | 7d`).join('\n'))
    const form = bot.banner().type(`/banlist add account:"${ALICE} ${BOB}"`)
    const { fields } = await form.untilModal()
    expect(fields[0]?.options?.map(({ label }) => label).at(-1)).toBe('reason 24')
    expect(fields[0]?.options).toHaveLength(25)
    await form.submit({ 'Another reason': 'raid' }).until('2 accounts banned by us')
    for (const steamId of [ALICE, BOB]) expect(bot.find(steamId)).toEqual({ reason: 'raid', until: null })
  })
})

describe('/banlist add in a server with usual reasons', () => {
  test.each([
    ['reason:toxic', 7],
    ['reason:TOXIC', 7],
    ['reason:toxic until:1d', 1],
    ['reason:toxic until:"for good"', null],
    ['reason:toxic until:навсегда', null],
    ['reason:spam', null],
  ])('%s bans until the usual end, unless another one is given', async (options, days) => {
    const bot = await botWithReasons('toxic | 7d')
    await answerTo(bot.banner().type(`/banlist add account:${ALICE} ${options}`))
    expect(bot.find(ALICE)?.until).toBe(days === null ? null : bot.time.now + days * DAY)
  })
})

describe('the choices for the reason of /banlist add', () => {
  /** What Discord offers to a user who has typed the beginning of a reason. */
  async function choicesFor(user: SimUser, reason = ''): Promise<{ name: string; value: string }[]> {
    const reply = user.autocomplete('banlist', 'reason', { subcommands: ['add'], options: { account: ALICE, reason } })
    await reply.acknowledged()
    return (reply.answer() as { choices: { name: string; value: string }[] }).choices
  }

  test('are the usual reasons with their ends, and of these the ones with the typed text', async () => {
    const bot = await botWithReasons('Toxic | 7d\ncheating\nracism | 30d')
    const user = bot.banner({ locale: 'de' })
    expect(await choicesFor(user)).toEqual([
      { name: 'Toxic · 7 Tage', value: 'Toxic' },
      { name: 'cheating · auf Dauer', value: 'cheating' },
      { name: 'racism · 30 Tage', value: 'racism' },
    ])
    expect(await choicesFor(user, ' TOX')).toEqual([{ name: 'Toxic · 7 Tage', value: 'Toxic' }])
    expect(await choicesFor(user, 'a reason that is none of them')).toEqual([])
    await bot.keep('spam | 1d')
    expect(await choicesFor(user)).toEqual([{ name: 'spam · 1 Tag', value: 'spam' }])
  })

  test('are none in a server that has none, for members who may not ban, and where the server has not installed the bot', async () => {
    expect(await choicesFor((await banBot()).banner())).toEqual([])
    const bot = await botWithReasons('toxic')
    expect(await choicesFor(bot.owner())).toHaveLength(1)
    expect(await choicesFor(bot.moderator())).toEqual([])
    expect(await choicesFor(bot.manager())).toEqual([])
    const elsewhere = bot.banner({ hasInstalled: true })
    const reply = elsewhere.sendRaw({
      type: 4,
      authorizing_integration_owners: { 1: elsewhere.id },
      data: {
        id: '1',
        name: 'banlist',
        type: 1,
        options: [{ type: 1, name: 'add', options: [{ type: 3, name: 'reason', value: '', focused: true }] }],
      },
    })
    await reply.acknowledged()
    expect(reply.answer()).toEqual({ choices: [] })
  })

  test.each(LANGUAGES)('are within the limits of Discord with the longest reasons (%s)', async (locale) => {
    const lines = Array.from({ length: 25 }, (_, index) => `${`${index} `.padEnd(80, '*')} | 87600h`)
    const bot = await botWithReasons(lines.join('\n'))
    // The simulated Discord refuses longer ones.
    expect(await choicesFor(bot.banner({ locale }))).toHaveLength(25)
  })
})
