import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CAST } from '../../../packages/sim-steam/src/cast.ts'
import { startBotService, type BotService } from '../../support/bot.ts'
import { folderForTest } from '../../support/folder.ts'
import { openTestPrompt } from './support.ts'

let bot: BotService

beforeAll(async () => {
  bot = await startBotService()
}, 30_000)
afterEach(() => expect(bot.discord.violations()).toEqual([]))
afterAll(() => bot.close())

describe('a command', () => {
  test('is answered under its number, in place of the typed line', async () => {
    const { enter, until } = openTestPrompt(bot)
    enter('/lookup raider')
    expect(await until(/▾ More …/u)).toMatch(
      /^#1 \/lookup raider\n┃ ⛔ Roof Raider\n[^]*\n\[1 🔨 Ban\].*\[4 📢 Post in channel\]\n▾ More …\n[^]*👁 Only you can see this\n\nmoderator:$/u,
    )
  })

  test('accepts a file', async () => {
    const path = join(folderForTest(), 'my players.txt')
    writeFileSync(path, `https://steamcommunity.com/id/raider\n${CAST.bothBans}\n`)
    const { enter, until } = openTestPrompt(bot)
    enter(`/batch file:"${path}"`)
    expect(await until(/📋 2 accounts/)).toMatch(/Roof Raider/)
    enter('/batch file:./nowhere.txt')
    await until(/✗ The file \.\/nowhere\.txt cannot be read\s+\(ENOENT\)\.\nmoderator:$/)
  })

  test('can be a user command on a person by name', async () => {
    const { enter, until } = openTestPrompt(bot)
    enter(`as ${CAST.gameBanned}`)
    await until(/You are/)
    enter('as moderator')
    enter(`@${CAST.gameBanned}`)
    expect(await until(/definitely legit/)).toMatch(/^#1 @\d+ › Apps › Check Steam accounts\n/)
    enter('@nobody')
    await until(/✗ There is nobody called nobody\. There are: moderator, anna, guest/)
  })

  test('with a mistake shows one error line, which the next input replaces', async () => {
    const { enter, until } = openTestPrompt(bot)
    for (const [line, answer] of [
      ['lookup raider', /^✗ Commands begin with a slash: \/lookup raider\nmoderator:$/],
      ['/lookup', /^✗ \/lookup needs the option account: \/lookup account:…\nmoderator:$/],
      ['/friends raider within:soon', /^✗ \/friends: within is a whole number, not "soon"\nmoderator:$/],
      ['1', /^✗ There is no message with buttons yet\.\nmoderator:$/],
      ['#1', /^✗ There is no message #1 yet\.\nmoderator:$/],
      ['file', /^✗ There is no message with a file yet\.\nmoderator:$/],
      ['', /^moderator:$/],
    ] as const) {
      enter(line)
      await until(answer)
    }
  })
})

describe('a button', () => {
  test('updates its message in place', async () => {
    const { enter, until, everything } = openTestPrompt(bot)
    enter(`/lookup ${CAST.veteran}`)
    await until(/○ 📊 Statistics/u)
    enter('open Statistics')
    await until(/^#1 \/lookup \d+ › Statistics\n┃ 📊 wipe day since 2013 · Rust statistics/u)
    enter('1')
    await until(/^#1 \/lookup \d+ › ↩️ Account\n┃ ✅ wipe day/u)
    expect(everything().match(/#1/g)).toHaveLength(1)
  })
})

describe('a menu', () => {
  test('opens an account in a new message, by number or name', async () => {
    const { enter, until } = openTestPrompt(bot)
    enter('open 1')
    await until(/✗ There is no message with a menu yet\./)
    enter(`/batch ${CAST.raider} ${CAST.clean}`)
    await until(/▾ Open an account/u)
    enter('open 9')
    await until(/✗ The menu has no 9\. Options: 1 Roof Raider, 2 Honest Joe\./)
    enter('open Honest')
    await until(/#1 \/batch [^]* › Honest Joe\n[^]*#2 follow-up\n┃ ✅ Honest Joe/u)
  })
})

test('another user can click buttons of public messages only', async () => {
  const { enter, until } = openTestPrompt(bot)
  enter(`/inventory ${CAST.hoarder}`)
  await until(/Post in channel/)
  enter('4')
  await until(/#2 in #moderation, public\nPosted by @moderator/)
  enter('as guest')
  await until(/You are guest now, without moderator permissions\./)
  enter('3')
  await until(/#3 follow-up\n┃ ❌ Not allowed/u)
  enter('as anna')
  await until(/You are anna now, a moderator\./)
  await until(/\nanna:$/)
  enter('#1')
  enter('3')
  await until(/✗ Only another user sees #1\. Switch to that user with: as …/u)
  enter('#2')
  enter('3')
  await until(/#4 follow-up\n┃ 🎒 [^]*showing 10–18/u)
})

test('a pasted list becomes one line', async () => {
  const { input, until } = openTestPrompt(bot)
  input.write(`/batch \u001B[200~raider\r${CAST.bothBans}\rhonest_joe\u001B[201~`)
  await until(/moderator: \/batch raider \d+ honest_joe$/)
  input.write('\r')
  await until(/twice is nice/)
})

test('help lists all inputs', async () => {
  const { enter, until } = openTestPrompt(bot)
  enter('help')
  const screen = await until(/ends the demo/)
  for (const command of ['/lookup', '/friends', '/batch', '/stats', '/inventory', '> text', 'locale', 'quit']) {
    expect(screen).toContain(`  ${command}`)
  }
})

test('Tab completes, and lists several completions below the messages', async () => {
  const { input, until, everything } = openTestPrompt(bot)
  const press = (...keys: string[]) => void keys.map((key) => input.write(key))
  press('/fr', '\t', 'raider ', '\t', '\t')
  await until(/ {2}within: .*\n {2}kind: .*\nmoderator: \/friends raider$/)
  press('k', '\t', 'v', '\t')
  await until(/moderator: \/friends raider kind:"VAC bans"$/)
  expect(everything().match(/moderator:/g)).toHaveLength(1)
})

test.each([
  ['quit', 'quit\r'],
  ['Ctrl+C', '\u0003'],
  ['Ctrl+D', '\u0004'],
])('%s ends the prompt', async (_, keys) => {
  const { prompt, input } = openTestPrompt(bot)
  input.write(keys)
  await expect(prompt.ended).resolves.toBeUndefined()
})
