import { describe, expect, test, vi } from 'vitest'
import type { SimReply } from '../../sim/discord/reply.ts'
import { createWorld } from '../../sim/steam/world.ts'
import { createRateLimits } from '../../src/discord/rate-limits.ts'
import { CommandError } from '../../src/discord/command-error.ts'
import { botForTest } from '../support/bot.ts'
import { useSteam } from '../support/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))

/** Why a take was refused, `granted` when it was not. */
async function outcomeOf(take: Promise<void>): Promise<string> {
  try {
    await take
    return 'granted'
  } catch (error) {
    if (error instanceof CommandError) return error.code
    throw error
  }
}

describe('a user’s minute', () => {
  test('is spent by what each look-up weighs', async () => {
    const limits = createRateLimits({ userPerMinute: 25, guildPerMinute: 0 })
    await limits.take('ada', 'guild', 20)
    await limits.take('ada', 'guild', 5)
    expect(await outcomeOf(limits.take('ada', 'guild', 1))).toBe('rate_limited')
  })

  test('is their own, in whatever server', async () => {
    const limits = createRateLimits({ userPerMinute: 1, guildPerMinute: 0 })
    await limits.take('ada', 'guild', 1)
    expect(await outcomeOf(limits.take('ada', 'another', 1))).toBe('rate_limited')
    expect(await outcomeOf(limits.take('bob', 'guild', 1))).toBe('granted')
  })

  test('has room again a minute later, and the refusal says when', async () => {
    vi.useFakeTimers()
    try {
      const limits = createRateLimits({ userPerMinute: 1, guildPerMinute: 0 })
      await limits.take('ada', null, 1)
      await vi.advanceTimersByTimeAsync(15_000)
      await expect(limits.take('ada', null, 1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 45_000 })
      await vi.advanceTimersByTimeAsync(45_000)
      expect(await outcomeOf(limits.take('ada', null, 1))).toBe('granted')
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not spent by what is free, nor by what was refused', async () => {
    const limits = createRateLimits({ userPerMinute: 10, guildPerMinute: 0 })
    await limits.take('ada', 'guild', 8)
    for (let time = 0; time < 3; time++) await limits.take('ada', 'guild', 0)
    for (let time = 0; time < 3; time++) expect(await outcomeOf(limits.take('ada', 'guild', 3))).toBe('rate_limited')
    expect(await outcomeOf(limits.take('ada', 'guild', 2))).toBe('granted')
  })
})

describe('a server’s minute', () => {
  test('is shared by all who are on it', async () => {
    const limits = createRateLimits({ userPerMinute: 0, guildPerMinute: 2 })
    await limits.take('ada', 'guild', 1)
    await limits.take('bob', 'guild', 1)
    await expect(limits.take('cem', 'guild', 1)).rejects.toMatchObject({
      code: 'server_rate_limited',
      retryAfterMs: expect.closeTo(60_000, -4),
    })
    expect(await outcomeOf(limits.take('cem', 'another', 1))).toBe('granted')
  })

  test('is no matter in direct messages', async () => {
    const limits = createRateLimits({ userPerMinute: 0, guildPerMinute: 1 })
    for (let time = 0; time < 3; time++) expect(await outcomeOf(limits.take('ada', null, 1))).toBe('granted')
  })

  test('that is over costs its user nothing', async () => {
    const limits = createRateLimits({ userPerMinute: 5, guildPerMinute: 1 })
    await limits.take('bob', 'guild', 1)
    for (let time = 0; time < 3; time++)
      expect(await outcomeOf(limits.take('ada', 'guild', 5))).toBe('server_rate_limited')
    expect(await outcomeOf(limits.take('ada', 'another', 5))).toBe('granted')
    expect(await outcomeOf(limits.take('ada', 'a third', 1))).toBe('rate_limited')
  })
})

test('a limit of 0 is none', async () => {
  const limits = createRateLimits({ userPerMinute: 0, guildPerMinute: 0 })
  for (let time = 0; time < 20; time++) expect(await outcomeOf(limits.take('ada', 'guild', 1_000))).toBe('granted')
})

describe('in Discord', () => {
  const TOO_MUCH =
    /Slow down\n┃ You have reached your look-up limit for this minute\. Try again in (1 minute|\d\d seconds)\./
  const TOO_MUCH_TOGETHER =
    /This server is busy\n┃ This server has reached its look-up limit for this minute\. Try again in (1 minute|\d\d seconds)\./

  const botWithLimits = (user: number, guild = 0) =>
    botForTest({ DISCORD_USER_PER_MINUTE: String(user), DISCORD_GUILD_PER_MINUTE: String(guild) }, { steam })

  /** What was shown at last: an answer, or a refusal with when to try again. */
  const answered = (reply: SimReply) => reply.until(/Slow down|is busy|checked .* ago|Cancelled/)

  test('a look-up counts 1, and the refusal is private and says when to try again', async () => {
    const bot = await botWithLimits(2)
    const user = bot.discord.user()
    await answered(user.type('/lookup raider'))
    await answered(user.type('/stats raider'))
    const refused = user.type('/lookup raider')
    expect(await answered(refused)).toMatch(TOO_MUCH)
    expect(refused.isEphemeral()).toBe(true)
    expect(refused.buttons().map(({ label }) => label)).toEqual(['Try again'])
    expect(await answered(bot.discord.user().type('/lookup raider'))).toContain('1 VAC ban')
  })

  test('buttons count as what they do', async () => {
    const bot = await botWithLimits(3)
    const reply = bot.discord.user().type('/lookup raider')
    await answered(reply)
    await reply.click('Stats').until('Rust statistics')
    await reply.click('Back').until('1 VAC ban')
    expect(await reply.click('Refresh').until('Slow down')).toMatch(TOO_MUCH)
  })

  test('a friend scan counts 20, turning its pages 1', async () => {
    const bot = await botWithLimits(22)
    const user = bot.discord.user()
    const scan = user.type(`/friends ${steam.world.cast.manyBanned}`)
    await scan.until('page 1 of')
    await scan.click('Next').until('page 2 of')
    await answered(user.type('/lookup raider'))
    expect(await answered(user.type('/lookup raider'))).toMatch(TOO_MUCH)
  })

  test('another friend scan does not fit where the first has taken most', async () => {
    const bot = await botWithLimits(39)
    const user = bot.discord.user()
    await user.type('/friends raider').until('checked friends')
    expect(await answered(user.type('/friends raider'))).toMatch(TOO_MUCH)
  })

  test('cancelling counts nothing', async () => {
    const bot = await botWithLimits(20)
    steam.dial.set('games', { latencyMs: 5_000 })
    const scan = bot.discord.user().type(`/friends ${steam.world.cast.scan}`)
    await scan.until('of 100 checked')
    scan.click('Cancel')
    expect(await scan.until('Cancelled')).toContain('Stopped after')
  })

  test('an inventory counts 2', async () => {
    const bot = await botWithLimits(3)
    const user = bot.discord.user()
    await answered(user.type(`/inventory ${steam.world.cast.hoarder}`))
    expect(await answered(user.type(`/inventory ${steam.world.cast.hoarder}`))).toMatch(TOO_MUCH)
    await answered(user.type('/lookup raider'))
    expect(await answered(user.type('/lookup raider'))).toMatch(TOO_MUCH)
  })

  test('a batch counts as many as it holds, however they come', async () => {
    const bot = await botWithLimits(8)
    const user = bot.discord.user()
    const { raider, clean, lonely, scan } = steam.world.cast
    await answered(user.type(`/batch ${raider} ${clean} ${lonely}`))
    await answered(user.useMessageCommand('Check Steam accounts', { content: `${raider} and ${clean}` }))
    expect(await answered(user.type(`/batch ${raider} ${clean} ${lonely} ${scan}`))).toMatch(TOO_MUCH)
    await answered(user.type(`/batch ${raider} ${clean} ${lonely}`))
    expect(await answered(user.type('/lookup raider'))).toMatch(TOO_MUCH)
  })

  test('what is not understood counts nothing', async () => {
    const bot = await botWithLimits(1)
    const user = bot.discord.user()
    for (let time = 0; time < 3; time++) await user.type('/batch "!!! ???"').until('No account recognized')
    await answered(user.type('/lookup raider'))
  })

  test('all on a server share its minute, and another server has its own', async () => {
    const bot = await botWithLimits(0, 2)
    await answered(bot.discord.user().type('/lookup raider'))
    await answered(bot.discord.user().type('/lookup raider'))
    expect(await answered(bot.discord.user().type('/lookup raider'))).toMatch(TOO_MUCH_TOGETHER)
    const elsewhere = bot.discord.user({ guildId: '923456789012345678' })
    expect(await answered(elsewhere.type('/lookup raider'))).toContain('1 VAC ban')
  })

  test('0 is no limit', async () => {
    const bot = await botWithLimits(0)
    const user = bot.discord.user()
    const replies = Array.from({ length: 30 }, () => user.type('/lookup raider'))
    for (const reply of replies) expect(await answered(reply)).toContain('1 VAC ban')
  })
})
