import { describe, expect, test } from 'vitest'
import { banRecord, publicProfile, RUST_APP_ID, type SimAccount } from '../../packages/sim-steam/src/account.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { lookupAnswerSchema, type LookupAnswer } from '../../src/model/lookup-answer.ts'
import { ask, post } from '../support/ask.ts'
import { scan } from '../support/events.ts'
import { serviceForTest, useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })
const DAY = 86_400
const ours = '76561198900002001'

const service = await useService({ CACHE_ACCOUNT_SECONDS: '0', CACHE_HOURS_SECONDS: '0', CACHE_FRIENDS_SECONDS: '0' })

async function worthKnowing(steamId: string, from = service): Promise<LookupAnswer['worthKnowing']> {
  const { status, body } = await ask(from, `/api/lookup?steamId=${steamId}`)
  expect(status).toBe(200)
  expect(lookupAnswerSchema.strict().safeParse(body)).toMatchObject({ success: true })
  return (body as LookupAnswer).worthKnowing
}

const rust = (minutes: number) => [{ appId: RUST_APP_ID, minutes, lastPlayed: 1_700_000_000 }]
const createdDaysAgo = (days: number) =>
  publicProfile('someone', { timeCreated: Math.floor(Date.now() / 1_000) - days * DAY - 60 })

// Steam leaves the field out.
const { profileState: _, ...neverSetUp } = createdDaysAgo(3)

describe('a lookup names what is worth knowing', () => {
  const ordinary = { profile: createdDaysAgo(2_000), games: rust(60_000) }

  test.each<[string, Partial<SimAccount>, unknown[]]>([
    ['no ban of long ago', { bans: banRecord({ vac: 1, daysSinceLast: 400 }) }, []],
    [
      'several bans, a profile that was never set up and few hours',
      { bans: banRecord({ vac: 1, game: 2, daysSinceLast: 12 }), profile: neverSetUp, games: rust(72) },
      [
        { code: 'recentBan', days: 12 },
        { code: 'severalBans', count: 3 },
        { code: 'neverSetUp' },
        { code: 'fewHours', hours: 1.2 },
      ],
    ],
    ['a new account', { profile: createdDaysAgo(3) }, [{ code: 'young', days: 3 }]],
    ['that Rust is not owned', { games: [] }, [{ code: 'rustNotOwned' }]],
    ['hidden hours of a public profile', { games: 'hidden' }, [{ code: 'hoursHidden' }]],
  ])('%s', async (_, account, expected) => {
    service.sim.world.add({ steamId: ours, ...ordinary, ...account })
    expect(await worthKnowing(ours)).toEqual(expected)
    const posted = await post(service, '/api/lookup', { input: ours })
    expect((posted.body as LookupAnswer).worthKnowing).toEqual(expected)
  })
})

test('the banned friends of a scan are named afterwards, without a further call', async () => {
  const remembering = await serviceForTest({}, service.sim)
  service.sim.world.add({
    steamId: ours,
    profile: createdDaysAgo(2_000),
    games: rust(60_000),
    friends: [
      { steamId: cast.raider, since: 2 },
      { steamId: cast.clean, since: 1 },
    ],
  })
  expect(await worthKnowing(ours, remembering)).toEqual([])
  await scan(remembering, { steamId: ours })
  const calls = service.sim.calls.total()
  expect(await worthKnowing(ours, remembering)).toEqual([
    { code: 'bannedFriends', banned: 1, checked: 2, at: expect.any(Number) },
  ])
  expect(service.sim.calls.total()).toBe(calls)
})
