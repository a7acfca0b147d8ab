import { expect, test, vi } from 'vitest'
import { DEFAULT_PERMISSIONS, PERMISSION } from '../../../packages/sim-discord/src/index.ts'
import { CAST } from '../../../packages/sim-steam/src/cast.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { saveTerms } from '../../../src/policy/save-terms.ts'
import { createToken } from '../../../src/policy/tokens.ts'
import { ask } from '../../support/ask.ts'
import { botForTest } from '../../support/bot.ts'
import { answerTo } from '../../support/command-tests.ts'
import { databasePath } from '../../support/database.ts'
import { openPolicyTest } from '../../support/policy-tests.ts'

const ENGLISH = '1 VAC ban on this account, or on the one that shares the game. discord.gg/x'
const GERMAN = '1 VAC-Ban auf deinem Konto oder auf dem Konto, das Rust mit dir teilt. discord.gg/x'

test('a refused player reads the chosen language of the server at once, whatever the server has in Discord', async () => {
  const path = databasePath()
  const bot = await botForTest({ DATABASE_URL: `sqlite://${path}` })
  const guild = bot.discord.guild()
  const { context } = await openPolicyTest({ path, time: { now: systemClock.unixSeconds() } })
  const actor = { guildId: guild.id, locale: 'en-US', userId: '200000000000000001' }
  const terms = {
    mode: 'enforce',
    rules: { maxVacBans: 0 },
    onUnknown: {},
    actions: {},
    appeal: 'discord.gg/x',
  } as const
  await saveTerms(context, { ...actor, terms, fromVersion: 0 })
  const { token } = await createToken(context, { ...actor, name: 'EU' })
  const join = () => ask(bot, `/game/${token}/${CAST.raider}`)
  await vi.waitUntil(async () => (await join()).status === 200, { timeout: 10_000, interval: 100 })
  expect((await join()).body).toMatchObject({ reason: ENGLISH })

  const manager = bot.discord.user({ permissions: DEFAULT_PERMISSIONS | PERMISSION.manageGuild })
  await answerTo(manager.type('/settings language language:de'))
  expect((await join()).body).toMatchObject({ reason: GERMAN })
  guild.setLocale('fr')
  // A change of the policy records the locale of the server and loads the policy again.
  await answerTo(manager.type('/policy mode reports:daily'))
  expect((await join()).body).toMatchObject({ reason: GERMAN })
  await answerTo(manager.type('/settings language language:auto'))
  expect((await join()).body).toMatchObject({ reason: expect.stringMatching(/VAC.*compte.*discord\.gg\/x$/) })
}, 60_000)
