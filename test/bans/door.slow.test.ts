import { expect, test, vi } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { liftBan } from '../../src/bans/lift-ban.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { banAccounts } from '../../src/policy/ban-accounts.ts'
import { saveTerms } from '../../src/policy/save-terms.ts'
import { createToken } from '../../src/policy/tokens.ts'
import { ask } from '../support/ask.ts'
import { startBotService } from '../support/bot.ts'
import { databasePath, sqliteForTest } from '../support/database.ts'
import { storedRefusals } from '../support/outbox.ts'
import { openPolicyTest } from '../support/policy-tests.ts'
import { MODERATOR } from '../support/watch-tests.ts'

const { guildId } = MODERATOR
/** A policy without rules, which only sets an appeal. */
const terms = { mode: 'observe', rules: {}, onUnknown: {}, actions: {}, appeal: 'discord.gg/x' } as const

test('a banned account is refused without a policy that enforces, while Steam is down, and let in when the ban is lifted', async () => {
  const path = databasePath()
  const service = await startBotService({ DATABASE_URL: `sqlite://${path}` })
  const time = { now: systemClock.unixSeconds() }
  const { context, database } = await openPolicyTest({ path, time })
  try {
    await saveTerms(context, { ...MODERATOR, terms, fromVersion: 0 })
    const { token } = await createToken(context, { ...MODERATOR, name: 'EU' })
    const join = (steamId: string) => ask(service, `/game/${token}/${steamId}`)
    const becomes = (steamId: string, status: number) =>
      vi.waitUntil(async () => (await join(steamId)).status === status, { timeout: 10_000, interval: 100 })
    await becomes(CAST.clean, 404)
    for (const call of ['bans', 'summaries'] as const) service.sim.dial.set(call, { faults: { hang: 1 } })
    await banAccounts(context, {
      ...MODERATOR,
      accounts: [{ steamId: CAST.clean, name: '' }],
      typed: { reason: 'aimbot', note: 'private', until: '30d' },
      replaces: false,
      replacesExceptions: false,
    })
    await becomes(CAST.clean, 200)
    const { body } = await join(CAST.clean)
    expect(body).toEqual({
      steamId: CAST.clean,
      reason: 'You or the game’s owner: aimbot. discord.gg/x',
      expiryDate: time.now + 30 * 86_400,
    })
    const verdict = await ask(service, `/api/verdict?steamId=${CAST.clean}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(verdict.body).toMatchObject({ verdict: 'deny', mode: 'enforce', reasons: [{ code: 'banned_here' }] })
    expect(JSON.stringify([body, verdict.body, service.log])).not.toContain('private')
    const db = await sqliteForTest(path)
    const note = (event: object) =>
      db('events').insert({ guild_id: guildId, at: time.now, expires_at: time.now + 60, ...event })
    await db('bans').update({ until: 'damaged' })
    await note({ steam_id: CAST.clean, type: 'ban.changed' })
    await becomes(CAST.gameBanned, 503)
    await db('bans').update({ until: null })
    await note({ type: 'reset' })
    await becomes(CAST.gameBanned, 404)
    await becomes(CAST.clean, 200)
    await liftBan(context, { ...MODERATOR, steamId: CAST.clean })
    await becomes(CAST.clean, 404)
  } finally {
    await service.close()
  }
  const refusals = await database.read((repositories) => storedRefusals(repositories, guildId, [CAST.clean]))
  expect(refusals).toMatchObject([{ steamId: CAST.clean, mode: 'enforce', reasons: [{ code: 'banned_here' }] }])
}, 60_000)
