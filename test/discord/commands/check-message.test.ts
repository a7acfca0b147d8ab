import { describe, expect, test } from 'vitest'
import type { SimReply } from '../../../packages/sim-discord/src/index.ts'
import { answerTo, useCommandTests } from '../../support/command-tests.ts'

const { steam, cast, startBot } = await useCommandTests()

const COMMAND = 'Check Steam accounts'
/** The requests for members of servers. */
const memberRequests = (bot: Awaited<ReturnType<typeof startBot>>) =>
  bot.discord.rest.requests().filter(({ path }) => path.includes('/members/'))

const rowsOf = (reply: SimReply) =>
  (reply.files().find(({ name }) => name === 'accounts.csv')?.text ?? '').trim().split('\n').slice(1)
/** The inputs in the CSV file; ids have an apostrophe in front. */
const inputsOf = (reply: SimReply) => rowsOf(reply).map((row) => row.split(',')[0]?.replace(/^'/, ''))

/** The ids in the menu of an answer about a few accounts, which has no file. */
const idsOf = (reply: SimReply) => [...reply.text().matchAll(/ – (\d{17}) · /g)].map(([, id = '']) => id)

test('ids and profile links of a message are checked, its words are not', async () => {
  const bot = await startBot()
  const reply = bot.discord.user().useMessageCommand(COMMAND, {
    author: { id: bot.discord.user({ nick: 'Bob' }).id },
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
  expect(text).not.toContain('In the names of')
  expect(inputsOf(reply)).toEqual([cast.raider, 'honest_joe'])
  expect(reply.isEphemeral()).toBe(true)
  expect(bot.discord.channel()).toEqual([])
  expect(reply.message()?.notifies).toEqual([])
})

test('the question and the answers of a poll are read', async () => {
  const bot = await startBot()
  const answer = { answer_id: 1, poll_media: { text: cast.clean } }
  const poll = { question: { text: `Ban ${cast.raider}?` }, answers: [answer] }
  const reply = bot.discord.user().useMessageCommand(COMMAND, { poll, author: { bot: true } })
  await reply.until('2 accounts')
  expect(new Set(inputsOf(reply))).toEqual(new Set([cast.raider, cast.clean]))
})

const PICTURE = { name: 'proof.png', data: 'x', contentType: 'image/png' }

test('files that cannot be read are named beside the accounts of the message', async () => {
  const bot = await startBot()
  const files = [
    PICTURE,
    { name: 'huge.txt', data: cast.raider, size: 1024 * 1024 + 1 },
    { name: 'log.zip', data: Uint8Array.of(80, 75, 3, 4, 0, 0, 255) },
    { name: 'log.txt', data: cast.clean },
  ]
  const gone = { id: '900000000000000002', filename: 'gone.txt', size: 5, url: 'https://example.com/gone.txt' }
  const reply = bot.discord
    .user()
    .useMessageCommand(COMMAND, { content: cast.raider, files, attachments: [gone], author: { bot: true } })
  const text = await reply.until('2 accounts')
  expect(text).toContain('4 lines not recognized')
  expect(text).toContain('Not a text file – proof.png')
  expect(text).toContain('File too large – huge.txt')
  expect(text).toContain('Not a text file – log.zip')
  expect(text).toContain('File not readable – gone.txt')
})

test('a message with an unread part is not said to contain no account', async () => {
  const bot = await startBot()
  const message = { content: 'look', files: [PICTURE], author: { bot: true } }
  expect(await answerTo(bot.discord.user().useMessageCommand(COMMAND, message))).toContain(
    [
      '┃ ❌ Message not read completely',
      '┃ What could be read of this message contains no Steam ID and no profile link.',
      '┃ Not a text file – proof.png',
    ].join('\n'),
  )
})

test.each([
  ['a message', {}],
  ['a forwarded message', { forwards: {} }],
])('the content of %s that Discord did not send is not called empty', async (_, message) => {
  const bot = await startBot()
  const reply = bot.discord.user().useMessageCommand(COMMAND, { ...message, author: { bot: true } })
  expect(await answerTo(reply)).toContain(
    '┃ ❌ Content not sent by Discord\n┃ Discord did not send what this message contains',
  )
})

test('the words of a message, and names of its author that are no ids, are not looked up', async () => {
  const bot = await startBot()
  const author = { id: bot.discord.user({ nick: 'raider (12345678901234567)' }).id }
  const content = `raider and 12345678901234567 said hi: https://discord.com/channels/${cast.raider}/${cast.clean}`
  const reply = bot.discord.user().useMessageCommand(COMMAND, { content, author })
  expect(await answerTo(reply)).toContain(
    '┃ ❌ No account in this message\n┃ Neither this message nor the nickname of its author contains a Steam ID or a profile link. Names are not looked up; use /batch for custom URLs. Nothing was stored.',
  )
  expect(steam.calls.total()).toBe(0)
})

describe('the nickname of the author', () => {
  test('is read as strictly as the message, and named as the place of its accounts on every page', async () => {
    const bot = await startBot()
    const nick = '*Bob* STEAM_1:1:19872351'
    const author = bot.discord.user({ name: cast.gameBanned, nick })
    const moderator = bot.discord.user()
    const reply = moderator.useMessageCommand(COMMAND, { content: `ban ${cast.clean} pls`, author: { id: author.id } })
    const text = await answerTo(reply)
    const place = `In the names of @${author.name}: \`${cast.raider}\` (nickname). People choose their own names, so an account there may belong to somebody else.`
    expect(text).toContain(`┃ 🪪 ${place}`)
    // The names of the author besides the nickname are not read.
    expect(new Set(idsOf(reply))).toEqual(new Set([cast.clean, cast.raider]))
    expect(memberRequests(bot)).toMatchObject([
      { method: 'GET', path: `/guilds/${bot.discord.guild().id}/members/${author.id}`, status: 200 },
    ])
    expect(bot.discord.rest.requests().filter(({ body }) => JSON.stringify(body ?? '').includes('Bob'))).toEqual([])
  })

  test('is named although the account is in the message, too, and is no duplicate of it', async () => {
    const bot = await startBot()
    const author = bot.discord.user({ nick: '[U:1:39744703] Bob' })
    const reply = bot.discord.user().useMessageCommand(COMMAND, { content: `I am ${cast.raider}`, author })
    const text = await answerTo(reply)
    expect(text).toContain(`\`${cast.raider}\` (nickname)`)
    expect(text).not.toContain('duplicate')
    expect(idsOf(reply)).toEqual([cast.raider])
  })

  test('with a link is looked up by the custom URL of the link', async () => {
    const bot = await startBot()
    const author = bot.discord.user({ nick: 'steamcommunity.com/id/raider' })
    const reply = bot.discord.user().useMessageCommand(COMMAND, { content: 'hi', author })
    expect(await answerTo(reply)).toContain('raider (nickname)')
    expect(idsOf(reply)).toEqual([cast.raider])
  })

  const UNREADABLE = 'the nickname of its author could not be read: they may have left this server'

  test.each([
    ['of somebody who is no member', () => {}],
    [
      'when Discord refuses to show it',
      (bot: Awaited<ReturnType<typeof startBot>>) => bot.discord.rest.fail({ match: 'member', status: 403 }),
    ],
    [
      'when Discord does not answer in time',
      (bot: Awaited<ReturnType<typeof startBot>>) => bot.discord.rest.fail({ match: 'member', status: 'hang' }),
    ],
  ])('%s is not called empty', async (_, prepare) => {
    const bot = await startBot()
    prepare(bot)
    const author = _ === 'of somebody who is no member' ? { name: 'gone' } : bot.discord.user({ nick: 'Bob' })
    const nothing = bot.discord.user().useMessageCommand(COMMAND, { content: 'hi', author })
    expect(await answerTo(nothing)).toContain(UNREADABLE)
  })

  test('that could not be read is told beside the accounts of the message', async () => {
    const bot = await startBot()
    bot.discord.guild().removeBot()
    const author = bot.discord.user({ nick: cast.raider })
    const reply = bot.discord.user().useMessageCommand(COMMAND, { content: cast.clean, author })
    const text = await answerTo(reply)
    expect(text).toMatch(/┃ ❔ The nickname of @member\d+ could not be read: they may have left this server/)
    expect(idsOf(reply)).toEqual([cast.clean])
  })

  test('is not asked for in a server that has not installed the bot', async () => {
    const bot = await startBot({ USER_INSTALL: 'on' })
    bot.discord.guild().uninstall()
    const author = bot.discord.user({ nick: cast.raider })
    const user = bot.discord.user({ hasInstalled: true })
    const reply = user.useMessageCommand(COMMAND, { content: 'hi', author })
    expect(await answerTo(reply)).toContain('This message contains no Steam ID and no profile link. Names are not')
    expect(memberRequests(bot)).toEqual([])
  })

  test.each([
    ['a bot', { author: { bot: true, name: cast.raider } }],
    ['a webhook', { author: { name: cast.raider }, webhookId: '100000000000000001' }],
  ])('of %s does not exist, and is not asked for', async (_, message) => {
    const bot = await startBot()
    const reply = bot.discord.user().useMessageCommand(COMMAND, { ...message, content: 'hi' })
    expect(await answerTo(reply)).toContain(
      '┃ This message contains no Steam ID and no profile link. Names are not looked up;',
    )
    expect(memberRequests(bot)).toEqual([])
  })
})
