import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { KNOWN_ACCOUNT } from '../../src/steam/methods/get-player-summaries.ts'
import { comparisonSchema, type ComparisonAnswer } from '../../src/model/comparison.ts'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import { ask, expectError, type Reply } from '../support/ask.ts'
import { deletedRecord, onceConfirmed } from '../support/deleted.ts'
import { raider } from '../support/raider.ts'
import { useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })

const service = await useService({ CACHE_ACCOUNT_SECONDS: '0', CACHE_HOURS_SECONDS: '0', CACHE_FRIENDS_SECONDS: '0' })

const compare = (steamId: string, other: string, from = service): Promise<Reply> =>
  ask(from, `/api/compare?${new URLSearchParams({ steamId, other }).toString()}`)

/** Compares two accounts, and checks that the answer has the documented fields and no others. */
async function comparisonOf(steamId: string, other: string): Promise<ComparisonAnswer> {
  const { status, body } = await compare(steamId, other)
  expect(status).toBe(200)
  expect(comparisonSchema.strict().safeParse(body)).toMatchObject({ success: true })
  return body as ComparisonAnswer
}

describe('a comparison', () => {
  test('has both accounts as a lookup has them, in the order of the parameters', async () => {
    const before = service.sim.calls.total()
    const { accounts } = await comparisonOf('raider', cast.clean)
    expect(service.sim.calls.total() - before).toBeLessThan(20)
    const { body } = await ask(service, '/api/lookup?steamId=raider')
    const { worthKnowing: _, ...lookedUp } = body as LookupAnswer
    const times = { fetchedAt: expect.any(Number), partsFetchedAt: expect.any(Object) }
    expect(accounts[0]).toEqual({
      ...lookedUp,
      ...times,
      friendList: { state: 'known', total: 42, unreadable: 0 },
    })
    expect(accounts[0]).toMatchObject({ ...raider, resolvedFrom: 'raider', rustHours: 2431.6, unavailable: [] })
    expect(accounts[1]).toMatchObject({ steamId: cast.clean, resolvedFrom: null, friendList: { total: 120 } })
  })

  test('lists the shared friends with both dates, newest friendship first, and whether the two are friends', async () => {
    const [a, b] = ['76561198900011000', '76561198900012000']
    service.sim.world.add({
      steamId: a,
      friends: [
        { steamId: cast.raider, since: 100 },
        { steamId: cast.clean, since: 900 },
        { steamId: 'x', since: 1 },
      ],
    })
    service.sim.world.add({
      steamId: b,
      friends: [
        { steamId: cast.clean, since: 0 },
        { steamId: a, since: 1_600_000_000 },
        { steamId: cast.raider, since: 1_700_000_000 },
      ],
    })
    const answer = await comparisonOf(a, b)
    expect(answer.shared).toEqual([
      { steamId: cast.raider, personaname: 'Roof Raider', friendSince: [100, 1_700_000_000] },
      { steamId: cast.clean, personaname: expect.any(String), friendSince: [900, 0] },
    ])
    expect(answer).toMatchObject({
      friendship: { state: 'friends', since: 1_600_000_000 },
      sharedIncomplete: true,
      accounts: [
        { friendList: { state: 'known', total: 3, unreadable: 1 } },
        { friendList: { total: 3, unreadable: 0 } },
      ],
    })
  })
})

describe('a comparison is refused', () => {
  test.each([
    ['the same id', cast.raider],
    ['its custom URL', 'raider'],
  ])('for an account and %s', async (_, other) => {
    const message = await expectError(service, await compare(cast.raider, other), 400, 'same_account')
    expect(message).toBe('steamId and other name the same account; give two different accounts.')
  })

  test('for an account that does not exist, and names it', async () => {
    await expectError(service, await compare(cast.raider, cast.gone), 404, 'account_not_found', { input: cast.gone })
    const nobody = 'nobody_here_x'
    await expectError(service, await compare(nobody, cast.raider), 404, 'account_not_found', { input: nobody })
  })

  test('for an account without a profile, with the bans that Steam still has of it', async () => {
    service.sim.world.add({ steamId: KNOWN_ACCOUNT })
    const input = cast.deletedSummary
    const reply = await onceConfirmed(() => compare(cast.raider, input))
    await expectError(service, reply, 404, 'account_not_found', { input, withoutProfile: deletedRecord })
  })
})
