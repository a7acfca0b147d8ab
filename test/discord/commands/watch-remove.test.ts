import { describe, expect, test } from 'vitest'
import { answerTo } from '../../support/command-tests.ts'
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
  test('removes it at once, and says who added the account, when and why', async () => {
    const bot = await botWithAlice()
    const ben = bot.moderator({ name: 'ben' })
    const text = await answerTo(ben.type(`/watch remove account:${ALICE}`))
    expect(text).toContain(`🗑️ name of ${ALICE} is off the watch list\n┃ Note: aimbot\n┃ \`${ALICE}\`\n`)
    expect(text).toMatch(/added by @anna .* ago\n/)
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

  test('is not for the list of another server', async () => {
    const bot = await botWithAlice()
    const elsewhere = bot.moderator({ guildId: '900000000000000001' })
    expect(await answerTo(elsewhere.type(`/watch remove account:${ALICE}`))).toContain('Not on the watch list')
    const click = elsewhere.sendRaw({ type: 3, data: { custom_id: `v1:unwatch:${ALICE}`, component_type: 2, id: 1 } })
    expect(await answerTo(click)).toContain('Not on the watch list')
    expect(await bot.list()).toHaveLength(1)
  })
})
