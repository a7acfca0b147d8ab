import { describe, expect, test } from 'vitest'
import type { SimReply } from '../../../packages/sim-discord/src/index.ts'
import { alertView, alertMessages } from '../../../src/watch/discord/alert-messages.ts'
import { textsFor } from '../../support/texts.ts'
import type { View } from '../../../src/discord/view.ts'
import { answerTo } from '../../support/command-tests.ts'
import { NOW } from '../../support/fake-context.ts'
import { toCustomId } from '../../../src/discord/custom-id.ts'
import { banBot } from '../../support/ban-bot.ts'
import { postView } from '../../support/posted-view.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const texts = textsFor('en-US')
const MESSAGE = { roleId: null }
const OWN = { reason: 'scripts', until: null }

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

const botWithAlert = (isBanned = false) =>
  botWithMessage((alert) =>
    alertView(alert, { name: 'Alice', avatar: '' }, { ...MESSAGE, findDecision: () => (isBanned ? OWN : null) }, texts),
  )

describe('the buttons of an alert answer ephemerally; the alert stays, or says what was done:', () => {
  test('Look up', async () => {
    const { message, moderator, expectUnchanged } = await botWithAlert()
    const pressed = moderator().press(message, 'Look up')
    expect(await answerTo(pressed)).toContain('👁️ @anna: aimbot')
    expect(pressed.isEphemeral()).toBe(true)
    expectUnchanged()
  })

  test('Ban; an alert about an account that is banned when the alert is sent has no Lift ban', async () => {
    const first = await botWithAlert()
    const form = first.banner().press(first.message, 'Ban')
    await form.untilModal()
    expect(await answerTo(form.submit({ Reason: 'cheats', Note: 'secret' }))).toContain('is banned by us')
    expect(first.find(ALICE)).toEqual({ reason: 'cheats', until: null })
    const handled = () => first.discord.message(first.message.id)
    await expect.poll(() => handled()?.text()).toContain('Banned by us')
    const text = handled()?.text() ?? ''
    expect(text).toMatch(/⛔ Alice: new VAC ban \(0 → 1\), [^\n]+\n┃ 🔨 Banned by us for good · cheats · @.*\n/)
    expect(text).not.toMatch(/secret|aimbot|VAC bans 0 → 1/)
    expect(
      handled()
        ?.buttons()
        .map(({ label }) => label),
    ).toEqual(['Look up', 'Undo'])
    const undone = first.banner().press(handled() ?? first.message, 'Undo')
    expect(await answerTo(undone)).toContain('is no longer banned by us')
    await expect.poll(() => handled()?.text()).toMatch(/┃ Not banned by us\n┃ ↩️ @\w+ · Undone\n/)
    // A second tap does not ban again.
    expect(
      handled()
        ?.buttons()
        .map(({ label }) => label),
    ).toEqual(['Look up', 'Ban'])
    const { message } = await botWithAlert(true)
    expect(message.text()).toContain('Stop watching')
    expect(message.text()).not.toMatch(/Lift ban|🔨 Ban/)
  })

  test('Ban that asks first, and Undo on its private answer', async () => {
    const { message, banner, discord, find } = await botWithAlert()
    const form = banner({ name: 'anna' }).press(message, 'Ban')
    await form.untilModal()
    await answerTo(banner({ name: 'ben' }).type(`/banlist add account:${ALICE} reason:scripts`))
    const asked = form.submit({ Reason: 'cheats' })
    expect(await answerTo(asked)).toContain('is banned by us already')
    const banned = asked.click('Confirm')
    await banned.until('In place of')
    const alert = () => discord.message(message.id)?.text() ?? ''
    await expect.poll(alert).toMatch(/⛔ Alice: new VAC ban [^\n]+\n┃ 🔨 Banned by us for good · cheats · @anna/)
    await banned.click('Undo').until('Undone')
    expect(find(ALICE)?.reason).toBe('scripts')
    await expect
      .poll(alert)
      .toMatch(/⛔ Alice: new VAC ban [^\n]+\n┃ 🔨 Banned by us for good · scripts\n┃ ↩️ @anna · Undone\n/)
  })

  test('Friends', async () => {
    const { message, moderator, expectUnchanged } = await botWithAlert()
    const pressed = moderator().press(message, 'Friends')
    expect(await pressed.until('The friend list is public and empty.')).toContain(`name of ${ALICE}`)
    expect(pressed.isEphemeral()).toBe(true)
    expectUnchanged()
  })

  test('Stop watching, which says who added the account and why', async () => {
    const { message, moderator, list, discord } = await botWithAlert()
    const pressed = moderator().press(message, 'Stop watching')
    expect(await answerTo(pressed)).toMatch(/is off the watch list\n┃ Note: aimbot\n┃ `\d+`\n┃ added by @anna/)
    expect(pressed.isEphemeral()).toBe(true)
    expect(await list()).toEqual([])
    await expect.poll(() => discord.message(message.id)?.text()).toMatch(/🔕 @\S+ took .* off the watch list/)
  })
})

test('an alert about an account that was banned elsewhere stays, and its button says by whom before anything is typed', async () => {
  const bot = await botWithAlert()
  const [first, second] = [bot.banner({ name: 'first' }), bot.banner({ name: 'second' })]
  await answerTo(first.type(`/banlist add account:${ALICE} reason:aimbot`))
  bot.expectUnchanged()
  const pressed = second.press(bot.message, 'Ban')
  expect(await answerTo(pressed)).toMatch(/is banned by us already\n┃ Banned by us for good · aimbot · @first · since/)
  expect(pressed.buttons().map(({ label }) => label)).toEqual(['Edit ban', 'Look up'])
  bot.expectUnchanged()
})

describe('an alert follows what is done on its private answers:', () => {
  /** Submits the form that a button of a private answer opens. */
  const submitted = async (button: SimReply, fields: Record<string, string>) => {
    await button.untilModal()
    return button.submit(fields)
  }

  test('a ban on the card of Look up, its edit, and the lift by another moderator', async () => {
    const { message, banner, discord } = await botWithAlert()
    const alert = () => discord.message(message.id)?.text() ?? ''
    const anna = banner({ name: 'anna' })
    const card = anna.press(message, 'Look up')
    await answerTo(card)
    const banned = await submitted(card.click('Ban'), { Reason: 'cheats' })
    await banned.until('is banned by us')
    await expect.poll(alert).toMatch(/Alice: new VAC ban [^\n]+\n┃ 🔨 Banned by us for good · cheats · @anna/)
    const edited = await submitted(banned.click('Edit ban'), { Reason: 'aimbot', Note: 'secret' })
    await edited.until('is changed')
    await expect
      .poll(alert)
      .toMatch(/Alice: new VAC ban [^\n]+\n┃ 🔨 Banned by us for good · aimbot\n┃ ✏️ @anna changed the ban\n/)
    expect(alert()).not.toContain('secret')
    const shown = banner({ name: 'ben' }).press(discord.message(message.id) ?? message, 'Look up')
    await answerTo(shown)
    await shown.click('Lift ban').until('no longer banned')
    await expect.poll(alert).toMatch(/Alice: new VAC ban [^\n]+\n┃ ↩️ @ben lifted the ban · aimbot\n/)
  })

  test('its sign and colour are those of Steam after a lift, and red while the server bans the account', async () => {
    const { message, banner, discord } = await botWithMessage((alert) => {
      const changes = alert.changes.map((change) => ({ ...change, isLifted: true, from: 1, to: 0 }))
      return alertView(
        { ...alert, changes },
        { name: 'Alice', avatar: '' },
        { ...MESSAGE, findDecision: () => OWN },
        texts,
      )
    })
    await answerTo(banner({ name: 'ben' }).type(`/banlist add account:${ALICE} reason:scripts`))
    expect(message.text()).toMatch(/^┃ \[#d83c3e\]\n┃ 🔨ℹ️ Alice:/)
    const lifted = banner().press(message, 'Lift ban')
    await answerTo(lifted)
    const alert = () => discord.message(message.id)?.text() ?? ''
    await expect.poll(alert).toMatch(/^┃ \[#2b88a0\]\n┃ ℹ️ Alice: .*\n┃ ↩️ @\w+ lifted the ban · scripts\n/)
    await answerTo(lifted.click('Undo'))
    await expect
      .poll(alert)
      .toMatch(/^┃ \[#d83c3e\]\n┃ ℹ️ Alice: .*\n┃ 🔨 Banned by us for good · scripts\n┃ ↩️ @\w+ · Undone\n/)
    // Nobody whom Steam has just banned is let in by a slip.
    expect(alert()).not.toContain('Lift ban')
  })

  test('the private answers of private answers, and what the watch list says beside the ban', async () => {
    const { message, banner, discord } = await botWithAlert()
    const alert = () => discord.message(message.id)?.text() ?? ''
    const anna = banner({ name: 'anna' })
    const card = anna.press(message, 'Look up')
    await answerTo(card)
    const ben = banner({ name: 'ben' }).press(message, 'Ban')
    await (await submitted(ben, { Reason: 'cheats' })).until('is banned by us')
    await expect.poll(alert).toContain('@ben')
    const refused = card.click('Ban')
    await refused.until('is banned by us already')
    await (await submitted(refused.click('Edit ban'), { Reason: 'aimbot' })).until('is changed')
    await expect.poll(alert).toMatch(/┃ 🔨 Banned by us for good · aimbot\n┃ ✏️ @anna changed the ban\n/)
    const stopped = card.click('Stop watching')
    await stopped.until('is off the watch list')
    await expect.poll(alert).toMatch(/┃ 🔨 Banned by us for good · aimbot\n┃ 🔕 @anna took .* off the watch list\n/)
    expect(alert()).toMatch(/^┃ \[#d83c3e\]/)
    await stopped.click('Undo').until('is on the watch list')
    await expect.poll(alert).toMatch(/┃ 🔨 Banned by us for good · aimbot\n┃ ↩️ @anna · Undone\n/)
  })

  test('a ban whose form was sent again after an error', async () => {
    const { message, banner, discord } = await botWithAlert()
    const failed = await submitted(banner({ name: 'anna' }).press(message, 'Ban'), {
      Reason: 'cheats',
      'Another end': 'soon',
    })
    await failed.until('I cannot read the end')
    const banned = await submitted(failed.click('Edit and send again'), { Reason: 'cheats', 'Another end': '' })
    await banned.until('is banned by us')
    await expect.poll(() => discord.message(message.id)?.text()).toMatch(/┃ 🔨 Banned by us for good · cheats · @anna/)
  })

  test('but not what is done about another account to which they led', async () => {
    const { message, banner, find, expectUnchanged } = await botWithAlert()
    const user = banner()
    const card = user.press(message, 'Look up')
    await answerTo(card)
    const components = [{ type: 18, component: { type: 4, custom_id: 'reason', value: 'bot' } }]
    const data = { custom_id: toCustomId('ban', BOB), components }
    const banned = user.sendRaw({ type: 5, data, message: card.message()?.wire() })
    await banned.until('is banned by us')
    expect(find(BOB)?.reason).toBe('bot')
    // An edit of the alert would be over by now.
    await banned.click('Look up').until('Banned by us')
    expectUnchanged()
  })
})

test('a ban is told to its moderator although Discord does not accept the edit of the alert', async () => {
  const { message, banner, discord, expectUnchanged } = await botWithAlert()
  discord.rest.fail({ match: 'messageEdit', status: 500, times: 10 })
  const form = banner().press(message, 'Ban')
  await form.untilModal()
  expect(await answerTo(form.submit({ Reason: 'cheats' }))).toContain('is banned by us')
  expectUnchanged()
})

test('the menu and the button of a digest answer ephemerally and leave it as it is', async () => {
  const { message, moderator, expectUnchanged } = await botWithMessage((alert) =>
    alertMessages.digest([alert], new Map([[ALICE, 'Alice']]), MESSAGE, texts),
  )
  expect(await answerTo(moderator().select(message, 'Alice'))).toContain('👁️ @anna: aimbot')
  const pressed = moderator().press(message, 'Watch list')
  expect(await answerTo(pressed)).toContain('Filter: changed · 0 entries')
  expect(pressed.isEphemeral()).toBe(true)
  expectUnchanged()
})
