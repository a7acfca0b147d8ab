import { describe, expect, test } from 'vitest'
import type { SimMessage, SimReply } from '../../../packages/sim-discord/src/index.ts'
import { afterDoubleClick, followUpTo, postedIn, useCommandTests } from '../../support/command-tests.ts'

const { cast, startBot } = await useCommandTests()

const withoutAges = (text: string) => text.replaceAll(/\d+ seconds? ago/g, 'just now')
/** A line of buttons or of a menu, or Discord's own note. */
const isControl = (line: string) => /^(\[|▾| {2}○|👁)/.test(line)
/** What a channel is told of a card: what Steam says, and nothing about our list or the check mark that needs it. */
const partOfSteam = (text: string) =>
  withoutSource(
    text.replaceAll('✅', 'ℹ️').replaceAll('No bans on record: Steam, our list', 'Steam: no bans on record'),
  )
/** A posted list names Steam as its source. */
const withoutSource = (text: string) => text.replaceAll('Steam: ', '')

/** The text of an ephemeral answer, without its buttons, menus and Discord's own note. */
const shownBy = (reply: SimReply) =>
  withoutAges(
    reply
      .text()
      .split('\n')
      .filter((line) => !isControl(line))
      .join('\n'),
  )
const labelsOf = (message: SimMessage) => message.buttons().map(({ label }) => label)

describe('Post in channel', () => {
  test.each([
    ['a lookup', '/lookup raider', 'Post in channel', []],
    ['a lookup of hostile names', `/lookup ${cast.hostileMarkdown}`, 'Post in channel', []],
    ['banned friends', `/friends ${cast.manyBanned}`, 'page 1 of 6', [`friends-${cast.manyBanned}.csv`]],
    ['an inventory', `/inventory ${cast.hoarder}`, '70 items', []],
    ['a private inventory', `/inventory ${cast.inventoryPrivate}`, 'is private', []],
    ['a private friend list', `/friends ${cast.friendsPrivate}`, 'is private', []],
    ['private statistics', `/stats ${cast.statsPrivate}`, 'are private', []],
    ['a batch', `/batch ${cast.raider} ${cast.clean} ${cast.deletedBans}`, '📋 3 accounts', ['accounts.csv']],
  ])('posts the answer to %s with its files, and says who posted it and when', async (_, line, expected, files) => {
    const bot = await startBot()
    const user = bot.discord.user({ name: 'mod_anna' })
    const reply = user.type(line)
    await reply.until(expected)
    await reply.until('Post in channel')
    const before = reply.files().map(({ name, text }) => [name, text])
    const shown = shownBy(reply)
    const buttons = reply.buttons().map(({ label }) => label)
    const click = reply.click('Post in channel')
    expect((await click.acknowledged()).type).toBe(6)
    const message = await postedIn(bot.discord)
    const [head = '', ...rest] = withoutAges(message.text()).split('\n')
    expect(head).toMatch(
      /^Posted by @mod_anna · \d{1,2} \w+ \d{4} at \d\d:\d\d$|^Posted by @mod_anna · .*\d{4}.*\d\d:\d\d/,
    )
    expect(withoutSource(rest.filter((line) => !isControl(line)).join('\n'))).toBe(partOfSteam(shown))
    expect(message.isEphemeral()).toBe(false)
    expect(labelsOf(message)).toEqual(buttons.filter((label) => !/^(Post in channel|Watch.*|Ban)$/.test(label)))
    expect(message.files().map(({ name, text }) => [name, text])).toEqual(before)
    expect(before.map(([name]) => name)).toEqual(files)
    expect(message.notifies).toEqual([])
    // The ephemeral answer stays.
    expect(shownBy(reply)).toBe(shown)
    expect(reply.files().map(({ name, text }) => [name, text])).toEqual(before)
  })

  test('posts once, however often it is clicked', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type('/lookup raider')
    await reply.until('Steam:')
    for (const click of [reply.click('Post in channel'), reply.click('Post in channel')]) await click.acknowledged()
    await postedIn(bot.discord)
    await afterDoubleClick()
    await reply.click('Post in channel').acknowledged()
    await expect
      .poll(() => bot.log.filter(({ command }) => command === 'button post').map(({ outcome }) => outcome))
      .toEqual(['repeated', 'answered', 'repeated'])
    expect(bot.discord.channel()).toHaveLength(1)
  })

  test('shows an ephemeral error when Discord forbids the post, and keeps the answer', async () => {
    const bot = await startBot()
    const reply = bot.discord.user().type('/lookup raider')
    await reply.until('Steam:')
    bot.discord.rest.fail({ match: 'followup', status: 403, body: { message: 'Missing Permissions', code: 50013 } })
    const click = reply.click('Post in channel')
    await followUpTo(click)
    expect(reply.text()).toContain('Steam: 1 VAC ban')
    expect(bot.discord.channel()).toEqual([])
  })
})

test('a posted message of friends charges its pages as a new scan', async () => {
  const bot = await startBot({ DISCORD_USER_PER_MINUTE: '25' })
  const anna = bot.discord.user()
  const reply = anna.type(`/friends ${cast.manyBanned}`)
  await reply.until('page 1 of 3')
  reply.click('Post in channel')
  const message = await postedIn(bot.discord)
  const bernd = bot.discord.user()
  await bernd.press(message, 'Next page').until('page 2 of 3')
  expect(await bernd.press(message, 'Friends 101–250').until('┃ ⏳')).toContain('Slow down')
})
