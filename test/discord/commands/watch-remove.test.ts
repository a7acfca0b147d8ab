import { describe, expect, test } from 'vitest'
import { PERMISSION } from '../../../packages/sim-discord/src/index.ts'
import { answerTo, followUpTo, postedIn } from '../../support/command-tests.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

/** A bot whose server watches ALICE, added by `anna` for `aimbot`. */
async function botWithAlice() {
  const bot = await watchBot()
  const anna = bot.moderator({ name: 'anna' })
  await bot.watch(ALICE, { userId: anna.id })
  return { ...bot, anna }
}

describe('/watch remove', () => {
  test('shows who added the account, when and why, before it removes it', async () => {
    const bot = await botWithAlice()
    const ben = bot.moderator({ name: 'ben' })
    const reply = ben.type(`/watch remove account:${ALICE}`)
    const question = await answerTo(reply)
    expect(question).toContain(`🔕 Take name of ${ALICE} off the watch list?\n┃ Note: aimbot\n┃ \`${ALICE}\`\n`)
    expect(question).toMatch(/added by @anna .* ago\n/)
    expect(await bot.list()).toHaveLength(1)

    const text = await reply.click('Remove').until('is off the watch list')
    expect(text).toContain('Note: aimbot')
    expect(await bot.list()).toEqual([])
    expect(await bot.changes()).toMatchObject([
      { action: 'removed', userId: ben.id, steamId: ALICE, detail: 'aimbot' },
      { action: 'added', userId: bot.anna.id },
    ])
    expect(bot.discord.channel()).toEqual([])
  })

  test('says that an account is not on the list', async () => {
    const bot = await botWithAlice()
    expect(await answerTo(bot.moderator().type(`/watch remove account:${BOB}`))).toContain(
      `❌ Not on the watch list\n┃ \`${BOB}\` is not on the watch list of this server. /watch list shows what is.`,
    )
  })

  test('says so too when someone else was faster, and keeps the question', async () => {
    const bot = await botWithAlice()
    const replies = [bot.moderator(), bot.moderator()].map((user) => user.type(`/watch remove account:${ALICE}`))
    for (const reply of replies) await answerTo(reply)
    await replies[0]?.click('Remove').until('is off the watch list')
    const late = replies[1]?.click('Remove')
    expect(late && (await followUpTo(late))).toContain('Not on the watch list')
    expect(replies[1]?.text()).toContain('off the watch list?')
  })

  test('is not for the list of another server', async () => {
    const bot = await botWithAlice()
    const elsewhere = bot.moderator({ guildId: '900000000000000001' })
    expect(await answerTo(elsewhere.type(`/watch remove account:${ALICE}`))).toContain('Not on the watch list')
    const click = elsewhere.sendRaw({ type: 3, data: { custom_id: `v1:drop:${ALICE}`, component_type: 2, id: 1 } })
    expect(await followUpTo(click)).toContain('Not on the watch list')
    expect(await bot.list()).toHaveLength(1)
  })
})

describe('the Stop watching button of a public message', () => {
  /** A message in the channel with the button of an alert. */
  async function botWithAlert() {
    const bot = await botWithAlice()
    const user = bot.moderator()
    const lookup = user.type(`/lookup ${BOB}`)
    await answerTo(lookup)
    lookup.click('Post in channel')
    const message = await postedIn(bot.discord)
    return { ...bot, message, press: `v1:unwatch:${ALICE}` }
  }

  test('asks ephemerally, and leaves the message as it is', async () => {
    const { message, press, moderator, discord, list } = await botWithAlert()
    const before = message.text()
    const pressed = moderator().click(message, press)
    expect(await answerTo(pressed)).toContain('off the watch list?\n┃ Note: aimbot\n')
    expect(pressed.isEphemeral()).toBe(true)
    await pressed.click('Remove').until('is off the watch list')
    expect(await list()).toEqual([])
    expect(discord.channel().map((each) => each.text())).toEqual([before])
    expect(await answerTo(moderator().click(message, press))).toContain('Not on the watch list')
  })

  test('is for those who may time out members', async () => {
    const { message, press, moderator, list } = await botWithAlert()
    const member = moderator({ permissions: PERMISSION.viewChannel })
    expect(await answerTo(member.click(message, press))).toContain('You need the permission Timeout Members for this.')
    expect(await answerTo(member.click(message, `v1:drop:${ALICE}`))).toContain(
      'You need the permission Timeout Members for this.',
    )
    expect(await list()).toHaveLength(1)
  })
})
