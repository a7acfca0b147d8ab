import { expect, test } from 'vitest'
import { DatabaseError } from '../../../src/model/database-error.ts'
import { createNameRecorder } from '../../../src/watch/history.ts'
import { answerTo } from '../../support/command-tests.ts'
import { cached, summaryOf } from '../../support/fake-context.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB } from '../../support/watch-tests.ts'

const LINE = '┃ 👁️ @anna: *secret* reason\n'

async function botWithAlice() {
  const bot = await watchBot()
  const anna = bot.moderator({ name: 'anna' })
  await bot.watch(ALICE, { reason: '*secret* reason', userId: anna.id })
  return bot
}

test('a private look-up of a watched account says by whom and why, with Stop watching instead of Watch', async () => {
  const bot = await botWithAlice()
  const lookup = bot.moderator().type(`/lookup ${ALICE}`)
  expect(await answerTo(lookup)).toContain(LINE)
  expect(lookup.buttons().map(({ label }) => label)).toEqual(['Ban', 'Stop watching', 'Friends', 'Post in channel'])
  expect(lookup.message()?.notifies).toEqual([])
  expect(await answerTo(lookup.click('Stop watching'))).toContain('is off the watch list')
  const refreshed = await lookup.select('Refresh').until((text) => text.includes('checked') && !text.includes('👁️ @'))
  expect(refreshed).toContain('Watch]')
})

test('names that a watched account had before are shown to its server alone, and not posted', async () => {
  let name = 'first name'
  const bot = await watchBot({ getSummary: async (steamId) => cached({ ...summaryOf(steamId), personaname: name }) })
  bot.context.onName = (...noted) => void notes.push(noteName(...noted))
  const noteName = createNameRecorder(bot.context)
  const notes: Promise<void>[] = []
  const lookUp = async (more = {}) => {
    const reply = bot.moderator(more).type(`/lookup ${ALICE}`)
    const text = await answerTo(reply)
    await Promise.all(notes)
    return { reply, text }
  }
  // Nothing is noted of an account that is on no list.
  await lookUp()
  await bot.watch(ALICE)
  name = '*second* name'
  expect((await lookUp()).text).not.toContain('Names seen before')
  name = 'third name'
  const { reply, text } = await lookUp()
  expect(text).toContain('┃ 🏷️ Names seen before: *second* name\n')
  expect((await lookUp({ guildId: '900000000000000001' })).text).not.toContain('Names')
  reply.click('Post in channel')
  await expect.poll(() => bot.discord.channel()).toHaveLength(1)
  expect(JSON.stringify(bot.discord.channel()[0]?.wire())).not.toMatch(/second|Names/)
})

test('a look-up works without the database, and says that the list was not readable', async () => {
  const bot = await botWithAlice()
  bot.context.database.read = () => Promise.reject(new DatabaseError('busy', 'busy'))
  // Accounts on no list need no database.
  expect(await answerTo(bot.moderator().type(`/lookup ${BOB}`))).not.toMatch(/watch list|earlier bans/)
  const text = await answerTo(bot.moderator().type(`/lookup ${ALICE}`))
  expect(text).toContain(
    '┃ Steam: no bans on record · unknown whether there were bans before: the database does not answer\n',
  )
  expect(text).toContain('❔ Whether this account is on the watch list could not be read.')
})
