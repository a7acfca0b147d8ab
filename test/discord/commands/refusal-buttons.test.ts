import { expect, test } from 'vitest'
import { refusalMessages } from '../../../src/policy/discord/refusal-messages.ts'
import { textsFor } from '../../support/texts.ts'
import type { View } from '../../../src/discord/view.ts'
import { listExceptions } from '../../../src/policy/exceptions.ts'
import { noteRefusals, type ShownRefusal } from '../../../src/policy/refusals.ts'
import { answerTo } from '../../support/command-tests.ts'
import { NOW } from '../../support/fake-context.ts'
import { banBot } from '../../support/ban-bot.ts'
import { postView } from '../../support/posted-view.ts'
import { refusalOf } from '../../support/policy-records.ts'
import { ALICE } from '../../support/watch-tests.ts'

const texts = textsFor('en-US')
const MESSAGE = { roleId: null }

/** A bot whose policy has refused ALICE, and a message about that in the channel for alerts. */
async function botWithMessage(toView: (refusal: ShownRefusal) => View) {
  const bot = await banBot()
  const { guildId, discord, database, context } = bot
  await bot.save({ mode: 'enforce', rules: { maxVacBans: 0 } })
  await database.transaction((repositories) =>
    noteRefusals(repositories, [refusalOf({ guildId, at: NOW, steamId: ALICE, version: 2 })]),
  )
  const view = toView({
    steamId: ALICE,
    firstAt: NOW,
    lastAt: NOW,
    count: 1,
    mode: 'enforce',
    version: 2,
    reasons: [{ code: 'maxVacBans', text: '1 VAC ban' }],
    servers: ['EU'],
  })
  return { ...bot, ...(await postView(discord, view)), exceptions: () => listExceptions(context, guildId) }
}

const botWithRefusal = () =>
  botWithMessage((refusal) => refusalMessages.single(refusal, { name: 'Alice', avatar: '' }, MESSAGE, texts))

test('Exempt asks why and until when, lets the account in, and the message says so without a name and the note', async () => {
  const { message, manager, exceptions, discord } = await botWithRefusal()
  const anna = manager({ name: 'anna' })
  const opened = anna.press(message, 'Exempt')
  await opened.acknowledged()
  const submitted = opened.submit({ Note: 'brother of\nraider', Until: '30 days' })
  expect(await answerTo(submitted)).toContain('🚪 Always let in: ')
  expect(submitted.isEphemeral()).toBe(true)
  expect(await exceptions()).toMatchObject([
    { steamId: ALICE, reason: 'brother of raider', until: NOW + 30 * 86_400, addedBy: anna.id },
  ])
  await expect.poll(() => discord.message(message.id)?.text()).toMatch(/Refused: .*\n┃ 🚪 Always let in by us\n\[/)
})

test('Ban bans the account from a form, and the message says so', async () => {
  const { message, banner, find, discord } = await botWithRefusal()
  const opened = banner().press(message, 'Ban')
  await opened.untilModal()
  const banned = opened.submit({ Reason: 'aimbot', Note: '' })
  expect(await answerTo(banned)).toContain('is banned by us')
  expect(banned.isEphemeral()).toBe(true)
  expect(find(ALICE)).toEqual({ reason: 'aimbot', until: null })
  await expect.poll(() => discord.message(message.id)?.text()).toMatch(/Refused: .*\n┃ 🔨 Banned by us/)
})

test('the menu of a digest shows a refusal with its buttons to the user alone', async () => {
  const { message, manager, exceptions, expectUnchanged } = await botWithMessage((refusal) =>
    refusalMessages.digest([refusal], new Map([[ALICE, 'Alice']]), MESSAGE, texts),
  )
  const anna = manager()
  const shown = anna.select(message, 'Alice')
  expect(await answerTo(shown)).toMatch(/🛡️ Refused: .*\n┃ ⛔ 1 VAC ban/)
  expect(shown.isEphemeral()).toBe(true)
  const opened = anna.press(shown.message() ?? expect.fail('there is no message'), 'Exempt')
  await opened.acknowledged()
  expect(await answerTo(opened.submit({ Note: 'x' }))).toContain('🚪 Always let in: ')
  expect(await exceptions()).toHaveLength(1)
  expectUnchanged()
})

test('the menu of a digest leads to Ban, and to Lift ban for an account that is banned since', async () => {
  const { message, banner, find, endDoubleClicks } = await botWithMessage((refusal) =>
    refusalMessages.digest([refusal], new Map([[ALICE, 'Alice']]), MESSAGE, texts),
  )
  const user = banner()
  const select = async () => {
    const shown = user.select(message, 'Alice')
    await answerTo(shown)
    return shown
  }
  const form = (await select()).click('Ban')
  await form.untilModal()
  await form.submit({ Reason: 'bot', Note: '' }).until('is banned by us')
  endDoubleClicks()
  const banned = await select()
  expect(banned.buttons().map(({ label }) => label)).toEqual(['Exempt', 'Lift ban', 'Look up'])
  await banned.click('Lift ban').until('no longer banned')
  expect(find(ALICE)).toBeUndefined()
})

test('the menu of a digest of notices shows the notice, also beside a refusal of that day', async () => {
  const { message, moderator, database, guildId } = await botWithMessage((refusal) =>
    refusalMessages.digest([{ ...refusal, mode: 'notify' }], new Map(), MESSAGE, texts),
  )
  const notice = refusalOf({ guildId, at: NOW, steamId: ALICE, mode: 'notify', version: 2 })
  await database.transaction((repositories) => noteRefusals(repositories, [notice]))
  const shown = moderator().select(message, ALICE)
  expect(await answerTo(shown)).toMatch(/🔔 For your information: .*\n┃ ⛔ 1 VAC ban/)
  expect(shown.buttons().map(({ label }) => label)).toEqual(['Exempt', 'Ban', 'Look up'])
})
