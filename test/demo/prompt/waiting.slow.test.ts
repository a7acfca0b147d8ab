import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CAST } from '../../../packages/sim-steam/src/cast.ts'
import { startBotService, type BotService } from '../../support/bot.ts'
import { openTestPrompt } from './support.ts'

let bot: BotService

beforeAll(async () => {
  bot = await startBotService({ steamConcurrency: 10 })
}, 30_000)
afterEach(() => {
  bot.sim.dial.reset()
  expect(bot.discord.violations()).toEqual([])
})
afterAll(() => bot.close())

/** Makes friend scans last longer than a test, until the dial is reset. */
const slowDownScans = () => bot.sim.dial.set('games', { latencyMs: 100, jitterMs: 800 })

describe('a scan', () => {
  test('redraws its progress in place while the prompt stays usable', async () => {
    slowDownScans()
    const { enter, until, everything, input } = openTestPrompt(bot, 90)
    enter(`/friends ${CAST.scan}`)
    await until(/Loading the friend list/)
    input.write('/inven')
    expect(await until(/[1-9]\d* of 100 (?:checked|done)/)).toMatch(/moderator: \/inven$/)
    input.write(`tory ${CAST.hoarder}\r`)
    await until(/#1 .*\n┃ 🔎[^]*#2 \/inventory \d+\n┃ 🎒/u)
    bot.sim.dial.reset()
    await until(/#1 .*\n┃ 👥 Friends of[^]*#2 .*\n┃ 🎒/u)
    expect(everything().match(/#1/g)).toHaveLength(1)
  })
})
