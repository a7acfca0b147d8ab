import { expect, test } from 'vitest'
import type { SimReply } from '../../../sim-discord/src/index.ts'
import { answerTo, useCommandTests } from '../../support/command-tests.ts'

const { steam, cast, startBot } = await useCommandTests()

const COMMAND = 'Check Steam accounts'

const rowsOf = (reply: SimReply) =>
  (reply.files().find(({ name }) => name === 'accounts.csv')?.text ?? '').trim().split('\n').slice(1)
/** The inputs in the CSV file; ids have an apostrophe in front. */
const inputsOf = (reply: SimReply) => rowsOf(reply).map((row) => row.split(',')[0]?.replace(/^'/, ''))

test('ids and profile links of a message are checked, its words are not', async () => {
  const bot = await startBot()
  const reply = bot.discord.user().useMessageCommand(COMMAND, {
    content: `raider is back: https://steamcommunity.com/profiles/${cast.raider} and his mate <https://steamcommunity.com/id/honest_joe> (STEAM_1:1:19872351), ban them pls @everyone <@123456789012345678>`,
  })
  expect((await reply.acknowledged()).type).toBe(5)
  const text = await answerTo(reply)
  expect(text).toContain('1 of 2 checked accounts banned.')
  expect(text).toContain('📋 2 accounts\n')
  expect(text).toContain('┃ 1 duplicate\n')
  expect(text).toContain('⛔ Roof Raider')
  expect(text).toContain('✅ Honest Joe')
  // Chat text without an account is not reported.
  expect(text).not.toContain('not recognized')
  expect(inputsOf(reply)).toEqual([cast.raider, 'honest_joe'])
  expect(reply.isEphemeral()).toBe(true)
  expect(bot.discord.channel()).toEqual([])
  expect(reply.message()?.notifies).toEqual([])
})

test('all parts of an embed are checked, as server logs are embeds', async () => {
  const bot = await startBot()
  const mate = String(BigInt(cast.raider) + 1n)
  const reply = bot.discord.user().useMessageCommand(COMMAND, {
    author: { bot: true, name: 'server log' },
    embeds: [
      {
        title: `Report against ${cast.raider}`,
        description: `by [Honest Joe](https://steamcommunity.com/profiles/${cast.clean})`,
        url: `https://steamcommunity.com/profiles/${cast.gameBanned}`,
        fields: [{ name: `Mate ${cast.tradeBanned}`, value: `killed [U:1:${39_744_703 + 1}]` }],
        author: { name: `bothBans (${cast.bothBans})`, url: `https://steamcommunity.com/profiles/${cast.private}` },
        footer: { text: `SteamID ${cast.rookie}` },
      },
    ],
  })
  await reply.until('8 accounts')
  const { raider, clean, gameBanned, tradeBanned, bothBans, private: hidden, rookie } = cast
  expect(new Set(inputsOf(reply))).toEqual(
    new Set([raider, clean, gameBanned, tradeBanned, mate, bothBans, hidden, rookie]),
  )
})

test.each([
  ['no account', { content: 'raider, honest_joe and 12345678901234567 said hi' }],
  ['no content', {}],
  ['a link to another site', { content: `https://example.com/profiles/${cast.raider}?x=${cast.clean}` }],
])('a message with %s gets an error', async (_, message) => {
  const bot = await startBot()
  const reply = bot.discord.user().useMessageCommand(COMMAND, message)
  expect(await answerTo(reply)).toBe(
    [
      '┃ [#8b949e]',
      '┃ ❌ No account in this message',
      '┃ This message contains no Steam ID and no profile link. Names in messages are not looked up. Use /batch for custom URLs.',
      '👁 Only you can see this',
    ].join('\n'),
  )
  expect(steam.calls.total()).toBe(0)
})
