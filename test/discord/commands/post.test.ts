import { describe, expect, onTestFinished, test } from 'vitest'
import type { BotService } from '../../support/bot.ts'
import type { SimReply } from '../../../sim/discord/reply.ts'
import { startDiscord } from '../../../sim/discord/server.ts'
import { createWorld } from '../../../sim/steam/world.ts'
import { botForTest } from '../../support/bot.ts'
import { useSteam } from '../../support/simulated-steam.ts'

const steam = await useSteam(createWorld())
const { cast } = steam.world

/** The one message that everybody in the channel sees, once it is there. */
async function posted(bot: BotService) {
  await expect.poll(() => bot.discord.channel().length).toBe(1)
  const [message] = bot.discord.channel()
  if (!message) throw new Error('nothing was posted')
  return message
}

/** What a private answer shows, without its files, its buttons and Discord's own remark. */
const shownBy = (reply: SimReply) =>
  reply
    .text()
    .split('\n')
    .filter((line) => !/^(┃ 📎|\[1 |👁)/.test(line))
    .map((line) => line.replace(/\d+ seconds? ago/, 'just now'))
    .join('\n')

describe('Post in channel', () => {
  test.each([
    ['a lookup', '/lookup raider', 'Post in channel'],
    ['a lookup of hostile names', `/lookup ${cast.hostileMarkdown}`, 'Post in channel'],
    ['banned friends', `/friends ${cast.manyBanned}`, 'page 1 of 2'],
    ['statistics', '/stats raider', 'Rust statistics'],
    ['an inventory', `/inventory ${cast.hoarder}`, '70 items'],
    ['a private inventory', `/inventory ${cast.inventoryPrivate}`, 'is private'],
    ['a batch', `/batch ${cast.raider} ${cast.clean} ${cast.deletedBans}`, '3 accounts understood'],
  ])('%s: the same text for everybody, and who asked', async (_, line, expected) => {
    const bot = await botForTest({}, { steam })
    const user = bot.discord.user({ name: 'mod_anna' })
    const reply = user.type(line)
    await reply.until(expected)
    const before = reply.text()
    const click = reply.click('Post in channel')
    expect((await click.acknowledged()).type).toBe(6)
    const message = await posted(bot)
    expect(message.text().replace(/\d+ seconds? ago/, 'just now')).toBe(`Looked up by @mod_anna\n${shownBy(reply)}`)
    expect(message.isEphemeral()).toBe(false)
    expect(message.buttons()).toEqual([])
    expect(message.files()).toEqual([])
    expect(message.notifies).toEqual([])
    // The private answer stays as it was, with everything on it.
    expect(reply.text().replace(/\d+ seconds? ago/, '')).toBe(before.replace(/\d+ seconds? ago/, ''))
    expect(reply.buttons().length).toBeGreaterThan(0)
  })

  test('what a cancelled scan had found, with the remark that the rest is unknown', async () => {
    steam.dial.set('games', { faults: { hang: 1 } })
    const bot = await botForTest({}, { steam })
    const reply = bot.discord.user().type(`/friends ${cast.manyBanned}`)
    await reply.until('of 100 checked')
    reply.click('Cancel')
    await reply.until('Cancelled')
    reply.click('Post in channel')
    expect((await posted(bot)).text()).toMatch(
      /❔ Cancelled\n┃ Stopped after \d+ of 100 friends; nothing is known about the others\./,
    )
  })

  test('in the language of whoever posts it', async () => {
    const bot = await botForTest({}, { steam })
    const reply = bot.discord.user({ locale: 'de', name: 'mod_bernd' }).type('/lookup raider')
    await reply.until('Gebannt')
    reply.click('Im Kanal posten')
    const text = (await posted(bot)).text()
    expect(text).toMatch(/^.*@mod_bernd/)
    expect(text).toContain('Gebannt: 1 VAC-Bann, letzter Bann vor 412 Tagen.')
  })

  test('asks nothing of Steam, and works after a restart of the bot', async () => {
    const discord = await startDiscord()
    onTestFinished(() => discord.close())
    const before = await botForTest({}, { steam, discord })
    const reply = discord.user().type('/lookup raider')
    await reply.until('Banned:')
    await before.close()
    steam.calls.reset()
    steam.dial.set('*', { faults: { '503': 1 } })
    const bot = await botForTest({}, { steam, discord })
    reply.click('Post in channel')
    expect((await posted(bot)).text()).toContain('Banned: 1 VAC ban')
    expect(steam.calls.total()).toBe(0)
  })

  test('refused by Discord: said in private, and nothing is lost', async () => {
    const bot = await botForTest({}, { steam })
    const reply = bot.discord.user().type('/lookup raider')
    await reply.until('Banned:')
    bot.discord.rest.fail({ match: 'followup', status: 403, body: { message: 'Missing Permissions', code: 50013 } })
    const click = reply.click('Post in channel')
    await expect.poll(() => click.followUps().length).toBe(1)
    expect(click.followUps()[0]?.isEphemeral()).toBe(true)
    expect(reply.text()).toContain('Banned: 1 VAC ban')
    expect(bot.discord.channel()).toEqual([])
  })
})
