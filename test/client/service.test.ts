import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSteam, type SimSteam } from '../../packages/sim-steam/src/server.ts'
import { addExample } from '../../packages/sim-steam/src/example.ts'
import { ApiError, createClient, type ClientOptions, type ScanEvent } from '../../packages/client/src/index.ts'
import { EXAMPLE_ID } from '../../src/accounts/http/examples.ts'
import { USER_AGENT } from '../support/ask.ts'
import { collect } from '../support/collect.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { faultyProxyForTest } from '../support/faulty-proxy.ts'
import { FILE_TOKEN, policyFileForTest } from '../support/policy-file.ts'
import { serviceForTest, type Service, type TestSettings } from '../support/service.ts'
import { until } from '../support/until.ts'

let sim: SimSteam

beforeAll(async () => {
  sim = await startSteam()
  addExample(sim.world)
})
afterAll(() => sim.close())

const API_TOKEN = 'a-token-of-the-api-of-this-test'
const openService = (settings: TestSettings = {}) =>
  serviceForTest(
    { POLICY_FILE: policyFileForTest({ mode: 'enforce', rules: { maxVacBans: 0 } }).path, ...settings },
    sim,
  )
const clientOf = (service: Pick<Service, 'url'>, options: ClientOptions = {}) =>
  createClient({ baseUrl: service.url, userAgent: USER_AGENT, policyToken: FILE_TOKEN, ...options })

test('every operation of a running service answers', async () => {
  const client = clientOf(await openService())
  const { raider } = sim.world.cast
  const account = await client.lookUp(EXAMPLE_ID)
  expect(account).toMatchObject({ steamId: EXAMPLE_ID, profile: { personaname: 'Wipe Day Walker' } })
  expect(await client.lookUpBatch([EXAMPLE_ID, 'what is this?'])).toMatchObject({
    resolved: 1,
    failures: [{ code: 'malformed_account' }],
  })
  expect(await client.compare(EXAMPLE_ID, 'example_roof_raider')).toMatchObject({ friendship: { state: 'friends' } })
  expect(await client.getStats(EXAMPLE_ID)).toMatchObject({ stats: { combat: { kills: 4118 } } })
  const { items } = await client.getInventory(EXAMPLE_ID)
  expect(items.map(({ name }) => name)).toEqual(['Tempered AK47', 'Forest Sleeping Bag'])
  expect((await client.getImage(account.profile.avatarfull)).type).toBe('image/png')
  expect((await client.getImage(items[0]?.icon ?? '')).type).toBe('image/png')
  expect(await client.getVerdict(raider)).toMatchObject({ verdict: 'deny', mode: 'enforce' })
  expect(await client.getVerdicts([raider, EXAMPLE_ID])).toMatchObject({
    results: [{ verdict: 'deny' }, { verdict: 'allow' }],
  })
  expect(await client.getHealth()).toEqual({ status: 'alive' })
  expect(await client.getReadiness()).toMatchObject({ ready: true })
  expect(await client.getMetrics()).toContain('# HELP')
  expect(await client.getDescription()).toMatchObject({ openapi: '3.1.0' })
})

test('a service that asks for tokens gets each where it belongs', async () => {
  const client = clientOf(await openService({ API_TOKENS: API_TOKEN }), { apiToken: API_TOKEN })
  expect(await client.lookUp(EXAMPLE_ID)).toMatchObject({ steamId: EXAMPLE_ID })
  expect(await client.getVerdict(EXAMPLE_ID)).toMatchObject({ verdict: 'allow' })
})

describe('a scan', () => {
  test('has the friends as they are found, and the result last', async () => {
    const events = await collect(clientOf(await openService()).scanFriends(EXAMPLE_ID, { found: true }))
    expect(events.find((event) => 'found' in event)).toMatchObject({
      found: { friends: [{ personaname: 'Roof Raider' }] },
    })
    expect(events.at(-1)).toMatchObject({ friends: [{}, {}, {}] })
  })

  test('ends with `timed_out` when its time is over in the middle of the stream', async () => {
    const proxy = await faultyProxyForTest(await openService())
    proxy.faults.push((response) =>
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('data: {"progress":{"current":0,"total":3,"totalFriends":3}}\n\n'),
    )
    const clock = createFakeClock()
    const events: ScanEvent[] = []
    const scan = async () => {
      for await (const event of clientOf(proxy, { clock }).scanFriends(EXAMPLE_ID, { timeoutMs: 9_000 }))
        events.push(event)
    }
    const done = scan().catch((error: unknown) => error)
    await until(() => events.length === 1)
    await clock.advance(9_000)
    expect(await done).toBeInstanceOf(ApiError)
    expect(await done).toMatchObject({ code: 'timed_out' })
    expect(clock.pending()).toBe(0)
  })
})
