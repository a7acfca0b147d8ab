import { describe, expect, test } from 'vitest'
import { type SimReply } from '../../packages/sim-discord/src/index.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { botForTest, useBotService } from '../support/bot.ts'
import { warningsDuring } from '../support/process-events.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const LOOKUP = { id: '1', name: 'lookup', type: 1 }
const TEXT_OPTION = 3

const steam = await useSteam(createWorld({ accounts: 300 }))
const service = useBotService(steam)

const { cast } = steam.world

const account = (value: unknown, more: object = {}) => [{ type: TEXT_OPTION, name: 'account', value, ...more }]

/** Expects that the bot still serves others, with no error in the log and no warning from Node. */
async function expectCalm(work: () => Promise<void>): Promise<void> {
  const complaints = await warningsDuring(async () => {
    await work()
    expect(await service().discord.user().type('/lookup raider').until('checked', 10_000)).toContain('1 VAC ban')
  })
  expect(complaints).toEqual([])
  expect(service().log.filter(({ level }) => level >= 50)).toEqual([])
  expect(service().log.filter(({ code }) => code === 'internal')).toEqual([])
}

/** The final text of a reply. */
async function finalTextOf(reply: SimReply): Promise<string> {
  await reply.acknowledged(10_000)
  const text = await reply.until('┃', 10_000)
  expect(reply.isEphemeral()).toBe(true)
  return text
}

describe('a command that no client would send', () => {
  const odd: [what: string, data: object][] = [
    ['null for options', { ...LOOKUP, options: null }],
    ['a number for a text', { ...LOOKUP, options: account(7_656_119, { type: 4 }) }],
    ['a boolean for a text', { ...LOOKUP, options: account(true, { type: 5 }) }],
    ['a subcommand for a text', { ...LOOKUP, options: [{ type: 1, name: 'account', options: account('raider') }] }],
    ['an option of another name', { ...LOOKUP, options: [{ type: 3, name: '__proto__', value: 'raider' }] }],
    ['an option without a value', { ...LOOKUP, options: [{ type: 3, name: 'account' }] }],
    [
      'a file that is not there',
      { id: '1', name: 'batch', type: 1, options: [{ type: 11, name: 'file', value: '7' }] },
    ],
  ]

  test.each(odd)('(%s) gets an error and does not affect others', async (_, data) => {
    await expectCalm(async () => {
      expect(await finalTextOf(service().discord.user().sendRaw({ data }))).toMatch(/┃/)
    })
  })

  test.each([
    ['10,000 characters', 'x'.repeat(10_000)],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['mentions', '@everyone @here <@1> <@&2> <#3> </lookup:4>'],
    ['a null byte and escapes', '\u0000\u001b[2J\r\n'],
    ['right-to-left and nothing wide', '\u202e\u200b\u2066raider\u2069'],
    ['letters under a heap of marks', `Z${'\u0351'.repeat(1_000)}`],
    ['__proto__', '__proto__'],
    ['nothing', ''],
  ])('with an account that is %s gets an answer that Discord accepts', async (_, value) => {
    await expectCalm(async () => {
      const reply = service()
        .discord.user()
        .sendRaw({ data: { ...LOOKUP, options: account(value) } })
      const text = await finalTextOf(reply)
      expect(text.length).toBeLessThan(4_000)
      expect(reply.message()?.notifies).toEqual([])
    })
  })
})

test('500 interactions at once, with 100 scans and 100 batches, are all acknowledged, and answered or refused with a reason', async () => {
  const start = Date.now()
  // The simulated deadlines are long: this tests the number, not the speed.
  const bot = await botForTest(
    { DISCORD_GUILD_PER_MINUTE: '2000' },
    { steam },
    { clock: () => start + (Date.now() - start) / 10 },
  )
  const complaints = await warningsDuring(async () => {
    const replies = Array.from({ length: 500 }, (_, index) => {
      const user = bot.discord.user()
      if (index % 5 === 0) return user.type(`/friends ${cast.scan}`)
      if (index % 5 === 1) return user.type(`/batch ${cast.raider} ${cast.clean} ${cast.lonely}`)
      if (index % 5 === 2)
        return user.sendRaw({ type: 3, data: { custom_id: `v1:refresh:${cast.raider}`, component_type: 2, id: 1 } })
      if (index % 5 === 3) return user.type(`/stats ${cast.veteran}`)
      return user.type('/lookup raider')
    })
    for (const reply of replies) await reply.acknowledged(20_000)
    for (const reply of replies)
      await reply.until(/checked .*ago|checked friends|checked <t:|is busy|Slow down|┃/, 60_000)
  })
  expect(complaints).toEqual([])
  await expect.poll(() => bot.log.filter(({ msg }) => msg === 'interaction').length, { timeout: 20_000 }).toBe(500)
  expect(bot.log.filter(({ level }) => level >= 50)).toEqual([])
  expect(bot.discord.rateLimited()).toBe(0)
}, 120_000)
