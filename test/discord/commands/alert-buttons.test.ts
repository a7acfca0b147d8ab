import { describe, expect, test } from 'vitest'
import { alertView, alertMessages } from '../../../src/watch/discord/alert-messages.ts'
import { textsFor } from '../../support/texts.ts'
import type { View } from '../../../src/discord/view.ts'
import { answerTo } from '../../support/command-tests.ts'
import { NOW } from '../../support/fake-context.ts'
import { banBot } from '../../support/ban-bot.ts'
import { postView } from '../../support/posted-view.ts'
import { ALICE } from '../../support/watch-tests.ts'

const texts = textsFor('en-US')
const MESSAGE = { roleId: null }

/** A bot whose server watches ALICE, and a message about her in the channel for alerts, posted as alerts are. */
async function botWithMessage(toView: (alert: Parameters<typeof alertView>[0]) => View) {
  const bot = await banBot()
  const anna = bot.moderator({ name: 'anna' })
  await bot.watch(ALICE, { userId: anna.id })
  const when = { after: NOW - 3_600, before: NOW }
  const view = toView({
    steamId: ALICE,
    createdAt: NOW,
    changes: [{ kind: 'vac', from: 0, to: 1, isLifted: false, when }],
    addedBy: anna.id,
    addedAt: NOW,
    reason: 'aimbot',
  })
  return { ...bot, ...(await postView(bot.discord, view)) }
}

const botWithAlert = (isBannedHere = false) =>
  botWithMessage((alert) =>
    alertView(alert, { name: 'Alice', avatar: '' }, { ...MESSAGE, isBannedHere: () => isBannedHere }, texts),
  )

describe('the buttons of an alert answer ephemerally and leave it as it is:', () => {
  test('Look up', async () => {
    const { message, moderator, expectUnchanged } = await botWithAlert()
    const pressed = moderator().press(message, 'Look up')
    expect(await answerTo(pressed)).toContain('note by @anna: aimbot')
    expect(pressed.isEphemeral()).toBe(true)
    expectUnchanged()
  })

  test('Ban here; an alert about an account that is banned when the alert is sent has no Lift ban', async () => {
    const first = await botWithAlert()
    const form = first.banner().press(first.message, 'Ban here')
    await form.untilModal()
    expect(await answerTo(form.submit({ Reason: 'cheats', Note: 'secret' }))).toContain('is banned here')
    expect(first.find(ALICE)).toEqual({ reason: 'cheats', until: null })
    first.expectUnchanged()
    const { message } = await botWithAlert(true)
    expect(message.text()).toContain('Stop watching')
    expect(message.text()).not.toMatch(/Lift ban|Ban here/)
  })

  test('Friends', async () => {
    const { message, moderator, expectUnchanged } = await botWithAlert()
    const pressed = moderator().press(message, 'Friends')
    expect(await pressed.until('The friend list is public and empty.')).toContain(`name of ${ALICE}`)
    expect(pressed.isEphemeral()).toBe(true)
    expectUnchanged()
  })

  test('Stop watching, which says who added the account and why', async () => {
    const { message, moderator, list, expectUnchanged } = await botWithAlert()
    const pressed = moderator().press(message, 'Stop watching')
    expect(await answerTo(pressed)).toMatch(/is off the watch list\n┃ Note: aimbot\n┃ `\d+`\n┃ added by @anna/)
    expect(pressed.isEphemeral()).toBe(true)
    expect(await list()).toEqual([])
    expectUnchanged()
  })
})

test('the menu and the button of a digest answer ephemerally and leave it as it is', async () => {
  const { message, moderator, expectUnchanged } = await botWithMessage((alert) =>
    alertMessages.digest([alert], new Map([[ALICE, 'Alice']]), MESSAGE, texts),
  )
  expect(await answerTo(moderator().select(message, 'Alice'))).toContain('note by @anna: aimbot')
  const pressed = moderator().press(message, 'Watch list')
  expect(await answerTo(pressed)).toContain('Filter: changed · 0 entries')
  expect(pressed.isEphemeral()).toBe(true)
  expectUnchanged()
})
