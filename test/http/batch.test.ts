import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { KNOWN_ACCOUNT } from '../../src/steam/methods/get-player-summaries.ts'
import { batchResultSchema, type BatchResult } from '../../src/model/account.ts'
import { ask, expectError, post } from '../support/ask.ts'
import { deletedRecord, onceConfirmed } from '../support/deleted.ts'
import { raider } from '../support/raider.ts'
import { useService } from '../support/service.ts'

const { cast, ids } = createWorld()

const service = await useService({ CACHE_ACCOUNT_SECONDS: '0' })

const batch = (steamIds: unknown, headers: Record<string, string> = {}) =>
  post(service, '/api/lookup/batch', { steamIds }, headers)

/** The body of a successful batch. */
async function resultOf(steamIds: unknown[]): Promise<BatchResult> {
  const { status, body } = await batch(steamIds)
  expect([status, body]).toEqual([200, expect.objectContaining({ results: expect.any(Array) })])
  return batchResultSchema.strict().parse(body)
}

test('a batch result has input, SteamID64, profile and bans, and no other fields', async () => {
  const { status, headers, body } = await batch([' raider '])
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      results: [
        {
          input: ' raider ',
          resolvedFrom: 'raider',
          ...raider,
          fetchedAt: expect.any(Number),
        },
      ],
      resolved: 1,
      failed: 0,
      failures: [],
      dropped: 0,
    },
  })
  expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
})

test('fifty SteamID64s cost two calls', async () => {
  service.sim.calls.reset()
  const fifty = ids.slice(0, 50)
  const { results, resolved, failed } = await resultOf(fifty)
  expect(resolved + failed).toBe(50)
  expect(results.map(({ steamId }) => steamId)).toEqual(
    fifty.filter((id) => results.some(({ steamId }) => steamId === id)),
  )
  expect(resolved).toBeGreaterThan(40)
  expect(service.sim.calls.total()).toBe(2)
})

describe('a batch of more than fifty entries', () => {
  const fifty = Array.from({ length: 50 }, () => cast.raider)

  test('drops the 51st without checking it', async () => {
    const { results, ...counts } = await resultOf([...fifty, 1])
    expect({ count: results.length, ...counts }).toMatchObject({ count: 50, resolved: 50, failed: 0, dropped: 1 })
  })

  test('does not drop the 50th entry', async () => {
    await expectError(service, await batch([...fifty.slice(1), 7, cast.raider]), 400, 'invalid_parameter')
  })
})

test('fifty entries of maximum length with every character escaped fit into a body', async () => {
  const long = `["${'\\u0078'.repeat(256)}"`
  const body = `{"steamIds":${long}${`,"${'\\u0078'.repeat(256)}"`.repeat(48)},"raider"]}`
  const reply = await ask(service, '/api/lookup/batch', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(reply).toMatchObject({ status: 200, body: { resolved: 1, failed: 49 } })
})

test('a batch in which no account exists is a 404 with the reasons', async () => {
  const missing: [string, string][] = [
    [cast.gone, 'account_not_found'],
    ['nobody_here_either', 'account_not_found'],
    ['two words', 'malformed_account'],
    ['', 'malformed_account'],
  ]
  const failures = missing.map(([input, code]) => ({ input, code, error: expect.stringMatching(/\.$/) }))
  const reply = await batch(missing.map(([input]) => input))
  await expectError(service, reply, 404, 'account_not_found', { failures, dropped: 0 })
  expect(reply.body).toMatchObject({
    failures: [{}, { error: expect.stringContaining('"nobody_here_either"') }, {}, {}],
  })
})

test('a failure says which part of the account Steam left out, or has the bans of an account without a profile', async () => {
  service.sim.world.add({ steamId: KNOWN_ACCOUNT })
  const { body } = await onceConfirmed(() => batch([cast.raider, cast.nullBans, cast.deletedSummary, cast.gone]))
  const error = expect.any(String)
  expect(batchResultSchema.strict().parse(body).failures).toEqual([
    { input: cast.nullBans, code: 'platform_unavailable', error, missing: 'bans' },
    { input: cast.deletedSummary, code: 'account_not_found', error, withoutProfile: deletedRecord },
    { input: cast.gone, code: 'account_not_found', error },
  ])
})
