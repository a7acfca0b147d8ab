import { Agent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createGameServer, type GameServerOptions } from '../../demo/game/game-server.ts'
import { FILE_TOKEN, policyFileForTest, usePolicyFile } from '../support/policy-file.ts'
import { serviceForTest, useService, type Service, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const sim = await useSteam()

const BANS = { mode: 'enforce', appeal: 'discord.gg/x', rules: { maxVacBans: 0, maxGameBans: 0 } }
const service = await useService({ POLICY_FILE: usePolicyFile(BANS) }, sim)

const openService = (policy: object, settings: TestSettings = {}) =>
  serviceForTest({ POLICY_FILE: policyFileForTest(policy).path, ...settings }, sim)

/** A simulated game server that asks this service, by default at the endpoint of the token. */
function gameOf({ url }: Service, options: Partial<GameServerOptions> = {}) {
  const dispatcher = new Agent({ pipelining: 0 })
  onTestFinished(() => dispatcher.destroy())
  const bansServerEndpoint = `${url}/game/${FILE_TOKEN}`
  return createGameServer({ bansServerEndpoint, dispatcher, ...options })
}

describe('a joining player', () => {
  test('with a ban is refused with the reason and the appeal', async () => {
    const outcome = await gameOf(service).join({ steamId: sim.world.cast.raider })
    expect(outcome).toMatchObject({ kind: 'rejected', by: 'answer', console: [] })
    expect(outcome.playerSees).toMatch(/^You are banned from this server \(.*VAC ban.* discord\.gg\/x\)$/)
  })

  test.each([0, 1] as const)('without one is let in, in failure mode %i', async (bansServerFailureMode) => {
    const outcome = await gameOf(service, { bansServerFailureMode }).join({ steamId: sim.world.cast.clean })
    expect(outcome).toMatchObject({ kind: 'let-in', by: 'answer' })
  })

  test('whose bans are not known is left to the failure mode', async () => {
    const own = await openService(BANS)
    sim.dial.set('bans', { faults: { '500': 1 } })
    const outcome = await gameOf(own, { bansServerFailureMode: 1 }).join({ steamId: sim.world.cast.clean })
    expect(outcome).toMatchObject({ kind: 'rejected', by: 'failure-mode', asked: [{ status: 503 }] })
  })
})

test('a rule that notifies does not delay the answer, and reports the player once its fact is known', async () => {
  const rules = { maxVacBans: 0, minRustHours: 90_000 }
  const own = await openService({ ...BANS, rules, actions: { minRustHours: 'notify' } })
  const reported = () => own.log.filter(({ msg }) => msg === 'a player is reported')
  sim.dial.set('games', { latencyMs: 1_500 })
  const outcome = await gameOf(own, { bansServerFailureMode: 1 }).join({ steamId: sim.world.cast.clean })
  expect(outcome).toMatchObject({ kind: 'let-in', by: 'answer' })
  // If the answer waited for the hours, the report would be there already.
  expect(reported()).toEqual([])
  await expect.poll(reported).toMatchObject([{ steamId: sim.world.cast.clean, rules: ['minRustHours'] }])
})

test('a wrong endpoint lets no player in by itself', async () => {
  const wrong = ['/game', '/game/wrong', `/Game/${FILE_TOKEN}`, `/game/${FILE_TOKEN}/x`, '/bans', '', '/?', '/docs']
  for (const path of wrong)
    for (const build of ['old', 'new'] as const) {
      const bansServerEndpoint = `${service.url}${path}`
      const game = gameOf(service, { bansServerEndpoint, bansServerFailureMode: 1, build })
      const outcome = await game.join({ steamId: sim.world.cast.clean })
      expect([path, build, outcome.kind, outcome.by]).toEqual([path, build, 'rejected', 'failure-mode'])
    }
})

test('hundreds of players who join at once from one address are all answered, with few calls', async () => {
  const limits = { HTTP_MAX_CONNECTIONS_PER_ADDRESS: '1000', RATE_LIMIT_PER_MINUTE: '100' }
  const own = await openService({ ...BANS, rules: { maxVacBans: 0 } }, limits)
  const game = gameOf(own)
  await game.join({ steamId: sim.world.cast.clean })
  sim.calls.reset()
  // Steam has no ban record of some accounts.
  const hasRecord = (bans: unknown) => typeof bans === 'object' && bans !== null
  const known = sim.world.ids.filter((steamId) => hasRecord(sim.world.account(steamId)?.bans)).slice(0, 200)
  const outcomes = await Promise.all(known.map((steamId) => game.join({ steamId })))
  expect(outcomes.filter(({ by }) => by !== 'answer')).toEqual([])
  expect(sim.calls.total()).toBeLessThanOrEqual(12)
})
