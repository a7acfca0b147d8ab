import { describe, expect, test } from 'vitest'
import { PERMISSION } from '../../../packages/sim-discord/src/index.ts'
import { banBot } from '../../support/ban-bot.ts'
import { answerTo } from '../../support/command-tests.ts'
import { cached, summaryOf } from '../../support/fake-context.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const NAMES: Record<string, string> = { [ALICE]: 'Roof *Raider*', [BOB]: 'Honest Joe' }

/** A bot, in whose server anna has banned ALICE and lifted that, and ben watches BOB. */
async function open() {
  const bot = await banBot({
    getSummary: async (steamId) => cached({ ...summaryOf(steamId), personaname: NAMES[steamId] ?? '' }),
  })
  const [anna, ben] = [bot.owner({ name: 'anna' }), bot.owner({ name: 'ben' })]
  await answerTo(anna.type(`/banlist add account:${ALICE} reason:aimbot until:30d note:secret`))
  await answerTo(anna.type(`/banlist remove account:${ALICE}`))
  await answerTo(ben.type(`/watch add account:${BOB} reason:"list of B"`))
  const linesOf = async (options: string, user = bot.moderator()) =>
    (await answerTo(user.type(`/log ${options}`)))
      .split('\n')
      .flatMap((line) => line.match(/^(?!.*Filter:).*@(\w+ .*)$/)?.[1] ?? [])
  return { ...bot, anna, ben, linesOf }
}

describe('/log', () => {
  test('has who did what to whom, by name and id, and until when, for every moderator', async () => {
    const { linesOf } = await open()
    const [watched = '', lifted = '', banned = '', ...others] = await linesOf('')
    expect(watched).toBe(`ben put Honest Joe \`${BOB}\` on the watch list · note: list of B`)
    expect(lifted).toBe(`anna lifted the ban of Roof *Raider* \`${ALICE}\` · aimbot`)
    expect(banned).toMatch(`anna banned Roof *Raider* \`${ALICE}\` · aimbot · until `)
    expect(others).toEqual([])
  })

  test('finds an account by its id, or by a part of the name that it had, and the changes of a person', async () => {
    const { linesOf, anna, ben } = await open()
    const starts = async (options: string) =>
      (await linesOf(options)).map((line) => line.split(' ').slice(0, 2).join(' '))
    const byAnna = ['anna lifted', 'anna banned']
    expect(await starts(`search:steamcommunity.com/profiles/${ALICE}`)).toEqual(byAnna)
    expect(await starts('search:raid')).toEqual(byAnna)
    expect(await starts(`by:${anna.id}`)).toEqual(byAnna)
    expect(await starts(`by:${ben.id}`)).toEqual(['ben put'])
    expect(await starts(`by:${ben.id} search:raider`)).toEqual([])
  })

  test('keeps the filter on the next page', async () => {
    const bot = await open()
    for (let index = 0; index < 11; index++) {
      await answerTo(bot.anna.type(`/banlist add account:${ALICE} reason:r${index}`))
      await answerTo(bot.anna.type(`/banlist remove account:${ALICE}`))
    }
    const reply = bot.moderator().type(`/log search:raider by:${bot.anna.id}`)
    expect(await answerTo(reply)).toContain('Filter: with “raider”, by @anna · 24 entries')
    expect(await reply.click('Next page').until('page 2 of 3')).toContain(
      'Filter: with “raider”, by @anna · 24 entries',
    )
  })
})

describe('/settings log', () => {
  test('chooses a channel after a test message, the channel for alerts, or none', async () => {
    const bot = await watchBot()
    const guild = bot.discord.guild(bot.guildId)
    const [alerts, log] = [guild.createChannel({ name: 'alerts' }), guild.createChannel({ name: 'log' })]
    const user = bot.manager()
    const set = (options: string) => answerTo(user.type(`/settings log ${options}`))
    expect(await set('')).toContain('Changes are told nowhere\n┃ ⚠️ No channel is set for alerts.')
    await answerTo(user.type(`/watch channel channel:${alerts}`))
    expect(await set('')).toContain('📜 Changes are told in #alerts')
    const chosen = await set(`channel:${log}`)
    expect(chosen).toContain('📜 Changes are told in #log')
    expect(chosen).toContain('of its exceptions and of the tokens of game servers are told there too.')
    expect(bot.discord.channel(log).map((message) => message.text())).toEqual([
      expect.stringContaining('Changes will be told here'),
    ])
    // Lines of the log have no files.
    expect(bot.discord.channel(log).flatMap((message) => message.files())).toEqual([])
    await bot.database.transaction(({ guilds }) => guilds.set(bot.guildId, { logBlock: 'channel_gone' }))
    const refused = '⚠️ Changes cannot be told in #log: The channel was deleted. Allow it, or choose another channel'
    expect(await set('')).toContain(refused)
    expect(await answerTo(user.type('/watch list'))).toContain(refused)
    expect(await set(`channel:${log}`)).not.toContain('⚠️')
    expect(await set('instead:off')).toContain('📜 Changes are told nowhere')
    expect(await set('instead:alerts')).toContain('Changes of the policy and its exceptions are told only in a channel')
    const lines = (await answerTo(user.type('/log'))).split('\n').filter((line) => line.includes('are told'))
    expect(lines.map((line) => line.split(' · ').at(-1))).toEqual([
      'in the channel for alerts',
      'nowhere',
      '#log',
      '#log',
    ])
  })

  test('keeps what is set when the bot may not write in the channel', async () => {
    const bot = await watchBot()
    const guild = bot.discord.guild(bot.guildId)
    const log = guild.createChannel({ name: 'log' })
    guild.deny(log, PERMISSION.sendMessages)
    const text = await answerTo(bot.manager().type(`/settings log channel:${log}`))
    expect(text).toContain('❌ Changes cannot be told in #log\n┃ The bot lacks the permission Send Messages there.')
    expect(await bot.changes()).toEqual([])
  })
})
