import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { botForTest } from '../support/bot.ts'
import { warningsDuring } from '../support/process-events.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))

/** Whether Steam has both a summary and a ban record of an account. */
function isWhole(steamId: string): boolean {
  const { profile, bans } = steam.world.account(steamId) ?? { profile: null, bans: null }
  return profile !== null && bans !== null && bans !== 'nullEntry'
}

/** Long enough for a machine under load: this tests the number of requests, and `npm run bench` the speed. */
const PATIENCE_MS = 30_000

test('500 interactions at once are all acknowledged and answered, at no more than 40 edits a second', async () => {
  // The simulated deadlines are long as well.
  const start = Date.now()
  const bot = await botForTest({}, { steam }, { clock: () => start + (Date.now() - start) / 10 })
  const { discord } = bot
  discord.rest.reset()
  const edits = () => discord.rest.requests().filter(({ route }) => route === 'edit')
  const startedAt = performance.now()
  const warnings = await warningsDuring(async () => {
    const lookups = steam.world.ids
      .filter(isWhole)
      .slice(0, 200)
      .map((id) => discord.user().type(`/lookup ${id}`))
    const unknown = Array.from({ length: 100 }, () => discord.user().sendRaw({ data: { id: '1', name: 'x', type: 1 } }))
    const forge = (index: number) => {
      const data = { custom_id: `v0:${index}`, component_type: 2, id: 1 }
      return discord.user().sendRaw({ type: 3, data })
    }
    const forged = Array.from({ length: 199 }, (_, index) => forge(index))
    await expect.poll(edits, { interval: 5, timeout: PATIENCE_MS }).not.toEqual([])
    // Acknowledgements do not queue behind answers: this one arrives while answers wait for their edit.
    const late = forge(199)
    await late.acknowledged(PATIENCE_MS)
    expect(edits().length).toBeLessThan(200)
    const replies = [...lookups, ...unknown, ...forged, late]
    expect(replies).toHaveLength(500)
    for (const reply of replies) await reply.acknowledged(PATIENCE_MS)
    for (const reply of lookups)
      expect(await reply.until(/checked|Not found/, PATIENCE_MS)).not.toContain('Internal error')
    for (const reply of unknown) expect(await reply.until('┃')).toContain('Unknown command')
    for (const reply of [...forged, late]) expect(await reply.until('┃')).toContain('This button is outdated')
  })
  expect(warnings).toEqual([])
  expect(discord.rest.requests().filter(({ status }) => status >= 300)).toEqual([])
  expect(discord.rateLimited()).toBe(0)
  expect(edits()).toHaveLength(200)
  // Ten edits at once, then one every 25 ms. Edits may arrive late, and then close together, but never early.
  const early = edits().filter(({ at }, index) => at - startedAt < (index - 10) * 25)
  expect(early).toEqual([])
  await expect.poll(() => bot.log.filter(({ msg }) => msg === 'interaction')).toHaveLength(500)
}, 60_000)
