import { expect, test } from 'vitest'
import { addBans } from '../../../src/bans/add-bans.ts'
import { liftBan } from '../../../src/bans/lift-ban.ts'
import { toolAuthor } from '../../../src/model/tool-token.ts'
import { banBot } from '../../support/ban-bot.ts'
import { answerTo } from '../../support/command-tests.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const AUTHOR = toolAuthor('my *panel*')
const SHOWN = '🔑 my *panel*'

/** A bot, in whose server a tool has banned two accounts. */
async function open() {
  const bot = await banBot()
  const { context, database, guildId, time } = bot
  const tool = { guildId, locale: 'en-US', userId: AUTHOR }
  const terms = { reason: 'aimbot', note: '', until: null }
  const accounts = [ALICE, BOB].map((steamId) => ({ steamId, name: '' }))
  await database.transaction(async (repositories) => {
    await repositories.guilds.touch(guildId, tool.locale, time.now)
    await addBans(
      repositories,
      { ...tool, accounts, terms, replaces: false },
      { now: time.now, limits: context.banLimits },
    )
  })
  return { ...bot, tool }
}

test('the token of a tool is shown by its name as the author of a ban', async () => {
  const bot = await open()
  const list = (options = '') => answerTo(bot.owner().type(`/banlist list ${options}`))
  expect(await list()).toContain(`added by ${SHOWN} `)
  expect(await list('search:"my *panel*"')).toContain('2 bans')
  expect(await list(`search:"${AUTHOR}"`)).toContain('2 bans')
  expect(await list('search:"my panel"')).toContain('No ban matches.')
  await liftBan(bot.context, { ...bot.tool, steamId: BOB })
  expect(await answerTo(bot.banner().type(`/banlist remove account:${BOB}`))).toContain(SHOWN)
  const log = await answerTo(bot.owner().type('/log'))
  expect(log.split('\n').filter((line) => line.includes(SHOWN))).toHaveLength(3)
})

test('the token of a tool is shown by its name as the author of a watch', async () => {
  const bot = await open()
  await bot.watch(ALICE, { reason: 'raided us', userId: AUTHOR })
  expect(await answerTo(bot.moderator().type('/watch list'))).toContain(`added by ${SHOWN} `)
  expect(await answerTo(bot.moderator().type(`/watch add account:${ALICE} reason:x`))).toContain(SHOWN)
  const log = bot.owner().type('/log')
  await answerTo(log)
  expect(log.files()[0]?.text).toContain(`,${AUTHOR},`)
})
