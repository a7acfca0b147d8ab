import { describe, expect, test } from 'vitest'
import { answering, asked } from './support.ts'

describe('discord.js', () => {
  test('waits five seconds, then starts a new session when its session is invalid, without the events in between', async () => {
    const { sim } = await answering(async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply(interaction.options.getString('account', true))
    })
    sim.gateway.invalidate(false)
    expect(sim.gateway.isConnected()).toBe(false)
    const lost = sim.user().type('/friends lost')
    await sim.gateway.untilReady()
    const reply = sim.user().type('/friends here')
    expect(await reply.until('here')).toBe('here')
    expect([lost.message(), sim.gateway.sessions(), sim.gateway.resumes()]).toEqual([undefined, 2, 0])
  })

  test('waits for the next window instead of exceeding five edits in five seconds', async () => {
    const { sim } = await answering(async (interaction) => {
      if (!interaction.isChatInputCommand()) return
      await interaction.deferReply()
      await Promise.all(Array.from({ length: 6 }, (_, index) => interaction.editReply(`edit ${index}`)))
    })
    const reply = sim.user().type('/friends raider')
    await reply.until('edit 5', 10_000)
    const [, first, , , , fifth, sixth] = reply.edits().map(({ at }) => at)
    expect((fifth ?? 0) - (first ?? 0)).toBeLessThan(4_000)
    expect((sixth ?? 0) - (first ?? 0)).toBeGreaterThan(4_500)
    expect(sim.rateLimited()).toBe(0)
  })
})

test('a command without an answer fails after three seconds', async () => {
  const { reply } = await asked()
  expect(await reply.until('did not respond', 4_000)).toBe('⚠ The application did not respond')
})
