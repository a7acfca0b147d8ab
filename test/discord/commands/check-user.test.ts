import { expect, test } from 'vitest'
import { answerTo, useCommandTests } from '../../support/command-tests.ts'

const { steam, cast, startBot } = await useCommandTests()

const COMMAND = 'Check Steam accounts'

test('nickname, display name and user name are read, and each account has the name in which it is', async () => {
  const bot = await startBot()
  const target = bot.discord.user({
    name: `joe_${cast.gameBanned}`,
    displayName: `Joe ${cast.clean}`,
    nick: 'Joe [U:1:39744703]',
  })
  const reply = bot.discord.user().useUserCommand(COMMAND, target.id)
  expect((await reply.acknowledged()).type).toBe(5)
  const text = await answerTo(reply)
  expect(text).toContain(
    `In the names of @${target.displayName}: \`${cast.raider}\` (nickname), \`${cast.clean}\` (display name) and \`${cast.gameBanned}\` (user name).`,
  )
  // What a row says is neither counted nor repeated in a file.
  expect(text).toMatch(/else\.\n┃ ⛔ [^\n]+\n┃ `\d+`\n┃ ⛔ [^\n]+\n┃ `\d+`\n┃ ✅ [^\n]+\n┃ `\d+`\n┃ checked /)
  expect(reply.files()).toEqual([])
  expect(reply.isEphemeral()).toBe(true)
  expect(reply.message()?.notifies).toEqual([])
  expect(bot.discord.channel()).toEqual([])
  // Discord sends the member with the interaction.
  expect(bot.discord.rest.requests().filter(({ path }) => path.includes('/members/'))).toEqual([])
})

test('an account in several names is listed once, with the first of them', async () => {
  const bot = await startBot()
  const target = bot.discord.user({ name: cast.raider, nick: cast.raider })
  const text = await answerTo(bot.discord.user().useUserCommand(COMMAND, target.id))
  expect(text).toContain(`\`${cast.raider}\` (nickname). People choose their own names`)
  expect(text.match(/┃ ⛔ /g)).toHaveLength(1)
})

test.each([
  [
    'a member',
    {},
    'Neither the nickname nor the display name nor the user name contains a Steam ID or a profile link.',
  ],
  [
    'somebody who is no member',
    { guildId: '100000000000000009' },
    'Neither the display name nor the user name contains a Steam ID or a profile link. Discord sent no nickname:',
  ],
])('names without an id or link are not looked up: %s', async (_, place, read) => {
  const bot = await startBot()
  const target = bot.discord.user({ name: 'raider', displayName: 'honest_joe', ...place })
  const text = await answerTo(bot.discord.user().useUserCommand(COMMAND, target.id))
  expect(text).toContain('❌ No account in these names')
  expect(text).toContain(read)
  expect(text).toContain('The names themselves are not looked up. Nothing was stored.')
  expect(steam.calls.total()).toBe(0)
})

test('the accounts of somebody who is no member are checked, with a note that the nickname is missing', async () => {
  const bot = await startBot()
  const target = bot.discord.user({ name: cast.raider, guildId: '100000000000000009' })
  const text = await answerTo(bot.discord.user().useUserCommand(COMMAND, target.id))
  expect(text).toContain(`\`${cast.raider}\` (display name)`)
  expect(text).toContain('could not be read: they may have left this server')
})
