import { getEventListeners } from 'node:events'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Fault } from '../../../packages/sim-steam/src/dial.ts'
import { startSteam } from '../../../packages/sim-steam/src/server.ts'
import { RapsheetError } from '../../../src/model/error.ts'
import { openDayBudget } from '../../../src/steam/upstream/day-budget.ts'
import type { SteamRequest } from '../../../src/steam/upstream/request.ts'
import { createStore } from '../../../src/store/store.ts'
import { anyCall, cancellableCall } from '../../support/callers.ts'
import { connect } from '../../support/connect.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { failureOf } from '../../support/failure.ts'
import { startOddPlatform } from '../../support/odd-platform.ts'
import { ownSteam, useWorld } from '../../../packages/sim-steam/test/simulated-steam.ts'
import { askEach, STEAM_METHODS } from '../../support/steam-methods.ts'
import { until } from '../../support/until.ts'

const { world, cast, steam } = await useWorld(50)

const ask = askEach(cast.raider, cast.clean)
const METHODS = STEAM_METHODS
const KEYED = METHODS.filter((method) => method !== 'inventory')

/** How a call ends: with an answer, or with the facts of its error. */
function ending(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'an answer',
    (error: unknown) => {
      if (!(error instanceof RapsheetError)) return error
      return [error.code, error.upstreamStatus, error.retryAfter]
    },
  )
}

describe('a fault that passes', () => {
  const faults: Fault[] = ['503', 'reset', 'cut', 'html-200', 'null-200']
  test('costs one retry with every method', async () => {
    const pairs = METHODS.flatMap((method) => faults.map((fault) => ({ method, fault })))
    const seen = await Promise.all(
      pairs.map(async ({ method, fault }) => {
        const own = await ownSteam({ world })
        const { call, records } = connect(own, { retries: 1, clock: createFakeClock({ skipsSleeps: true }) })
        const good = await ask[method](call, anyCall())
        own.dial.set(method, { next: [fault] })
        const { callContext, usage } = cancellableCall()
        expect(await ask[method](call, callContext)).toEqual(good)
        return { method, fault, calls: own.calls.count(method), usage, last: records.at(-1)?.outcome }
      }),
    )
    const expected = { calls: 3, usage: { upstreamCalls: 2, cacheHits: 0 }, last: '200' }
    expect(seen).toEqual(pairs.map((pair) => ({ ...pair, ...expected })))
  })

  test('a single 429 is retried by the Web API client, and not by the community client', async () => {
    steam.dial.set('*', { next: ['429', '429'] })
    const { call } = connect(steam, { retries: 2 })
    expect(await ending(ask.games(call, anyCall()))).toBe('an answer')
    expect(await ending(ask.inventory(call, anyCall()))).toBe('an answer')
    expect([steam.calls.count('games'), steam.calls.count('inventory')]).toEqual([3, 1])
    steam.dial.set('inventory', { next: ['429'] })
    expect(await ending(ask.inventory(call, anyCall()))).toEqual(['platform_unavailable', 429, undefined])
    expect(steam.calls.count('inventory')).toBe(2)
  })
})

describe('a permanent refusal', () => {
  test('by a redirect is not followed, and its status is not passed on', async () => {
    const platform = await startOddPlatform({ status: 302, headers: { location: '/elsewhere' } })
    const { call } = connect(platform)
    expect(await ending(ask.vanity(call, anyCall()))).toEqual(['platform_unavailable', undefined, undefined])
    expect(platform.requests.map(({ url }) => url)).toEqual(['/ISteamUser/ResolveVanityURL/v1/?vanityurl=raider'])
  })
})

describe('the time limits', () => {
  test('all tries of one call share a deadline', async () => {
    steam.dial.set('games', { faults: { hang: 1 } })
    const { call, records } = connect(steam, { retries: 5, tryMs: 100, deadlineMs: 500 })
    expect(await ending(ask.games(call, anyCall()))).toEqual(['platform_unavailable', undefined, undefined])
    // 0–100 ms, 250–350 ms; the third would have begun at 650 ms.
    expect(steam.calls.count('games')).toBe(2)
    expect(records.map(({ outcome }) => outcome)).toEqual(['no_answer', 'no_answer'])
  })

  test('a Retry-After is waited for when it ends before the deadline', async () => {
    const clock = createFakeClock()
    const platform = await startOddPlatform(
      { status: 503, headers: { 'retry-after': '4' } },
      { body: { response: { success: 42 } } },
    )
    const { call, records } = connect(platform, { retries: 1, deadlineMs: 8_000, clock })
    const { callContext, usage } = cancellableCall()
    const end = ending(ask.vanity(call, callContext))
    await until(() => records.length === 1)
    await clock.advance(3_999)
    expect(usage.upstreamCalls).toBe(1)
    await clock.advance(1)
    expect(usage.upstreamCalls).toBe(2)
    expect(await end).toBe('an answer')
    expect(platform.requests).toHaveLength(2)
  })

  test('a Retry-After that ends after the deadline fails the call at once, and after a 429 pauses all calls', async () => {
    const platform = await startOddPlatform({ status: 429, headers: { 'retry-after': '20' } })
    const { call } = connect(platform, { retries: 3, deadlineMs: 8_000 })
    expect(await ending(ask.vanity(call, anyCall()))).toEqual(['platform_unavailable', 429, 20])
    expect(await ending(ask.games(call, anyCall()))).toEqual(['overloaded', undefined, 20])
    expect(platform.requests).toHaveLength(1)
  })
})

test.each(['Wed, 21 Oct 2026 07:28:00 GMT', 'soon', '-5'])(
  'a Retry-After of %s, which is no number of seconds, is ignored',
  async (header) => {
    const platform = await startOddPlatform({ status: 503, headers: { 'retry-after': header } })
    expect(await ending(ask.vanity(connect(platform).call, anyCall()))).toEqual([
      'platform_unavailable',
      503,
      undefined,
    ])
  },
)

describe('the key', () => {
  const KEY = '0123456789ABCDEF0123456789ABCDEF'

  test('is sent to the Web API in a header, in no URL, and not to the community site', async () => {
    const platform = await startOddPlatform({ body: null })
    const { call } = connect({ ...platform, key: KEY })
    await Promise.all(METHODS.map((method) => failureOf(ask[method](call, anyCall()))))
    expect(platform.requests).toHaveLength(7)
    for (const { url, headers } of platform.requests) {
      const isInventory = url.startsWith('/inventory/')
      expect([url, headers['x-webapi-key']]).toEqual([expect.not.stringContaining(KEY), isInventory ? undefined : KEY])
      if (isInventory) expect(JSON.stringify(headers)).not.toContain(KEY)
    }
  })

  test('is in no error, however deeply inspected', async () => {
    const own = await startSteam({ world, key: KEY })
    const { call } = connect(own, { tryMs: 100 })
    const answered: Fault[] = ['429', '500', 'bad-key', 'html-200', 'null-200', 'huge', 'gzip-bomb']
    for (const fault of [...answered, 'hang', 'reset', 'cut'] as const) {
      for (const method of ['stats', 'bans'] as const) {
        own.dial.set(method, { next: [fault] })
        const error = await failureOf(ask[method](call, anyCall()))
        expect(error.message).toMatch(/^Steam .*[.]$/)
        expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(KEY)
        expect(String(error.stack)).not.toContain(KEY)
      }
    }
    await own.close()
    const refused = await failureOf(ask.bans(call, anyCall()))
    expect(inspect(refused, { depth: Infinity, showHidden: true })).not.toContain(KEY)
  })

  test('that was refused is not sent again for a while with any method; inventories still work', async () => {
    const { call } = connect({ ...steam, key: 'WRONG' }, { keyPauseMs: 60_000 })
    for (const method of KEYED) {
      expect(await ending(ask[method](call, anyCall()))).toEqual(['key_refused', 403, undefined])
    }
    expect(steam.calls.total()).toBe(1)
    expect(await ask.inventory(call, anyCall())).toMatchObject({ total: 12 })
  })

  test('that is missing leads to no call; inventories still work', async () => {
    const { call, records } = connect(steam, { apiKey: undefined })
    for (const method of KEYED) {
      expect(await ending(ask[method](call, anyCall()))).toEqual(['not_configured', undefined, undefined])
    }
    expect([steam.calls.total(), records]).toEqual([0, []])
    expect(await ask.inventory(call, anyCall())).toMatchObject({ total: 12 })
  })
})

describe('a caller that leaves', () => {
  test.each(METHODS)('%s: aborts the call, which rejects with the abort reason', async (method) => {
    steam.dial.set(method, { next: ['hang'] })
    const { call, records } = connect(steam, { retries: 2 })
    const { callContext, leave, usage } = cancellableCall()
    const reason = new Error('hung up')
    const end = ending(ask[method](call, callContext))
    await until(() => steam.inFlight(method) === 1)
    leave(reason)
    expect(await end).toBe(reason)
    await until(() => steam.inFlight(method) === 0)
    expect([steam.calls.count(method), usage.upstreamCalls]).toEqual([1, 1])
    expect(records.map((record) => [record.method, record.outcome])).toEqual([[method, 'abandoned']])
  })

  test.each(METHODS)('%s: during a backoff, makes no retry', async (method) => {
    const clock = createFakeClock()
    const own = await ownSteam({ world })
    own.dial.set(method, { faults: { '503': 1 } })
    const { call, records } = connect(own, { retries: 2, clock })
    const { callContext, leave, usage } = cancellableCall()
    const end = ending(ask[method](call, callContext))
    await until(() => records.length === 1)
    leave('enough')
    expect(await end).toBe('enough')
    await clock.advance(1_000)
    expect([own.calls.count(method), usage.upstreamCalls]).toEqual([1, 1])
    expect(records.map(({ outcome }) => outcome)).toEqual(['503'])
  })

  test('aborts the call while the body comes in', async () => {
    steam.dial.set('stats', { next: ['slow-body'] })
    const { call } = connect(steam)
    const { callContext, leave } = cancellableCall()
    const end = ending(ask.stats(call, callContext))
    await until(() => steam.inFlight('stats') === 1)
    leave('too slow')
    expect(await end).toBe('too slow')
    await until(() => steam.inFlight('stats') === 0)
  })
})

describe('inventories', () => {
  test('that would have no time left for a try are refused at once', async () => {
    const { call } = connect(steam, { inventorySpacingMs: 4_000, deadlineMs: 5_000 })
    expect(await ending(ask.inventory(call, anyCall()))).toBe('an answer')
    expect(await ending(ask.inventory(call, anyCall()))).toEqual(['overloaded', undefined, 4])
    expect(steam.calls.count('inventory')).toBe(1)
  })
})

describe('an HTTP request', () => {
  const request: SteamRequest<{ ok: number }> = {
    method: 'vanity',
    path: '/I/M/v1/',
    query: { a: '1' },
    schema: z.object({ ok: z.number() }),
  }

  test('a base URL keeps its path, with or without a slash at its end', async () => {
    const platform = await startOddPlatform({ body: { ok: 1 } })
    for (const apiUrl of [`${platform.apiUrl}/mirror`, `${platform.apiUrl}/mirror/`, `${platform.apiUrl}/`]) {
      const { call } = connect({ ...platform, apiUrl })
      expect(await call(request, anyCall())).toEqual({ ok: true, value: { ok: 1 } })
    }
    expect(platform.requests.map(({ url }) => url)).toEqual([
      '/mirror/I/M/v1/?a=1',
      '/mirror/I/M/v1/?a=1',
      '/I/M/v1/?a=1',
    ])
  })

  test('gzip is requested and decoded', async () => {
    const body = gzipSync(JSON.stringify({ ok: 7, pad: 'x'.repeat(50_000) }))
    const platform = await startOddPlatform({ headers: { 'content-encoding': 'gzip' }, body })
    const { call } = connect(platform)
    expect(await call(request, anyCall())).toEqual({ ok: true, value: { ok: 7 } })
    expect(platform.requests[0]?.headers).toMatchObject({ accept: 'application/json', 'accept-encoding': 'gzip' })
  })

  test('gzip that breaks off counts as no answer', async () => {
    const body = gzipSync(JSON.stringify({ ok: 7, pad: 'x'.repeat(5_000) })).subarray(0, -12)
    const { call, records } = connect(await startOddPlatform({ headers: { 'content-encoding': 'gzip' }, body }))
    expect(await ending(call(request, anyCall()))).toEqual(['platform_unavailable', undefined, undefined])
    expect(records.map(({ outcome }) => outcome)).toEqual(['no_answer'])
  })

  test.each([
    ['as sent', {}, (text: string) => text],
    ['after decoding', { 'content-encoding': 'gzip' }, (text: string) => gzipSync(text)],
  ])('a body of 512 KiB is read, a longer one is rejected: %s', async (_, headers, encode) => {
    const sized = (bytes: number) => ({ headers, body: encode(`{"ok":7}${' '.repeat(bytes - 8)}`) })
    const { call } = connect(await startOddPlatform(sized(512 * 1024), sized(512 * 1024 + 1)))
    expect(await ending(call(request, anyCall()))).toBe('an answer')
    expect(await ending(call(request, anyCall()))).toEqual(['platform_unavailable', undefined, undefined])
  })

  test('a platform that cannot be reached counts as no answer', async () => {
    const gone = await startSteam({ world })
    await gone.close()
    const { call, records } = connect(gone, { retries: 1 })
    const error = await failureOf(ask.bans(call, anyCall()))
    expect([error.code, error.upstreamStatus, error.message]).toEqual([
      'platform_unavailable',
      undefined,
      'Steam did not answer; try again in a minute.',
    ])
    expect(error.cause).toBeInstanceOf(Error)
    expect(records.map(({ outcome }) => outcome)).toEqual(['no_answer', 'no_answer'])
  })

  test('closing ends calls in flight and all connections', async () => {
    const own = await ownSteam({ world })
    own.dial.set('*', { faults: { hang: 1 } })
    const { call, close } = connect(own)
    const ends = METHODS.map((method) => ending(ask[method](call, anyCall())))
    await until(() => own.inFlight() === 7)
    await close()
    expect(await Promise.all(ends)).toEqual(METHODS.map(() => ['stopping', undefined, 5]))
    await until(() => own.sockets() === 0)
  })

  test.each(['hang', '503'] as const)('closing ends a call that may be retried after %s at once', async (fault) => {
    const own = await ownSteam({ world })
    own.dial.set('games', { faults: { [fault]: 1 } })
    const clock = createFakeClock()
    const store = createStore({ memoryBytes: 100_000, clock, onError: () => {} })
    const policy = { scarcePercent: 80, reservedPercent: 95, limit: 0 }
    const dayBudget = await openDayBudget({ ...policy, apiKey: own.key, store, clock })
    const { call, close, records } = connect(own, { retries: 3, clock, dayBudget })
    const end = ending(ask.games(call, anyCall()))
    await until(() => (fault === 'hang' ? own.inFlight() === 1 : records.length === 1))
    await close()
    expect(await end).toEqual(['stopping', undefined, 5])
    expect(await ending(ask.games(call, anyCall()))).toEqual(['stopping', undefined, 5])
    await clock.advance(30_000)
    expect([dayBudget.report().used, records.length, clock.pending()]).toEqual([1, 1, 0])
  })

  test('a call leaves no listener at the signal of its caller', async () => {
    const { call } = connect(steam)
    const callContext = anyCall()
    await Promise.all(METHODS.map((method) => ask[method](call, callContext)))
    expect(getEventListeners(callContext.signal, 'abort')).toEqual([])
  })
})

test('inventories pause after a 429, and refused calls say for how long', async () => {
  steam.dial.set('inventory', { next: ['429'] })
  const { call } = connect(steam, { inventoryPauseMs: 60_000 })
  expect(await ending(ask.inventory(call, anyCall()))).toEqual(['platform_unavailable', 429, undefined])
  expect(await ending(ask.inventory(call, anyCall()))).toEqual(['overloaded', undefined, 60])
  expect(steam.calls.count('inventory')).toBe(1)
})
