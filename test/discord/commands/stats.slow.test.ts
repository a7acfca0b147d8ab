import { describe, expect, test } from 'vitest'
import { answerTo, ephemeral, useCommandTests, useFixedDate } from '../../support/command-tests.ts'

const { steam, cast, startBot } = await useCommandTests()
useFixedDate()

const ROOKIE = ephemeral(
  [
    '[#2b88a0]',
    '📊 how do i open door · Rust statistics',
    '❔ bans not checked',
    'K/D 0 · 0 kills, 14 deaths',
    'Accuracy 0% · 0 of 61 bullets hit a player',
    'Headshot rate nothing counted yet',
    'Rust hours 1.6 h · 1.6 h in the last two weeks',
    'Most counters run only on official servers, so these are not lifetime totals.',
    `\`${cast.rookie}\` · checked 0 seconds ago`,
  ],
  '[1 ↩️ Account] [2 ➕ All stats] [3 📢 Post in channel]',
)

const ROOKIE_COUNTERS = ephemeral(
  [
    '[#2b88a0]',
    '📊 how do i open door · Rust statistics',
    '❔ bans not checked',
    '⚔️ Combat',
    'Melee strikes 412',
    '❤️ Survival',
    'Suicides 2 · Calories 1,893 · Water 701',
    '🏠 Building',
    'Blocks placed 44',
    '🪓 Resources',
    'Wood 3,120 · Stone 1,875',
    '🐗 Animals and scientists',
    'nothing counted yet',
    '📦 Items',
    'Dropped 17',
    '🧭 Other',
    'Inventory opened 230 · Map opened 31 · On roads 5 min',
    'Most counters run only on official servers, so these are not lifetime totals.',
    `\`${cast.rookie}\` · checked 0 seconds ago`,
  ],
  '[1 ↩️ Account] [2 ➖ Key figures] [3 📢 Post in channel]',
)

describe('the answer to /stats', () => {
  test('shows the main figures first and the others after More, in the same message', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type(`/stats ${cast.rookie}`)
    expect((await reply.acknowledged()).type).toBe(5)
    expect(await answerTo(reply)).toBe(ROOKIE)
    expect(reply.isEphemeral()).toBe(true)
    expect(await reply.click('All stats').until('Combat')).toBe(ROOKIE_COUNTERS)
    expect(await reply.click('Key figures').until('K/D')).toBe(ROOKIE)
  })
})

describe('/stats without statistics', () => {
  test('shows private details as private', async () => {
    const bot = await startBot()
    const { statsPrivate } = cast
    const reply = bot.discord.user().type(`/stats ${statsPrivate}`)
    expect(await answerTo(reply)).toBe(
      ephemeral(
        [
          '[#4a6fa5]',
          '🔒 Statistics private',
          `The game details of ${steam.world.account(statsPrivate)?.profile?.name} \`${statsPrivate}\` are private. Only the owner of the account can change that.`,
        ],
        '[1 ↩️ Account] [2 📢 Post in channel]',
      ),
    )
    await reply.click('Account').until(`profile (https://steamcommunity.com/profiles/${statsPrivate})`)
  })

  test('says there are no statistics, instead of zeros', async () => {
    const bot = await startBot()
    const text = await answerTo(bot.discord.user().type(`/stats ${cast.noRust}`))
    expect(text).toContain('❌ No statistics')
    expect(text).toContain('the account does not own Rust, has never played it, or does not exist.')
    expect(text).not.toMatch(/Kills|counted nothing/)
  })
})

describe('/stats when Steam fails', () => {
  test('shows an error, and Try again works', async () => {
    steam.dial.set('stats', { faults: { '502': 1 } })
    const bot = await startBot()
    const reply = bot.discord.user().type(`/stats ${cast.rookie}`)
    const text = await answerTo(reply)
    expect(text).toMatch(/❔ .*: Steam does not answer\n/)
    expect(text).toContain('[1 ↩️ Account] [2 🔄 Try again]')
    steam.dial.reset()
    expect(await reply.click('Try again').until('Rust statistics')).toBe(ROOKIE)
  })
})
