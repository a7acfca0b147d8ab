import { describe, expect, test } from 'vitest'
import { createInteractionRecorder } from '../../../src/outbox/record-interactions.ts'
import { answerTo } from '../../support/command-tests.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE } from '../../support/watch-tests.ts'

const HOUR = 3_600

/** A bot that learns the locales of servers from interactions, as the service does. */
async function openBot() {
  let record = async (_guildId: string, _locale: string) => {}
  let recorded = Promise.resolve()
  const onGuild = (guildId: string, locale: string) => void (recorded = record(guildId, locale))
  const bot = await watchBot({}, {}, { onGuild })
  record = createInteractionRecorder(bot.context)
  const guild = bot.discord.guild(bot.guildId)
  return {
    ...bot,
    guild,
    stored: () => bot.database.read(({ guilds }) => guilds.get(bot.guildId)),
    /** Uses the bot in the server, which has this locale in Discord, so late that the interaction is recorded. */
    async useWith(locale: string) {
      guild.setLocale(locale)
      bot.time.now += HOUR
      await answerTo(bot.moderator().type('/watch list'))
      await recorded
    },
  }
}

describe('/settings language', () => {
  test('says which language the server has now and had before, and what is in it', async () => {
    const bot = await openBot()
    const user = bot.manager()
    const reply = user.type('/settings language language:de')
    const text = await answerTo(reply)
    expect(text).toContain('🌐 The language of this server is Deutsch')
    expect(text).toContain(
      'It stays so, whichever language the server has in Discord.\n┃ Before: English, following Discord.',
    )
    expect(text).toContain('Alerts and all other messages that the bot posts by itself are in this language')
    expect(text).toContain('what refused players read in the game')
    expect(reply.isEphemeral()).toBe(true)
    expect(await bot.stored()).toMatchObject({ locale: 'de', isLocaleChosen: true })
    expect(await answerTo(user.type('/settings language language:zh-CN'))).toContain('Before: Deutsch, chosen.')
  })

  test('a chosen language stays when Discord sends another one, and auto returns to what Discord sends', async () => {
    const bot = await openBot()
    await answerTo(bot.manager().type('/settings language language:pl'))
    await bot.useWith('fr')
    await bot.watch(ALICE)
    expect(await bot.stored()).toMatchObject({ locale: 'pl', isLocaleChosen: true, lastInteractionAt: bot.time.now })
    const text = await answerTo(bot.manager().type('/settings language language:auto'))
    expect(text).toContain('🌐 The language of this server is Français')
    expect(text).toContain('The bot follows the language that the server has in Discord.')
    expect(text).toContain('Before: Polski, chosen.')
    expect(await bot.stored()).toMatchObject({ locale: 'fr', isLocaleChosen: false })
    await bot.useWith('ru')
    expect(await bot.stored()).toMatchObject({ locale: 'ru', isLocaleChosen: false })
  })

  test('is in the log, in words and in the file, for every moderator', async () => {
    const bot = await openBot()
    const user = bot.manager()
    await answerTo(user.type('/settings language language:uk'))
    await answerTo(user.type('/settings language language:auto'))
    expect(await bot.changes()).toMatchObject([
      { action: 'language_set', userId: user.id, steamId: null, detail: 'auto' },
      { action: 'language_set', userId: user.id, steamId: null, detail: 'uk' },
    ])
    const reply = bot.moderator().type('/log')
    const log = await answerTo(reply)
    expect(log).toContain('set the language of the server · Українська')
    expect(log).toContain('set the language of the server · as in Discord')
    const [file] = reply.message()?.files() ?? []
    expect(file?.text).toContain(',language set,,,,,uk,')
  })
})
