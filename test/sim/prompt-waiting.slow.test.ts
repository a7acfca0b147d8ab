import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { CAST } from '../../sim/steam/cast.ts'
import { startSteam, type SimSteam } from '../../sim/steam/server.ts'
import { openTestPrompt, startPromptBot, type PromptBot } from './prompt-support.ts'

let steam: SimSteam
let bot: PromptBot

beforeAll(async () => {
  steam = await startSteam()
  bot = await startPromptBot(steam)
}, 30_000)
afterEach(() => {
  steam.dial.reset()
  expect(bot.discord.violations()).toEqual([])
})
afterAll(async () => {
  await bot.close()
  await steam.close()
})

/** Makes friend scans last longer than a test, until the dial is reset. */
const slowDownScans = () => steam.dial.set('games', { latencyMs: 100, jitterMs: 800 })

describe('a scan', () => {
  test('redraws its progress in place while the prompt stays usable', async () => {
    slowDownScans()
    const { enter, until, everything, input } = openTestPrompt(bot, 90)
    enter(`/friends ${CAST.scan}`)
    await until(/Loading the friend list/)
    input.write('/inven')
    expect(await until(/[1-9]\d* of 100 checked/)).toMatch(/moderator: \/inven$/)
    input.write(`tory ${CAST.hoarder}\r`)
    await until(/#1 .*\n┃ 🔎[^]*#2 \/inventory \d+\n┃ 🎒/u)
    steam.dial.reset()
    await until(/#1 .*\n┃ ⛔ Friends of[^]*#2 .*\n┃ 🎒/u)
    expect(everything().match(/#1/g)).toHaveLength(1)
  })

  test('that has scrolled off the screen is announced, can be shown again, and can be cancelled', async () => {
    slowDownScans()
    const { enter, until, everything } = openTestPrompt(bot, 20)
    enter(`/friends ${CAST.manyBanned}`)
    await until(/[1-9]\d* of 100 checked/)
    enter(`/inventory ${CAST.hoarder}`)
    await until(/page 1 of 5[^]*\n#1 has changed; show it with: #1\nmoderator:$/)
    enter('#1')
    expect(await until(/\[1 ✖️ Cancel\]\n.*\n\nmoderator:$/u)).not.toMatch(/has changed/)
    enter('1')
    await until(/\[2 🔄 Scan again\]/u)
    expect(everything()).toMatch(/#1 \/friends \d+ › ✖️ Cancel\n┃ ❔ Cancelled/u)
  })
})

test('a click without an answer of the bot fails after 3 s', async () => {
  const leaving = await startPromptBot(steam)
  onTestFinished(() => leaving.discord.close())
  const { enter, until } = openTestPrompt(leaving)
  enter('/lookup raider')
  await until(/Friend list/)
  await leaving.leave()
  enter('1')
  await until(/This interaction failed: the bot did not answer within 3 s\./)
})
