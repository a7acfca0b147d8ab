import { KNOWN_ACCOUNT } from '../../src/steam/methods/get-player-summaries.ts'
import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, expectError } from '../support/ask.ts'
import { deletedRecord, onceConfirmed } from '../support/deleted.ts'
import { raider } from '../support/raider.ts'
import { serviceForTest, useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })

const service = await useService({ CACHE_ACCOUNT_SECONDS: '0', CACHE_HOURS_SECONDS: '0', CACHE_FRIENDS_SECONDS: '0' })

const get = (input: string, init: RequestInit = {}) =>
  ask(service, `/api/lookup?steamId=${encodeURIComponent(input)}`, init)

const raiderAccount = {
  ...raider,
  resolvedFrom: null,
  rustHours: 2431.6,
  rustHoursTwoWeeks: 21,
  friendsPrivate: false,
  unavailable: [],
  fetchedAt: expect.any(Number),
  partsFetchedAt: {
    profile: expect.any(Number),
    bans: expect.any(Number),
    rustHours: expect.any(Number),
    friendsPrivate: expect.any(Number),
  },
  worthKnowing: [],
}

test('a lookup returns the complete account, with the time that Steam took', async () => {
  const before = Math.floor(Date.now() / 1000)
  const { status, headers, body } = await get(cast.raider)
  expect({ status, body }).toEqual({ status: 200, body: raiderAccount })
  expect((body as { fetchedAt: number }).fetchedAt).toBeGreaterThanOrEqual(before)
  expect((body as { fetchedAt: number }).fetchedAt).toBeLessThanOrEqual(Date.now() / 1000)
  expect(headers['server-timing']).toMatch(/^steam;dur=\d+\.\d$/)
})

test('an account with bans but no profile is a 503 at first and, once Steam confirms it, a 404; both have the bans', async () => {
  service.sim.world.add({ steamId: KNOWN_ACCOUNT })
  const first = await get(cast.deletedSummary)
  await expectError(service, first, 503, 'platform_unavailable', {
    missing: 'profile',
    withoutProfile: deletedRecord,
  })
  expect(Number(first.headers['retry-after'])).toBeLessThanOrEqual(3)
  const confirmed = await onceConfirmed(() => get(cast.deletedSummary))
  await expectError(service, confirmed, 404, 'account_not_found', { withoutProfile: deletedRecord })
  expect((confirmed.body as { error: string }).error).toContain('Bans on record: VAC 1, game 0, last ban 900 days ago')
})

describe('a lookup is refused:', () => {
  test('while profiles are down, no account is called clean: 503, with the ban record that Steam returned', async () => {
    service.sim.dial.set('summaries', { faults: { '503': 1 } })
    for (const [steamId, listed] of [
      [cast.hoarder, 'VAC 0, game 0, community none, trade none'],
      [cast.bothBans, 'VAC 2, game 1, last ban 0 days ago, community banned, trade banned'],
    ] as const) {
      const reply = await get(steamId)
      expect(reply).toMatchObject({
        status: 503,
        body: {
          code: 'platform_unavailable',
          error: `Steam answered with status 503; try again in a minute. Bans on record: ${listed}.`,
          missing: 'profile',
          withoutProfile: { steamId, bans: { VACBanned: steamId === cast.bothBans } },
        },
      })
      expect(reply.headers['retry-after']).toMatch(/^\d+$/)
    }
  })

  test('without a key, any account is a 500 that names the setting', async () => {
    const keyless = await serviceForTest({ STEAM_API_KEY: '' }, service.sim)
    for (const input of [cast.raider, 'raider']) {
      const reply = await ask(keyless, `/api/lookup?steamId=${input}`)
      expect(await expectError(keyless, reply, 500, 'not_configured')).toContain('STEAM_API_KEY')
    }
  })
})
