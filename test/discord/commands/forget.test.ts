import { expect, test } from 'vitest'
import { DatabaseError } from '../../../src/model/database-error.ts'
import { addException } from '../../../src/policy/exceptions.ts'
import { answerTo, followUpTo } from '../../support/command-tests.ts'
import { storePolicy } from '../../support/policy-records.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

async function botWithTwo() {
  const bot = await watchBot()
  await bot.watch(ALICE)
  await bot.watch(BOB)
  return bot
}

test('/forget deletes the entry and the log lines of an account after a confirmation, and says what remains', async () => {
  const bot = await botWithTwo()
  const user = bot.manager()
  const reply = user.type(`/forget account:${ALICE}`)
  const question = await answerTo(reply)
  expect(question).toContain(`Forget name of ${ALICE} on this server?`)
  expect(question).toContain('lines about changes by the team that were posted stay in their channel')
  expect(await bot.list()).toHaveLength(2)

  const text = await reply.click('Confirm').until('is forgotten on this server')
  expect(text).toContain('It was on the watch list and was taken off.')
  expect((await bot.list()).map(({ steamId }) => steamId)).toEqual([BOB])
  expect(await bot.changes()).toMatchObject([
    { action: 'forgotten', userId: user.id, steamId: null },
    { action: 'added', steamId: BOB },
  ])
})

test('/forget deletes nothing after Cancel', async () => {
  const bot = await botWithTwo()
  const reply = bot.manager().type(`/forget account:${ALICE}`)
  await answerTo(reply)
  await reply.click('Cancel').until('Nothing was changed')
  expect(await bot.list()).toHaveLength(2)
  expect(reply.buttons()).toEqual([])
})

test('/forget keeps everything, and can be tried again, when the database is busy', async () => {
  const bot = await botWithTwo()
  const reply = bot.manager().type(`/forget account:${ALICE}`)
  await answerTo(reply)
  bot.context.database.transaction = () => Promise.reject(new DatabaseError('busy', 'busy'))
  expect(await followUpTo(reply.click('Confirm'))).toContain('The database is busy')
  expect(reply.buttons().map(({ label }) => label)).toEqual(['Confirm', 'Cancel'])
  expect(await bot.list()).toHaveLength(2)
})

test('/forget ends the exception of an account, and says that the rules decide from now on', async () => {
  const bot = await watchBot()
  const actor = { guildId: bot.guildId, locale: 'de', userId: '300000000000000001' }
  const exception = { steamId: ALICE, reason: 'raid', until: null } as const
  await addException(bot.context, { ...actor, ...exception })
  expect(bot.context.policies.ofGuild(bot.guildId)?.exceptions.size).toBe(1)
  const reply = bot.manager().type(`/forget account:${ALICE}`)
  await answerTo(reply)
  await reply.click('Confirm').until('Its exception in the policy was removed: the rules decide about it now.')
  expect(bot.context.policies.ofGuild(bot.guildId)?.exceptions.size).toBe(0)
})

test('a look-up, /forget, /watch channel and /policy show link to what the operator has published', async () => {
  const links = 'Privacy (https://example.org/privacy?a=1) · Terms of use (https://example.org/terms)'
  const published = { privacyUrl: 'https://example.org/privacy?a=1', termsUrl: 'https://example.org/terms' }
  const bot = await watchBot({}, { published })
  await bot.database.transaction((repositories) => storePolicy(repositories, bot.guildId))
  const user = bot.manager()
  const command = (text: string) => answerTo(user.type(text))
  expect(await command(`/lookup ${ALICE}`)).toContain(links)
  expect(await command(`/forget account:${ALICE}`)).toContain(links)
  expect(await command('/policy show')).toContain(links)
  const channelId = bot.discord.guild(bot.guildId).createChannel({ name: 'alerts' })
  expect(await command(`/watch channel channel:${channelId}`)).toContain(links)
})
