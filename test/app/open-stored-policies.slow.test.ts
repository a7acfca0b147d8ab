import { expect, test, vi } from 'vitest'
import { storedRefusals } from '../support/outbox.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { addException } from '../../src/policy/exceptions.ts'
import { policyStatus } from '../../src/policy/policy-status.ts'
import { saveTerms } from '../../src/policy/save-terms.ts'
import { createToken } from '../../src/policy/tokens.ts'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { ask } from '../support/ask.ts'
import { startBotService } from '../support/bot.ts'
import { databasePath } from '../support/database.ts'
import { openPolicyTest } from '../support/policy-tests.ts'
import { MODERATOR } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
const terms = {
  mode: 'enforce',
  rules: { maxGameBans: 0 },
  onUnknown: {},
  actions: {},
  appeal: 'discord.gg/x',
} as const

test('a game server is answered by the policy that another process has made, and its joins are stored', async () => {
  const path = databasePath()
  const service = await startBotService({ DATABASE_URL: `sqlite://${path}` })
  const time = { now: systemClock.unixSeconds() }
  const { context, database } = await openPolicyTest({ path, time })
  let token: string
  try {
    await saveTerms(context, { ...MODERATOR, terms, fromVersion: 0 })
    ;({ token } = await createToken(context, { ...MODERATOR, name: 'EU' }))
    const join = (steamId: string) => ask(service, `/game/${token}/${steamId}`)
    await vi.waitUntil(async () => (await join(CAST.clean)).status === 404, { timeout: 10_000, interval: 100 })
    expect(await join(CAST.gameBanned)).toMatchObject({ status: 200, body: { steamId: CAST.gameBanned } })
    const exception = {
      ...MODERATOR,
      steamId: CAST.gameBanned,
      reason: 'appealed',
      until: null,
    } as const
    await addException(context, exception)
    await vi.waitUntil(async () => (await join(CAST.gameBanned)).status === 404, { timeout: 10_000, interval: 100 })
  } finally {
    await service.close()
  }
  const joins = await database.read((repositories) => repositories.joins.newestOfEach(guildId, 0, 0, 10))
  expect(joins.map(({ steamId, tokenName, verdict }) => [steamId, tokenName, verdict])).toEqual([
    [CAST.clean, 'EU', 'allow'],
    [CAST.gameBanned, 'EU', 'allow'],
  ])
  const refusals = await database.read((repositories) => storedRefusals(repositories, guildId, [CAST.gameBanned]))
  expect(refusals).toMatchObject([{ steamId: CAST.gameBanned, mode: 'enforce', reasons: [{ code: 'maxGameBans' }] }])
  const status = await policyStatus(context, guildId)
  expect(status?.tokens).toMatchObject([{ name: 'EU', lastAskedAt: expect.any(Number) }])
  expect(JSON.stringify(service.log)).not.toContain(token.slice(4))
  expect(service.log.filter(({ level }) => level >= 40)).toEqual([])
}, 60_000)
