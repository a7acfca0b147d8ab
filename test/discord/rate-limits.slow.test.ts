import { describe, expect, test, vi } from 'vitest'
import type { SimReply } from '../../packages/sim-discord/src/index.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { createRateLimits } from '../../src/discord/rate-limits.ts'
import { CommandError } from '../../src/discord/command-error.ts'
import { botForTest } from '../support/bot.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { useFakeTimers } from '../support/fake-timers.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))

/** The error code of a take, or `granted`. */
async function outcomeOf(take: Promise<void>): Promise<string> {
  try {
    await take
    return 'granted'
  } catch (error) {
    if (error instanceof CommandError) return error.code
    throw error
  }
}

describe('a user’s quota', () => {
  test('is charged by the cost of each command', async () => {
    const limits = createRateLimits({ userPerMinute: 25, guildPerMinute: 0 })
    await limits.take('ada', 'guild', 20)
    await limits.take('ada', 'guild', 5)
    expect(await outcomeOf(limits.take('ada', 'guild', 1))).toBe('rate_limited')
  })

  test('is refilled after a minute, and the error says when', async () => {
    useFakeTimers()
    const limits = createRateLimits({ userPerMinute: 1, guildPerMinute: 0 })
    await limits.take('ada', null, 1)
    await vi.advanceTimersByTimeAsync(15_000)
    await expect(limits.take('ada', null, 1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterMs: 45_000 })
    await vi.advanceTimersByTimeAsync(45_000)
    expect(await outcomeOf(limits.take('ada', null, 1))).toBe('granted')
  })

  test('is not charged for free or refused commands', async () => {
    const limits = createRateLimits({ userPerMinute: 10, guildPerMinute: 0 })
    await limits.take('ada', 'guild', 8)
    for (let time = 0; time < 3; time++) await limits.take('ada', 'guild', 0)
    for (let time = 0; time < 3; time++) expect(await outcomeOf(limits.take('ada', 'guild', 3))).toBe('rate_limited')
    expect(await outcomeOf(limits.take('ada', 'guild', 2))).toBe('granted')
  })
})

describe('a long batch', () => {
  test('gets what the quotas of the user and the server both have left, and then an error', async () => {
    const limits = createRateLimits({ userPerMinute: 66, guildPerMinute: 111 })
    await limits.take('bob', 'guild', 30)
    expect(await limits.takeUpTo('ada', 'guild', 45)).toBe(45)
    expect(await limits.takeUpTo('ada', 'guild', 45)).toBe(15)
    await expect(limits.takeUpTo('ada', 'guild', 45)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await limits.takeUpTo('eve', 'guild', 45)).toBe(10)
    await expect(limits.takeUpTo('eve', 'guild', 45)).rejects.toMatchObject({ code: 'server_rate_limited' })
    // What the server refused was not taken from the user.
    expect(await limits.takeUpTo('eve', null, 100)).toBe(50)
  })

  test('leaves a tenth of both quotas for single look-ups', async () => {
    const limits = createRateLimits({ userPerMinute: 20, guildPerMinute: 30 })
    expect(await limits.takeUpTo('ada', 'guild', 100)).toBe(18)
    await limits.take('ada', 'guild', 2)
    expect(await outcomeOf(limits.take('ada', 'guild', 1))).toBe('rate_limited')
    expect(await limits.takeUpTo('bob', 'guild', 100)).toBe(7)
    for (let time = 0; time < 3; time++) await limits.take('eve', 'guild', 1)
    expect(await outcomeOf(limits.take('eve', 'guild', 1))).toBe('server_rate_limited')
  })

  test('never gets more than a quota holds', async () => {
    expect(await createRateLimits({ userPerMinute: 10, guildPerMinute: 0 }).takeUpTo('ada', 'guild', 100)).toBe(9)
    expect(await createRateLimits({ userPerMinute: 0, guildPerMinute: 20 }).takeUpTo('ada', 'guild', 100)).toBe(18)
    expect(await createRateLimits({ userPerMinute: 0, guildPerMinute: 0 }).takeUpTo('ada', 'guild', 100)).toBe(100)
  })
})

describe('a server’s quota', () => {
  test('is shared by its users', async () => {
    const limits = createRateLimits({ userPerMinute: 0, guildPerMinute: 2 })
    await limits.take('ada', 'guild', 1)
    await limits.take('bob', 'guild', 1)
    await expect(limits.take('cem', 'guild', 1)).rejects.toMatchObject({
      code: 'server_rate_limited',
      retryAfterMs: expect.closeTo(60_000, -4),
    })
    expect(await outcomeOf(limits.take('cem', 'another', 1))).toBe('granted')
  })

  test('does not apply in direct messages', async () => {
    const limits = createRateLimits({ userPerMinute: 0, guildPerMinute: 1 })
    for (let time = 0; time < 3; time++) expect(await outcomeOf(limits.take('ada', null, 1))).toBe('granted')
  })

  test('refunds the user when it is used up', async () => {
    const limits = createRateLimits({ userPerMinute: 5, guildPerMinute: 1 })
    await limits.take('bob', 'guild', 1)
    for (let time = 0; time < 3; time++)
      expect(await outcomeOf(limits.take('ada', 'guild', 5))).toBe('server_rate_limited')
    expect(await outcomeOf(limits.take('ada', 'another', 5))).toBe('granted')
    expect(await outcomeOf(limits.take('ada', 'a third', 1))).toBe('rate_limited')
  })
})

test('a limit of 0 means unlimited', async () => {
  const limits = createRateLimits({ userPerMinute: 0, guildPerMinute: 0 })
  for (let time = 0; time < 20; time++) expect(await outcomeOf(limits.take('ada', 'guild', 1_000))).toBe('granted')
})

describe('the rate limit in Discord', () => {
  const TOO_MUCH =
    /Slow down\n┃ You have reached your lookup limit for this minute\. Try again (?:with the button \(ready )?in (?:1 minute|\d\d seconds)\)?\./

  const botWithLimits = (user: number, guild = 0) =>
    botForTest({ DISCORD_USER_PER_MINUTE: String(user), DISCORD_GUILD_PER_MINUTE: String(guild) }, { steam })

  /** The last view: an answer, or an error with the time to retry. */
  const answered = (reply: SimReply) => reply.until(/Slow down|is busy|checked .* ago|Stopped by you/)

  test('counts a lookup as 1, and shows an ephemeral error with the time to retry', async () => {
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

  test('counts a friend scan as 20 and each of its pages as 1', async () => {
    const bot = await botWithLimits(22)
    const user = bot.discord.user()
    const scan = user.type(`/friends ${steam.world.cast.manyBanned}`)
    await scan.until('page 1 of')
    await scan.click('Next').until('page 2 of')
    await answered(user.type('/lookup raider'))
    expect(await answered(user.type('/lookup raider'))).toMatch(TOO_MUCH)
  })

  test('counts a batch by its accounts, from text or file', async () => {
    const bot = await botWithLimits(8)
    const user = bot.discord.user()
    const { raider, clean, lonely, scan } = steam.world.cast
    await answered(user.type(`/batch ${raider} ${clean} ${lonely}`))
    await answered(user.useMessageCommand('Check Steam accounts', { content: `${raider} and ${clean}` }))
    expect(await answered(user.type(`/batch ${raider} ${clean} ${lonely} ${scan}`))).toMatch(TOO_MUCH)
    await answered(user.type(`/batch ${raider} ${clean} ${lonely}`))
    expect(await answered(user.type('/lookup raider'))).toMatch(TOO_MUCH)
  })

  test('answers single look-ups of a user whose long list is being checked, and names the list once it is the cause', async () => {
    const bot = await botWithLimits(60)
    const user = bot.discord.user()
    const list = user.type('/batch', { file: { name: 'all.txt', data: steam.world.ids.slice(0, 120).join('\n') } })
    await list.until('are used up')
    for (let time = 0; time < 6; time++) expect(await answered(user.type('/lookup raider'))).toContain('1 VAC ban')
    const refused = await user.type('/lookup raider').until('⏳')
    expect(refused).toContain(
      '⏳ Your list is still being checked\n┃ Your lookups of this minute are used up. Try again ',
    )
    list.click('Stop and keep results')
    await list.until('Stopped by you')
    expect(await answered(user.type('/lookup raider'))).toMatch(TOO_MUCH)
  })
})
