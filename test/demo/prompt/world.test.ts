import { expect, test } from 'vitest'
import { createWorldControl, type SteamState } from '../../../demo/control/world.ts'
import { createDial } from '../../../packages/sim-steam/src/dial.ts'
import { createWorld } from '../../../packages/sim-steam/src/world.ts'
import { botForTest } from '../../support/bot.ts'
import { openTestPrompt } from './support.ts'

test('bans, lifted bans and the time show in the next lookups', async () => {
  const bot = await botForTest({ CACHE_ACCOUNT_SECONDS: '0' })
  const { enter, until } = openTestPrompt(bot)
  enter('ban honest_joe game')
  await until(
    /^Steam's bans of \d+: VAC 0, game 1, last ban 0 days ago, community none, trade none\.\n.*within 5 s.*\n.*\nmoderator:$/m,
  )
  enter('/lookup honest_joe')
  await until(/#1 .*\n┃ ⛔ Honest Joe\n[^]*1 game ban, today/u)
  enter('time +30d')
  await until(/The simulated Steam's time is 2026-06-27 20:26 UTC, and stands still/)
  enter('/lookup honest_joe')
  await until(/#2 .*\n┃ ⛔ Honest Joe\n[^]*1 game ban, 30 days ago/u)
  enter('lift honest_joe game')
  await until(/VAC 0, game 0, community none, trade none\./)
  enter('/lookup honest_joe')
  await until(/#3 .*\n┃ ✅ Honest Joe\n/u)
})

test('a change that Steam cannot follow is answered with one error line, and changes nothing', async () => {
  const bot = await botForTest()
  const { world } = bot.sim
  const { enter, until } = openTestPrompt(bot)
  for (const [line, answer] of [
    [
      'ban nobody_here vac',
      /^✗ The simulated Steam has no account nobody_here\. Type a Steam64 ID or a custom name, for\s/,
    ],
    [`ban ${world.cast.gone} vac`, /^✗ The simulated Steam has no account \d+\. /],
    ['lift honest_joe vac', /^✗ 76561198000070655 has no VAC ban to lift\.\nmoderator:$/],
    [`ban ${world.cast.communityBanned} community`, /^✗ \d+ has a community ban already\.\nmoderator:$/],
    [`ban ${world.cast.nullBans} vac`, /^✗ Steam answers null as the ban record of \d+, so its bans cannot change\./],
  ] as const) {
    enter(line)
    await until(answer)
  }
  expect(world.account(world.cast.clean)).toEqual(createWorld().account(world.cast.clean))
})

test('Steam fails or hangs until it is repaired, at its usual speed', () => {
  const dial = createDial(1, { latencyMs: 80 })
  dial.set('games', { latencyMs: 300 })
  const control = createWorldControl({ world: createWorld({ accounts: 1 }), dial, cacheSeconds: 60, sweepSeconds: 5 })
  const change = (state: SteamState) => control.change({ verb: 'steam', state })
  expect(change('down')).toBe('Steam answers every call with an error until it is up again.')
  expect(dial.draw('games')).toEqual({ delayMs: 300, fault: '503' })
  expect(change('hangs')).toBe('Steam leaves every call without an answer until it is up again.')
  expect(dial.draw('bans')).toEqual({ delayMs: 80, fault: 'hang' })
  expect(change('up')).toBe('Steam answers again. The bot notices with its next probe, some seconds later.')
  expect(change('blocking')).toContain('as when it blocks an address, until it is up again.')
  expect(change('up')).toBe('Steam answers again. The bot notices with its next probe, some seconds later.')
  expect(dial.draw('bans')).toEqual({ delayMs: 80, fault: null })
})
