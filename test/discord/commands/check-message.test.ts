import { expect, test } from 'vitest'
import type { SimReply } from '../../../sim-discord/src/index.ts'
import { answerTo, useCommandTests } from '../../support/command-tests.ts'

const { steam, cast, startBot, startRestartableBot } = await useCommandTests()

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

test('title, text, URL and fields of an embed are checked, as server logs are embeds', async () => {
  const bot = await startBot()
  const reply = bot.discord.user().useMessageCommand(COMMAND, {
    author: { bot: true, name: 'server log' },
    embeds: [
      {
        title: `Report against ${cast.raider}`,
        description: `by [Honest Joe](https://steamcommunity.com/profiles/${cast.clean})`,
        url: `https://steamcommunity.com/profiles/${cast.gameBanned}`,
        fields: [{ name: `Mate ${cast.tradeBanned}`, value: `killed [U:1:${39_744_703 + 1}]` }],
      },
    ],
  })
  await reply.until('5 accounts')
  expect(inputsOf(reply)).toEqual([
    cast.raider,
    cast.clean,
    cast.gameBanned,
    cast.tradeBanned,
    String(BigInt(cast.raider) + 1n),
  ])
})

test('an account with bans counts as banned although Steam left out its profile, and can be tried again', async () => {
  const bot = await startBot()
  const reply = bot.discord.user().useMessageCommand(COMMAND, { content: `${cast.clean} ${cast.deletedSummary}` })
  const text = await answerTo(reply)
  expect(text).toContain('⛔ 1 of 2 checked accounts banned.\n┃ ❔ Profile not returned by Steam: 1 account.\n')
  expect(text).toContain(
    `⛔ \`${cast.deletedSummary}\` · 1 VAC ban on record, last ban 900 days ago; profile not returned\n`,
  )
  expect(text.indexOf(cast.deletedSummary)).toBeLessThan(text.indexOf(cast.clean))
  expect(text).toContain('Try 1 account again')
  // Its record has an age too, also where no other account has one.
  const alone = bot.discord.user().useMessageCommand(COMMAND, { content: cast.deletedSummary })
  expect(await answerTo(alone)).toMatch(/profile not returned\n(?:┃ .*\n)*?┃ checked \d+ seconds? ago\n/)
})

test('author and footer of an embed are checked', async () => {
  const bot = await startBot()
  const reply = bot.discord.user().useMessageCommand(COMMAND, {
    embeds: [
      {
        author: { name: `Roof Raider (${cast.raider})`, url: `https://steamcommunity.com/profiles/${cast.gameBanned}` },
        description: 'banned a player',
        footer: { text: `SteamID ${cast.clean}` },
      },
    ],
  })
  await answerTo(reply)
  expect(new Set(inputsOf(reply))).toEqual(new Set([cast.raider, cast.gameBanned, cast.clean]))
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

test('the answer is available in German', async () => {
  const bot = await startBot()
  const user = bot.discord.user({ locale: 'de' })
  const text = await answerTo(user.useMessageCommand(COMMAND, { content: cast.raider }))
  expect(text).toContain('Roof Raider')
  expect(text).toContain('1 VAC-Ban, letzter Ban vor 412 Tagen')
})

test('the check of more than 50 accounts goes on after a restart of the bot', async () => {
  const { discord, restart } = await startRestartableBot({ DISCORD_USER_PER_MINUTE: '60' })
  const ids = Array.from({ length: 70 }, (_, index) => String(76_561_198_009_000_000n + BigInt(index)))
  for (const steamId of ids) steam.world.add({ steamId })
  const reply = discord.user().useMessageCommand(COMMAND, { content: ids.join('\n') })
  await reply.until('are used up')
  await restart()
  expect(reply.text()).toContain('10 accounts not checked yet.\n┃ ⏹️ Restarting.\n')
  reply.click('Continue')
  await reply.until((text) => !text.includes('not checked yet'))
  expect(inputsOf(reply)).toEqual(ids)
})

test('no account looks clean while Steam is down', async () => {
  steam.dial.set('*', { faults: { '503': 1 } })
  const bot = await startBot()
  const text = await answerTo(bot.discord.user().useMessageCommand(COMMAND, { content: cast.clean }))
  expect(text).toContain('1 account could not be checked: bans unknown.')
  expect(text).not.toMatch(/✅|None of|no bans/)
})
