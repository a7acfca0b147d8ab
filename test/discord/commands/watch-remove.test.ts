import { describe, expect, test } from 'vitest'
import { answerTo, followUpTo } from '../../support/command-tests.ts'
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
