import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { banAccounts } from '../../src/policy/ban-accounts.ts'
import { ask } from '../support/ask.ts'
import { startBotService } from '../support/bot.ts'
import { databasePath } from '../support/database.ts'
import { openPolicyTest } from '../support/policy-tests.ts'
import { watch } from '../support/sweeps.ts'
import { MODERATOR } from '../support/watch-tests.ts'

const [banned, watched, unlisted] = ['76561198999999991', '76561198999999992', '76561198999999993']

test('an account that Steam does not return is unavailable at first if a list has it, and not found otherwise', async () => {
  const path = databasePath()
  const now = systemClock.unixSeconds()
  const { context, database } = await openPolicyTest({ path, time: { now } })
  await banAccounts(context, {
    ...MODERATOR,
    accounts: [{ steamId: banned, name: '' }],
    typed: { reason: 'aimbot', note: '', until: '' },
    replaces: false,
    replacesExceptions: false,
  })
  await watch(database, MODERATOR.guildId, [watched], now)
  const service = await startBotService({ DATABASE_URL: `sqlite://${path}` })
  onTestFinished(service.close)
  const lookUp = async (steamId: string) => {
    const { status, headers, body } = await ask(service, `/api/lookup?steamId=${steamId}`)
    return [status, headers['retry-after'], (body as { code: string }).code]
  }
  for (const [list, steamId] of Object.entries({ banned, watched }))
    expect([list, ...(await lookUp(steamId))]).toEqual([list, 503, '3', 'platform_unavailable'])
  expect(await lookUp(unlisted)).toEqual([404, undefined, 'account_not_found'])
})
