import { describe, expect, test } from 'vitest'
import { answerTo, followUpTo, submitForm } from '../../support/command-tests.ts'
import { banBot } from '../../support/ban-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const DAY = 86_400

async function botWithBan() {
  const bot = await banBot({
    resolveVanityName: async (name) => ({ value: name === 'raider' ? ALICE : null, fetchedAt: 0, expiresAt: 0 }),
  })
  const [anna, ben] = [bot.banner({ name: 'anna' }), bot.banner({ name: 'ben' })]
  await answerTo(anna.type(`/banlist add account:${ALICE} reason:aimbot note:"ticket 7" until:30d`))
  bot.time.now += 60
  const stored = async () =>
    (await bot.context.database.read(({ bans }) => bans.activeOf(bot.guildId, [ALICE], bot.time.now)))[0]
  return { ...bot, anna, ben, stored }
}

describe('Edit of a ban', () => {
  test('opens its form filled in, keeps what is not changed, and who banned when; the log says before and after', async () => {
    const bot = await botWithBan()
    const before = await bot.stored()
    const opened = bot.ben.type(`/banlist edit account:${ALICE}`)
    const { title, fields } = await opened.untilModal()
    expect(title).toBe(`Edit name of ${ALICE}`)
    expect(fields.map(({ label, value }) => [label, value])).toEqual([
      ['Reason', 'aimbot'],
      ['Until', ''],
      ['Another end', ''],
      ['Note', 'ticket 7'],
    ])
    expect(fields[1]?.options?.find(({ isDefault }) => isDefault)?.label).toBe('14 December 2023 22:13 (UTC)')
    const edited = opened.submit({ Reason: 'walls' })
    expect(await answerTo(edited)).toMatch(
      /✏️ The ban of .* is changed\n┃ Banned by us until .* · walls · @anna · since /,
    )
    expect(await bot.stored()).toEqual({ ...before, id: expect.any(Number), reason: 'walls' })
    expect(bot.find(ALICE)?.reason).toBe('walls')
    const again = bot.ben.type(`/banlist edit account:${ALICE}`)
    await again.untilModal()
    await answerTo(again.submit({ Until: '1 day' }))
    const log = await answerTo(bot.owner().type('/log'))
    expect(log).toContain('· walls · before: aimbot · until 14 December 2023 22:13\n')
    expect(log).toContain('· walls · until 15 November 2023 22:14 · before: until 14 December 2023 22:13\n')
    expect(await followUpTo(edited.click('Undo'))).toContain('@ben has changed')
    expect(bot.find(ALICE)).toEqual({ reason: 'walls', until: bot.time.now + DAY })
  })

  test('from the menu of a card takes the place of the card, which would show the ban as it was', async () => {
    const bot = await botWithBan()
    const card = bot.ben.type(`/lookup ${ALICE}`)
    await answerTo(card)
    const form = card.select('Edit ban')
    await form.untilModal()
    await form.submit({ Reason: 'walls' }).until('is changed')
    expect(card.text()).toContain('· walls ·')
    expect(card.followUps()).toEqual([])
  })

  test('is undone with one click', async () => {
    const bot = await botWithBan()
    const before = await bot.stored()
    const opened = bot.ben.type(`/banlist edit account:${ALICE}`)
    await opened.untilModal()
    const edited = opened.submit({ Reason: 'walls', Until: 'No end', Note: '' })
    await answerTo(edited)
    expect(await bot.stored()).toMatchObject({ reason: 'walls', note: '', until: null })
    await edited.click('Undo').until('Undone')
    expect(await bot.stored()).toEqual({ ...before, id: expect.any(Number) })
  })

  test('of two at once, the second is told who was first, and loses nothing', async () => {
    const bot = await botWithBan()
    const opened = [bot.anna, bot.ben].map((user) => user.type(`/banlist edit account:${ALICE}`))
    for (const each of opened) await each.untilModal()
    await answerTo(opened[0]!.submit({ Reason: 'first' }))
    const late = opened[1]!.submit({ Reason: 'second' })
    expect(await answerTo(late)).toContain('Changed by someone else\n┃ @anna changed this entry')
    expect(bot.find(ALICE)?.reason).toBe('first')
    const again = late.click('Edit and send again')
    expect((await again.untilModal()).fields[0]?.value).toBe('second')
    await again.submit({}).until('is changed')
    expect(bot.find(ALICE)?.reason).toBe('second')
  })

  test('of an imported ban without a reason needs none, and keeps that it has none', async () => {
    const bot = await banBot()
    const owner = bot.owner()
    const preview = await submitForm(owner.type('/banlist import'), { list: ALICE })
    await answerTo(preview)
    await preview.click('Confirm').until('1 ban added')
    const opened = owner.type(`/banlist edit account:${ALICE}`)
    await opened.untilModal()
    await answerTo(opened.submit({ Note: 'seen again' }))
    const stored = await bot.context.database.read(({ bans }) => bans.activeOf(bot.guildId, [ALICE], bot.time.now))
    expect(stored).toMatchObject([{ reason: '', note: 'seen again' }])
  })

  test('of an account by its custom URL shows the ban first; of one that is not banned says so', async () => {
    const bot = await botWithBan()
    const shown = bot.ben.type('/banlist edit account:raider')
    expect(await answerTo(shown)).toContain('aimbot')
    expect((await shown.click('Edit ban').untilModal()).fields[0]?.value).toBe('aimbot')
    expect(await answerTo(bot.ben.type(`/banlist edit account:${BOB}`))).toContain('Not banned by us')
    expect(await answerTo(bot.moderator().type(`/banlist edit account:${ALICE}`))).toContain('Ban Members')
  })
})

test('Edit of a watch entry opens its form filled in, and the log says before and after', async () => {
  const bot = await banBot()
  const [anna, ben] = [bot.moderator({ name: 'anna' }), bot.moderator({ name: 'ben' })]
  await bot.watch(ALICE, { userId: anna.id })
  const [before] = await bot.list()
  const opened = ben.type(`/watch edit account:${ALICE}`)
  const { fields } = await opened.untilModal()
  expect(fields.map(({ label, value }) => [label, value])).toEqual([
    ['Note', 'aimbot'],
    ['Until', ''],
    ['Another end', ''],
  ])
  const edited = opened.submit({ Note: 'walls', Until: '30 days' })
  expect(await answerTo(edited)).toMatch(/is changed\n┃ Note: walls\n[^]*added by @anna/)
  expect(await bot.list()).toEqual([{ ...before, reason: 'walls', until: bot.time.now + 30 * DAY }])
  expect(await answerTo(bot.owner().type('/log'))).toContain(`· note: walls · before: aimbot`)
  await edited.click('Undo').until('Undone')
  expect(await bot.list()).toEqual([before])
  // Two at once: the second is told who was first, and loses nothing.
  const both = [anna, ben].map((user) => user.type(`/watch edit account:${ALICE}`))
  for (const each of both) await each.untilModal()
  await answerTo(both[0]!.submit({ Note: 'first' }))
  const late = both[1]!.submit({ Note: 'second' })
  expect(await answerTo(late)).toContain('Changed by someone else\n┃ @anna changed this entry')
  expect(await bot.list()).toMatchObject([{ reason: 'first' }])
  const again = late.click('Edit and send again')
  expect((await again.untilModal()).fields[0]?.value).toBe('second')
  await again.submit({}).until('is changed')
  expect(await bot.list()).toMatchObject([{ reason: 'second' }])
  const card = ben.type(`/lookup ${ALICE}`)
  await answerTo(card)
  expect((await card.select('Watch list · Edit').untilModal()).fields[0]?.value).toBe('second')
  expect(await answerTo(ben.type(`/watch edit account:${BOB}`))).toContain('Not on the watch list')
})

test.each([
  ['/banlist edit', 'banlist add', 'Banned by us'],
  ['/banlist remove', 'banlist add', 'no longer banned'],
  ['/watch edit', 'watch add', 'Note: aimbot'],
  ['/watch remove', 'watch add', 'Note: aimbot'],
])('%s of a custom URL says how the account was found', async (command, added, shown) => {
  const bot = await botWithBan()
  if (added === 'watch add') await answerTo(bot.anna.type(`/watch add account:${ALICE} reason:aimbot`))
  const text = await bot.anna.type(`${command} account:raider`).until(shown)
  expect(text).toContain('🔗 Found by custom URL raider: check that this is the player you mean.')
})
