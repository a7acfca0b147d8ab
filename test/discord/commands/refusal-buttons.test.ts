import { Routes } from 'discord.js'
import { expect, test } from 'vitest'
import { createBotApi } from '../../../src/discord/bot-api.ts'
import { toMessageRequest } from '../../../src/outbox/discord/message-request.ts'
import { refusalMessages } from '../../../src/policy/discord/refusal-messages.ts'
import { textsFor } from '../../support/texts.ts'
import type { View } from '../../../src/discord/view.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { listExceptions } from '../../../src/policy/exceptions.ts'
import { noteRefusals, type ShownRefusal } from '../../../src/policy/refusals.ts'
import { answerTo } from '../../support/command-tests.ts'
import { NOW } from '../../support/fake-context.ts'
import { banAccounts } from '../../../src/policy/ban-accounts.ts'
import { banBot } from '../../support/ban-bot.ts'
import { refusalOf } from '../../support/policy-records.ts'
import { ALICE } from '../../support/watch-tests.ts'

const texts = textsFor('en-US')
const identity = { nonce: 'AbCdEfGhIjKlMnOpQrStUvWxY', roleId: null }

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
  const channelId = discord.guild().createChannel({ name: 'alerts' })
  const api = createBotApi({ token: discord.token, apiUrl: discord.apiUrl, clock: systemClock })
  const { files, body } = toMessageRequest(identity, view)
  await api.post(Routes.channelMessages(channelId), { body, files, signal: AbortSignal.timeout(5_000) })
  const message = discord.channel(channelId)[0] ?? expect.fail('there is no message')
  const before = message.text()
  return {
    ...bot,
    message,
    exceptions: () => listExceptions(context, guildId),
    /** Expects that the message in the channel is the only one, and as it was. */
    expectUnchanged: () => expect(discord.channel(channelId).map((each) => each.text())).toEqual([before]),
  }
}

const botWithRefusal = () =>
  botWithMessage((refusal) => refusalMessages.single(refusal, { name: 'Alice', avatar: '' }, identity, texts))

test('Exempt asks why and until when, lets the account in, and leaves the message as it is', async () => {
  const { message, manager, exceptions, expectUnchanged } = await botWithRefusal()
  const anna = manager({ name: 'anna' })
  const opened = anna.press(message, 'Exempt')
  await opened.acknowledged()
  const submitted = opened.submit({ Note: 'brother of\nraider', Until: '30 days' })
  expect(await answerTo(submitted)).toContain('🚪 Always let in: ')
  expect(submitted.isEphemeral()).toBe(true)
  expect(await exceptions()).toMatchObject([
    { steamId: ALICE, reason: 'brother of raider', until: NOW + 30 * 86_400, addedBy: anna.id },
  ])
  expectUnchanged()
})

test('Exempt keeps the note when the end is wrong: the form opens again with both', async () => {
  const { message, manager, exceptions } = await botWithRefusal()
  const opened = manager({ locale: 'de' }).press(message, 'Exempt')
  await opened.untilModal()
  const failed = opened.submit({ Notiz: 'Bruder von *raider*', 'Anderes Ende': 'später' })
  await answerTo(failed)
  const again = failed.click('Ändern und nochmal senden')
  const { title, fields } = await again.untilModal()
  expect(title).toBe('Ein Konto immer einlassen')
  expect(fields.map(({ label, value }) => [label, value])).toEqual([
    ['Konto', ALICE],
    ['Notiz', 'Bruder von *raider*'],
    ['Bis', ''],
    ['Anderes Ende', 'später'],
  ])
  expect(await answerTo(again.submit({ Bis: '30 Tage', 'Anderes Ende': '' }))).toContain('🚪 Immer eingelassen: ')
  expect(await exceptions()).toMatchObject([
    { steamId: ALICE, reason: 'Bruder von *raider*', until: NOW + 30 * 86_400 },
  ])
})

test('Exempt needs Manage Server, when it is pressed and when the form is sent', async () => {
  const { message, moderator, exceptions, expectUnchanged } = await botWithRefusal()
  const pressed = moderator().press(message, 'Exempt')
  expect(await answerTo(pressed)).toContain('You need the permission Manage Server')
  expect(pressed.isEphemeral()).toBe(true)
  // Simulates that the permission was taken away while the form was open.
  const component = { type: 4, id: 2, custom_id: 'reason', value: 'x' }
  const data = { custom_id: `v1:policyexempt:${ALICE}`, components: [{ type: 18, id: 1, component }] }
  const submitted = moderator().sendRaw({ type: 5, data, message: message.wire() })
  expect(await answerTo(submitted)).toContain('You need the permission Manage Server')
  expect(await exceptions()).toEqual([])
  expectUnchanged()
})

test('Ban here bans the account from a form, is for members with Ban Members, and leaves the message as it is', async () => {
  const { message, manager, banner, find, expectUnchanged } = await botWithRefusal()
  expect(await answerTo(manager().press(message, 'Ban here'))).toContain('You need the permission Ban Members')
  const opened = banner().press(message, 'Ban here')
  await opened.untilModal()
  const banned = opened.submit({ Reason: 'aimbot', Note: '' })
  expect(await answerTo(banned)).toContain('is banned here')
  expect(banned.isEphemeral()).toBe(true)
  expect(find(ALICE)).toEqual({ reason: 'aimbot', until: null })
  expectUnchanged()
})

test('the menu of a digest shows a refusal with its buttons to the user alone', async () => {
  const { message, manager, exceptions, expectUnchanged } = await botWithMessage((refusal) =>
    refusalMessages.digest([refusal], new Map([[ALICE, 'Alice']]), identity, texts),
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

test('the menu of a digest leads to Ban here, and to Lift ban for an account that is banned since', async () => {
  const { message, banner, find, endDoubleClicks } = await botWithMessage((refusal) =>
    refusalMessages.digest([refusal], new Map([[ALICE, 'Alice']]), identity, texts),
  )
  const user = banner()
  const select = async () => {
    const shown = user.select(message, 'Alice')
    await answerTo(shown)
    return shown
  }
  const form = (await select()).click('Ban here')
  await form.untilModal()
  await answerTo(form.submit({ Reason: '', Note: '' }))
  endDoubleClicks()
  const banned = await select()
  expect(banned.buttons().map(({ label }) => label)).toEqual(['Exempt', 'Lift ban', 'Look up'])
  await banned.click('Lift ban').until('no longer banned')
  expect(find(ALICE)).toBeUndefined()
})

test('the menu of a digest is for everyone who may look up, and its Exempt needs Manage Server when it is pressed', async () => {
  const { message, moderator, exceptions } = await botWithMessage((refusal) =>
    refusalMessages.digest([refusal], new Map(), identity, texts),
  )
  const user = moderator()
  const shown = user.select(message, ALICE)
  expect(await answerTo(shown)).toContain('Refused:')
  const inMenu = () => shown.message() ?? expect.fail('there is no message')
  expect(await answerTo(user.press(inMenu(), 'Exempt'))).toContain('You need the permission Manage Server')
  expect(await answerTo(user.press(inMenu(), 'Look up'))).toContain(ALICE)
  const member = moderator({ permissions: 0n }).select(message, ALICE)
  expect(await answerTo(member)).toContain('You need the permission Timeout Members')
  expect(await exceptions()).toEqual([])
})

test('the menu of a digest of notices shows the notice, also beside a refusal of that day', async () => {
  const { message, moderator, database, guildId } = await botWithMessage((refusal) =>
    refusalMessages.digest([{ ...refusal, mode: 'notify' }], new Map(), identity, texts),
  )
  const notice = refusalOf({ guildId, at: NOW, steamId: ALICE, mode: 'notify', version: 2 })
  await database.transaction((repositories) => noteRefusals(repositories, [notice]))
  const shown = moderator().select(message, ALICE)
  expect(await answerTo(shown)).toMatch(/🔔 Reported: .*\n┃ ⛔ 1 VAC ban/)
  expect(shown.buttons().map(({ label }) => label)).toEqual(['Exempt', 'Ban here', 'Look up'])
})

test('Lift ban stands in place of Exempt after a refusal by a ban, lifts it for who may, and leaves the message as it is', async () => {
  const { message, manager, banner, context, actor, find, expectUnchanged } = await botWithMessage((refusal) => {
    const banned = { ...refusal, reasons: [{ code: 'banned_here' as const, text: 'Banned here: aimbot' }] }
    return refusalMessages.single(banned, { name: 'Alice', avatar: '' }, identity, texts)
  })
  const typed = { reason: 'aimbot', note: 'private', until: '' }
  const accounts = [{ steamId: ALICE, name: 'Alice' }]
  await banAccounts(context, { ...actor, accounts, typed, replaces: false, replacesExceptions: false })
  expect(message.text()).toContain('🔨 Banned here: aimbot')
  expect(message.text()).not.toContain('Exempt')
  const refused = manager().press(message, 'Lift ban')
  expect(await answerTo(refused)).toContain('Ban Members')
  const lifted = banner().press(message, 'Lift ban')
  expect(await answerTo(lifted)).toMatch(/no longer banned|may join again|is lifted/)
  expect(find(ALICE)).toBeUndefined()
  expectUnchanged()
})
