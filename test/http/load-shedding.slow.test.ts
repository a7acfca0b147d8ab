import { expect, test } from 'vitest'
import { RapsheetError } from '../../src/model/error.ts'
import type { OverloadReason } from '../../src/lib/limits/load-shedding.ts'
import { ask } from '../support/ask.ts'
import { openScan, scan } from '../support/events.ts'
import { fakeContext } from '../support/fake-context.ts'
import { limitsOf, httpForTest } from '../support/http.ts'
import { serviceForTest } from '../support/service.ts'

const ID = '76561198000010431'

/** An HTTP server with an adjustable overload reason. */
async function openOverloadable(options: Parameters<typeof httpForTest>[0] = {}) {
  const state: { now: OverloadReason | null } = { now: null }
  return { state, http: await httpForTest({ overload: () => state.now, ...options }) }
}

test.each(['event_loop', 'memory'] as const)(
  'during load shedding because of %s a request is a 503 with Retry-After, and a scan gets an error event, because scans have no 503',
  async (overload) => {
    const { http, state } = await openOverloadable()
    state.now = overload
    const refusal = {
      error: 'The server is overloaded; try again in 5 s.',
      code: 'overloaded',
      requestId: expect.any(String),
    }
    for (const path of ['lookup', 'inventory'])
      expect(await ask(http, `/api/${path}?steamId=${ID}`)).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        body: refusal,
      })
    const refused = await openScan(http, { steamId: ID })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await refused.rest()).toEqual([refusal])
    expect(http.refusals).toEqual([overload, overload, overload])
    state.now = null
    expect(await ask(http, `/api/lookup?steamId=${ID}`)).toMatchObject({ status: 200 })
    expect(await scan(http, { steamId: ID })).toHaveLength(2)
  },
)

test('operation routes are served during load shedding', async () => {
  const service = await serviceForTest({ memoryBytes: 1 })
  const look = async () => (await ask(service, `/api/lookup?steamId=${ID}`)).status
  await expect.poll(look, { timeout: 10_000 }).toBe(503)
  expect(await ask(service, '/healthz')).toMatchObject({ status: 200 })
  expect(await ask(service, '/readyz')).toMatchObject({ status: 200 })
  const metrics = await ask(service, '/metrics')
  expect(metrics.body).toMatch(/^rapsheet_refusals_total\{reason="memory"\} [1-9]/m)
  expect(metrics.body).toContain('rapsheet_load_shedding{reason="memory"} 1\n')
  expect(metrics.body).toContain('rapsheet_load_shedding{reason="event_loop"} 0\n')
  expect(await ask(service, '/openapi.json')).toMatchObject({ status: 200 })
  expect(await ask(service, '/nothing')).toMatchObject({ status: 404 })
  expect(await ask(service, '/api/lookup', { method: 'DELETE' })).toMatchObject({ status: 405 })
})

test('refused requests do not count against the rate limit', async () => {
  const { http, state } = await openOverloadable({ limits: limitsOf(3) })
  state.now = 'event_loop'
  for (let time = 0; time < 10; time++) expect((await ask(http, `/api/lookup?steamId=${ID}`)).status).toBe(503)
  state.now = null
  expect(await ask(http, `/api/lookup?steamId=${ID}`)).toMatchObject({
    status: 200,
    headers: { ratelimit: expect.stringContaining(';r=2;') },
  })
})

test.each(['overloaded', 'stopping'] as const)('a refusal by the service counts as %s', async (code) => {
  const context = fakeContext({
    getSummary: async () => {
      throw new RapsheetError(code, 'Not now.', { retryAfter: 7 })
    },
  })
  const http = await httpForTest({ context })
  expect(await ask(http, `/api/lookup?steamId=${ID}`)).toMatchObject({ status: 503, headers: { 'retry-after': '7' } })
  expect(http.refusals).toEqual([code])
})
