import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createWorld } from '../../sim/steam/world.ts'
import { KNOWN_ACCOUNT } from '../../src/steam/methods/get-player-summaries.ts'
import { batchResultSchema, type BatchResult } from '../../src/model/account.ts'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import { ask, expectError, post } from '../support/ask.ts'
import { deletedRecord, onceConfirmed } from '../support/deleted.ts'
import { raider } from '../support/raider.ts'
import { serviceForTest, startService, type Service } from '../support/service.ts'

const { cast, ids } = createWorld()

let service: Service

beforeAll(async () => {
  service = await startService({ CACHE_ACCOUNT_SECONDS: '0' })
})
afterEach(() => service.sim.dial.reset())
afterAll(() => service.close())

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

test('a result has the time at which its ban record was fetched, which a lookup has in `partsFetchedAt`', async () => {
  const remembering = await serviceForTest({}, service.sim)
  const { body } = await ask(remembering, `/api/lookup?steamId=${cast.raider}`)
  const { bans } = (body as LookupAnswer).partsFetchedAt
  const result = await post(remembering, '/api/lookup/batch', { steamIds: [cast.raider] })
  expect(result.body).toMatchObject({ results: [{ fetchedAt: bans }] })
})

test('results have the order of the entries, with any form of an account; failures are left out and counted', async () => {
  const entries = [
    cast.veteran,
    cast.gone,
    'https://steamcommunity.com/id/honest_joe',
    'nobody_has_this_name',
    'STEAM_0:1:19872351',
    'two words',
    '',
    cast.deletedBans,
    's.team/p/aeiou',
    cast.private,
  ]
  const { results, resolved, failed } = await resultOf(entries)
  expect(results.map(({ input, steamId }) => [input, steamId])).toEqual([
    [cast.veteran, cast.veteran],
    ['https://steamcommunity.com/id/honest_joe', cast.clean],
    ['STEAM_0:1:19872351', cast.raider],
    [cast.private, cast.private],
  ])
  expect({ resolved, failed }).toEqual({ resolved: 4, failed: 6 })
})

test('punctuation around an entry is ignored, other text is an error, and `input` is the entry as it was sent', async () => {
  const entries = [`"${cast.raider}",`, '<https://steamcommunity.com/id/honest_joe>', '39744703', `x ${cast.veteran}`]
  const { results, failures } = await resultOf(entries)
  expect(results.map(({ input, steamId, resolvedFrom }) => [input, steamId, resolvedFrom])).toEqual([
    [entries[0], cast.raider, null],
    [entries[1], cast.clean, 'honest_joe'],
    [entries[2], cast.raider, null],
  ])
  expect(failures.map(({ input, code }) => [input, code])).toEqual([[entries[3], 'malformed_account']])
})

test('an account that is listed twice has two results', async () => {
  const { results, resolved } = await resultOf([cast.raider, 'raider', cast.raider])
  expect(results.map(({ input, steamId }) => [input, steamId])).toEqual([
    [cast.raider, cast.raider],
    ['raider', cast.raider],
    [cast.raider, cast.raider],
  ])
  expect(resolved).toBe(3)
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

  test.each([
    ['one more', cast.veteran],
    ['a malformed one', 'two words'],
    ['one that is too long', 'x'.repeat(300)],
    ['a number', 1],
    ['null', null],
    ['an object', { __proto__: null, a: 1 }],
    ['an array', [[]]],
  ])('drops %s in the 51st place without checking it', async (_, last) => {
    const { results, resolved, failed, dropped } = await resultOf([...fifty, last])
    expect({ count: results.length, resolved, failed, dropped }).toEqual({
      count: 50,
      resolved: 50,
      failed: 0,
      dropped: 1,
    })
  })

  test('counts a thousand dropped entries', async () => {
    const { resolved, failed, dropped } = await resultOf([...fifty, ...Array.from({ length: 1_000 }, () => 7)])
    expect({ resolved, failed, dropped }).toEqual({ resolved: 50, failed: 0, dropped: 1_000 })
  })

  test('does not drop the 50th entry', async () => {
    await expectError(service, await batch([...fifty.slice(1), 7, cast.raider]), 400, 'invalid_parameter')
  })
})

describe('a batch is refused with 400', () => {
  test.each([
    ['a number', [cast.raider, 7656119800001043], 'steamIds[1]: must be a string.'],
    ['null', [null], 'steamIds[0]: must be a string.'],
    ['an array', [[cast.raider]], 'steamIds[0]: must be a string.'],
    ['an object', [cast.raider, cast.clean, {}], 'steamIds[2]: must be a string.'],
    ['true', [true], 'steamIds[0]: must be a string.'],
    ['257 characters', [cast.raider, 'x'.repeat(257)], 'steamIds[1]: must have at most 256 characters.'],
  ])('with %s among the entries', async (_, entries, message) => {
    const calls = service.sim.calls.total()
    expect(await expectError(service, await batch(entries), 400, 'invalid_parameter')).toBe(message)
    expect(service.sim.calls.total()).toBe(calls)
  })

  test.each([
    ['an empty list', [], 'steamIds: must name at least one account.'],
    ['a string', cast.raider, 'steamIds: must be an array of strings.'],
    ['an object', { 0: cast.raider, length: 1 }, 'steamIds: must be an array of strings.'],
    ['null', null, 'steamIds: must be an array of strings.'],
    ['a number', 7, 'steamIds: must be an array of strings.'],
  ])('with %s instead of the list', async (_, steamIds, message) => {
    expect(await expectError(service, await batch(steamIds), 400, 'invalid_parameter')).toBe(message)
  })

  test('with the list in another field', async () => {
    const wrongCase = await post(service, '/api/lookup/batch', { steamids: [cast.raider] })
    expect(await expectError(service, wrongCase, 400, 'missing_parameter')).toBe(
      'The field steamIds is missing; names are case-sensitive: write steamIds, not steamids.',
    )
    const other = await post(service, '/api/lookup/batch', { steamId: cast.raider })
    expect(await expectError(service, other, 400, 'missing_parameter')).toBe('The field steamIds is missing.')
  })

  test('with an unknown field in addition to the list', async () => {
    const reply = await post(service, '/api/lookup/batch', { steamIds: [cast.raider], fast: true })
    expect(await expectError(service, reply, 400, 'unlisted_field')).toBe(
      'The body has an unknown field "fast"; send only steamIds.',
    )
  })
})

test('an entry of 256 characters is accepted, counted after trimming', async () => {
  const link = `https://steamcommunity.com/profiles/${cast.raider}?`.padEnd(256, 'x')
  const { results } = await resultOf([link, `  ${link}\n`])
  expect(results.map(({ input }) => input)).toEqual([link, `  ${link}\n`])
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

describe('a batch in which no entry resolves', () => {
  /** The additional fields of the error: the failures by entry and the number of dropped entries. */
  const reasons = (entries: [input: string, code: string, further?: object][], dropped = 0) => ({
    failures: entries.map(([input, code, further]) => ({
      input,
      code,
      error: expect.stringMatching(/\.$/),
      ...further,
    })),
    dropped,
  })

  test('is a 404 with the reasons when no account exists', async () => {
    const missing: [string, string][] = [
      [cast.gone, 'account_not_found'],
      ['nobody_here_either', 'account_not_found'],
      ['two words', 'malformed_account'],
      ['', 'malformed_account'],
    ]
    const reply = await batch(missing.map(([input]) => input))
    await expectError(service, reply, 404, 'account_not_found', reasons(missing))
    expect(reply.body).toMatchObject({
      failures: [{}, { error: expect.stringContaining('"nobody_here_either"') }, {}, {}],
    })
  })

  test('has the bans of each account without a profile in its failures', async () => {
    service.sim.world.add({ steamId: KNOWN_ACCOUNT })
    const reply = await onceConfirmed(() => batch([cast.deletedSummary]))
    const failed = reasons([[cast.deletedSummary, 'account_not_found', { withoutProfile: deletedRecord }]])
    await expectError(service, reply, 404, 'account_not_found', failed)
  })

  test('counts the dropped entries', async () => {
    const fifty = Array.from({ length: 50 }, () => 'two words')
    const failed = fifty.map((input): [string, string] => [input, 'malformed_account'])
    await expectError(service, await batch([...fifty, cast.raider]), 404, 'account_not_found', reasons(failed, 1))
  })

  test('is a 404 for malformed entries too, without a call to Steam', async () => {
    const calls = service.sim.calls.total()
    const reply = await batch(['two words'])
    await expectError(service, reply, 404, 'account_not_found', reasons([['two words', 'malformed_account']]))
    expect(service.sim.calls.total()).toBe(calls)
  })

  test('is a 503 when any entry failed because of Steam', async () => {
    const reply = await batch(['two words', cast.gone, cast.nullBans])
    const failed = reasons([
      ['two words', 'malformed_account'],
      [cast.gone, 'account_not_found'],
      [cast.nullBans, 'platform_unavailable', { missing: 'bans' }],
    ])
    await expectError(service, reply, 503, 'platform_unavailable', failed)
    expect(reply.headers['retry-after']).toMatch(/^\d+$/)
  })

  test('is a 503 while Steam is down', async () => {
    service.sim.dial.set('*', { faults: { '503': 1 } })
    const failed = reasons([
      [cast.raider, 'platform_unavailable'],
      ['raider', 'platform_unavailable'],
      ['two words', 'malformed_account'],
    ])
    const reply = await batch([cast.raider, 'raider', 'two words'])
    await expectError(service, reply, 503, 'platform_unavailable', failed)
  })

  test('is a 500 when Steam refuses the key', async () => {
    service.sim.dial.set('*', { faults: { 'bad-key': 1 } })
    const failed = reasons([
      [cast.raider, 'key_refused'],
      [cast.gone, 'key_refused'],
    ])
    await expectError(service, await batch([cast.raider, cast.gone]), 500, 'key_refused', failed)
  })

  test('is a 500 without a key', async () => {
    const keyless = await serviceForTest({ STEAM_API_KEY: '' }, service.sim)
    const reply = await post(keyless, '/api/lookup/batch', { steamIds: [cast.raider, 'raider'] })
    const failed = reasons([
      [cast.raider, 'not_configured'],
      ['raider', 'not_configured'],
    ])
    await expectError(keyless, reply, 500, 'not_configured', failed)
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

test('a batch that Steam answers in part is a 200 and counts the rest as failed', async () => {
  service.sim.dial.set('vanity', { faults: { '503': 1 } })
  expect(await resultOf([cast.raider, 'somebody_unresolved'])).toMatchObject({ resolved: 1, failed: 1 })
})
