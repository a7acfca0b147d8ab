import { describe, expect, test } from 'vitest'
import { verdictBatchSchema, verdictSchema } from '../../src/model/verdict.ts'
import { ask, expectError, post, type Reply } from '../support/ask.ts'
import { FILE_TOKEN, policyFileForTest, usePolicyFile } from '../support/policy-file.ts'
import { request, talkOnce } from '../support/raw.ts'
import { serviceForTest, useService, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const sim = await useSteam()

const RULES = { mode: 'enforce', appeal: 'discord.gg/x', rules: { maxVacBans: 0, maxGameBans: 0 } }

/** With a policy that refuses accounts with bans. */
const service = await useService({ POLICY_FILE: usePolicyFile(RULES) }, sim)
/** A service with other settings or another policy, for one test. */
const openService = (settings: TestSettings, policy: object = RULES) =>
  serviceForTest({ POLICY_FILE: policyFileForTest(policy).path, ...settings }, sim)

const BEARER = { authorization: `Bearer ${FILE_TOKEN}` }

const verdictOf = (account: string, headers: Record<string, string> = BEARER, from = service): Promise<Reply> =>
  ask(from, `/api/verdict?steamId=${encodeURIComponent(account)}`, { headers })

const game = (steamId: string, from = service): Promise<Reply> => ask(from, `/game/${FILE_TOKEN}/${steamId}`)

describe('a verdict', () => {
  test('of a banned account is a 200 with the rule, the figures and the policy', async () => {
    const { raider } = sim.world.cast
    const reply = await verdictOf(raider)
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: {
        steamId: raider,
        verdict: 'deny',
        reasons: [{ code: 'maxVacBans', value: 1, limit: 0, text: expect.stringMatching(/^1 VAC ban/) }],
        unknown: [],
        until: null,
        mode: 'enforce',
        policy: { name: 'main', version: 1 },
        stale: false,
      },
    })
    expect(verdictSchema.strict().safeParse(reply.body)).toMatchObject({ success: true })
  })

  test('that rests on what Steam does not answer is a 200 and unknown', async () => {
    const own = await openService({})
    sim.dial.set('bans', { faults: { '500': 1 } })
    const reply = await verdictOf(sim.world.cast.clean, BEARER, own)
    expect(reply).toMatchObject({
      status: 200,
      body: { verdict: 'unknown', unknown: [{ code: 'maxVacBans', part: 'bans', cause: 'unavailable' }, {}] },
    })
  })

  test('of a name that no account has is a 404, and of no account at all a 400', async () => {
    await expectError(service, await verdictOf('nobody_here_x'), 404, 'account_not_found')
    await expectError(service, await verdictOf('https://example.org/'), 400, 'malformed_account')
  })
})

describe('a batch', () => {
  test('has the verdicts in the order of the request, and its failures', async () => {
    const { raider, clean, private: hidden } = sim.world.cast
    const steamIds = [raider, 'https://example.org/', clean, 'raider', hidden]
    const reply = await post(service, '/api/verdict/batch', { steamIds }, BEARER)
    expect(reply).toMatchObject({
      status: 200,
      body: {
        results: [
          { input: raider, steamId: raider, verdict: 'deny' },
          { input: clean, steamId: clean, verdict: 'allow' },
          { input: 'raider', steamId: raider, verdict: 'deny' },
          // The rules of this policy need nothing that a private profile hides.
          { input: hidden, steamId: hidden, verdict: 'allow' },
        ],
        resolved: 4,
        failed: 1,
        failures: [{ input: 'https://example.org/', code: 'malformed_account' }],
        dropped: 0,
      },
    })
    expect(verdictBatchSchema.safeParse(reply.body)).toMatchObject({ success: true })
  })

  test('of 50 accounts costs two calls for bans at most, and further entries are dropped', async () => {
    const steamIds = sim.world.ids.slice(0, 55)
    sim.calls.reset()
    const reply = await post(service, '/api/verdict/batch', { steamIds }, BEARER)
    expect(reply).toMatchObject({ status: 200, body: { resolved: 50, dropped: 5 } })
    expect(sim.calls.total()).toBeLessThanOrEqual(2)
  })
})

describe('the token', () => {
  test('is nowhere in log, metrics, errors and headers', async () => {
    const own = await openService({})
    const { clean, raider } = sim.world.cast
    const replies = [
      await game(clean, own),
      await game(raider, own),
      await ask(own, `/game/${FILE_TOKEN}/x`),
      await ask(own, `/GAME/${FILE_TOKEN}/${clean}`),
      await ask(own, `/game/${FILE_TOKEN}/${clean}`, { method: 'DELETE' }),
      await ask(own, `/api/game/${FILE_TOKEN}/${clean}`),
      await ask(own, `/gmae/${FILE_TOKEN}`),
      await ask(own, `/?token=${FILE_TOKEN}`),
      await verdictOf(clean, BEARER, own),
      await ask(own, `/api/verdict?token=${FILE_TOKEN}`, { headers: BEARER }),
      await talkOnce(own.port, request('GET', `/game/${FILE_TOKEN}/${clean}`, { 'x-large': 'x'.repeat(20_000) })),
      await talkOnce(own.port, `GET /game/${FILE_TOKEN}/${clean} HTTP/1.1\r\nHost: a b\r\n\r\n`),
    ]
    const metrics = await ask(own, '/metrics')
    await expect.poll(() => own.log.filter(({ msg }) => msg === 'request').length).toBe(replies.length + 1)
    expect(JSON.stringify([replies, metrics, own.log])).not.toContain(FILE_TOKEN.slice(0, 20))
    expect(own.log.filter(({ route }) => route === '/game')).toHaveLength(6)
  })
})

test.each(['observe', 'enforce'] as const)(
  'a policy of a file in %s logs whom it cannot decide, and why',
  async (mode) => {
    const rules = { maxVacBans: 0, minRustHours: 1 }
    const own = await openService({}, { rules, mode })
    const { private: hidden } = sim.world.cast
    expect((await game(hidden, own)).status).toBe(mode === 'observe' ? 404 : 503)
    const lines = own.log.filter(({ msg }) => msg.startsWith('a player'))
    expect(lines).toMatchObject([
      {
        level: 30,
        msg: 'a player is undecided',
        mode,
        policy: 'main',
        steamId: hidden,
        unknown: ['minRustHours: hidden'],
      },
    ])
    expect(JSON.stringify(own.log)).not.toContain(FILE_TOKEN)
  },
)

describe('the share of a token in the calls of the day', () => {
  test('is a fifth; when it is used up, remembered answers still decide, and nothing else does', async () => {
    const own = await openService({ STEAM_CALLS_PER_DAY: '10' })
    const { raider, clean, bothBans, private: hidden } = sim.world.cast
    sim.calls.reset()
    expect((await game(raider, own)).status).toBe(200)
    expect((await game(clean, own)).status).toBe(404)
    expect(sim.calls.total()).toBe(2)
    expect((await game(bothBans, own)).status).toBe(503)
    expect(await verdictOf(hidden, BEARER, own)).toMatchObject({ status: 200, body: { verdict: 'unknown' } })
    await expectError(own, await verdictOf('raider', BEARER, own), 503, 'budget_spent')
    expect([(await game(raider, own)).status, (await game(clean, own)).status]).toEqual([200, 404])
    expect(sim.calls.total()).toBe(2)
    // Lookups have calls left.
    expect((await ask(own, `/api/lookup?steamId=${bothBans}`)).status).toBe(200)
  })
})
