import { expect, test } from 'vitest'
import { createWorld } from '../../sim/steam/world.ts'
import { botForTest } from '../support/bot.ts'
import { warningsDuring } from '../support/process-events.ts'
import { useSteam } from '../support/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))

/** Whether Steam has both a summary and a ban record of an account. */
function isWhole(steamId: string): boolean {
  const { profile, bans } = steam.world.account(steamId) ?? { profile: null, bans: null }
  return profile !== null && bans !== null && bans !== 'nullEntry'
}

test('500 interactions at once are all acknowledged and answered, at no more than 50 edits a second', async () => {
  // The simulated deadlines are long: this tests the number, and `npm run bench` the speed.
  const start = Date.now()
  const bot = await botForTest({}, { steam }, { clock: () => start + (Date.now() - start) / 10 })
  const { discord } = bot
  discord.rest.reset()
  const complaints = await warningsDuring(async () => {
    const lookups = steam.world.ids
      .filter(isWhole)
      .slice(0, 200)
      .map((id) => discord.user().type(`/lookup ${id}`))
    const unknown = Array.from({ length: 100 }, () => discord.user().sendRaw({ data: { id: '1', name: 'x', type: 1 } }))
    const forged = Array.from({ length: 200 }, (_, index) => {
      const data = { custom_id: `v0:${index}`, component_type: 2, id: 1 }
      return discord.user().sendRaw({ type: 3, data })
    })
    const replies = [...lookups, ...unknown, ...forged]
    expect(replies).toHaveLength(500)
    for (const reply of replies) await reply.acknowledged(10_000)
    for (const reply of lookups) expect(await reply.until(/checked|Not found/, 10_000)).not.toContain('Internal error')
    for (const reply of unknown) expect(await reply.until('┃')).toContain('Unknown command')
    for (const reply of forged) expect(await reply.until('┃')).toContain('This button is outdated')
  })
  expect(complaints).toEqual([])
  const requests = discord.rest.requests()
  expect(requests.filter(({ status }) => status >= 300)).toEqual([])
  expect(discord.rateLimited()).toBe(0)
  const edits = requests.filter(({ route }) => route === 'edit').map(({ at }) => at)
  expect(edits).toHaveLength(200)
  // Acknowledgements do not queue behind answers: the last one is sent before the last edit. The number of edits before it
  // depends on the machine.
  const lastCallback = requests.map(({ route }) => route).lastIndexOf('callback')
  expect(requests.slice(0, lastCallback).filter(({ route }) => route === 'edit').length).toBeLessThan(200)
  // Edits of one second may arrive up to 200 ms late, and then fall into the next second.
  const busiest = Math.max(...edits.map((start) => edits.filter((at) => at >= start && at < start + 800).length))
  expect(busiest).toBeLessThanOrEqual(50)
  await expect.poll(() => bot.log.filter(({ msg }) => msg === 'interaction')).toHaveLength(500)
})
