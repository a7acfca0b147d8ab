import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, post, USER_AGENT, UUID } from '../support/ask.ts'
import { scan } from '../support/events.ts'
import { request, talkOnce } from '../support/raw.ts'
import type { LogLine } from '../support/log.ts'
import { useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })

const service = await useService()

/** The level of the debug lines, which LOG_LEVEL=info leaves out. */
const DEBUG = 20

/** The log lines of some work without those for debugging, once all of its requests are logged. */
async function linesOf(work: () => Promise<unknown>, requests = 1): Promise<LogLine[]> {
  const before = service.log.length
  await work()
  const lines = () => service.log.slice(before).filter(({ level }) => level > DEBUG)
  await expect.poll(() => lines().filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(requests)
  return lines()
}

test('each request has one log line with client, route, duration and usage', async () => {
  const lines = await linesOf(() => ask(service, `/api/lookup?steamId=${cast.veteran}`))
  expect(lines).toEqual([
    {
      level: 30,
      msg: 'request',
      requestId: expect.stringMatching(UUID),
      route: '/api/lookup',
      method: 'GET',
      status: 200,
      durationMs: expect.any(Number),
      client: '127.0.0.1',
      upstreamCalls: 4,
      cacheHits: 0,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
    },
  ])
  const [again] = await linesOf(() => ask(service, `/api/lookup?steamId=${cast.veteran}`))
  expect(again).toMatchObject({ upstreamCalls: 0, cacheHits: 4 })
})

test('probes are logged at level debug, unless they fail', async () => {
  const before = service.log.length
  for (const path of ['/healthz', '/readyz', '/metrics', '/healthz?token=0123456789abcdefghij'])
    await ask(service, path)
  const lines = () => service.log.slice(before).filter(({ msg }) => msg === 'request')
  await expect
    .poll(() => lines().map(({ level, route, status }) => [level, route, status]))
    .toEqual([
      [DEBUG, '/healthz', 200],
      [DEBUG, '/readyz', 200],
      [DEBUG, '/metrics', 200],
      [30, '/healthz', 400],
    ])
})

describe('the log level follows the fault', () => {
  test.each([
    ['a client who left a parameter out', 30, 'missing_parameter', () => ask(service, '/api/lookup')],
    ['Steam', 40, 'platform_unavailable', () => ask(service, `/api/lookup?steamId=${cast.nullBans}`)],
    [
      'an image host',
      40,
      'image_failed',
      () => ask(service, `/api/image?url=${encodeURIComponent('https://avatars.steamstatic.com/test/svg')}`),
    ],
  ])('%s', async (_, level, code, work) => {
    const lines = await linesOf(work)
    expect(lines).toMatchObject([{ level, code }])
    expect(lines[0]).not.toHaveProperty('err')
  })
})

test('no log line contains private data of a client', async () => {
  const secrets = ['SECRETNAME', 'SECRETPATH', 'SECRETBODY', 'SECRETHEADER', 'SECRETAGENT', 'SECRETURL', 'SECRETMETHOD']
  const headers = { 'user-agent': `${USER_AGENT} SECRETAGENT`, cookie: 'SECRETHEADER', authorization: 'SECRETHEADER' }
  const lines = await linesOf(async () => {
    await ask(service, '/api/lookup?steamId=SECRETNAME&x=SECRETNAME', { headers })
    await ask(service, '/api/lookup?steamId=SECRETNAME%20x', { headers })
    await ask(service, '/SECRETPATH/SECRETPATH?SECRETPATH', { headers })
    await post(service, '/api/lookup', { input: 'SECRETBODY', SECRETBODY: 1 }, headers)
    await post(service, '/api/lookup/batch', { steamIds: ['SECRETBODY'] }, headers)
    await ask(service, `/api/image?url=${encodeURIComponent('https://avatars.steamstatic.com/SECRETURL?SECRETURL')}`, {
      headers,
    })
    await ask(service, `/api/image?url=${encodeURIComponent('https://SECRETURL.example/')}`, { headers })
    await talkOnce(service.port, request('SECRETMETHOD', '/'))
    await talkOnce(service.port, request('GET', '/healthz', { 'x-long': 'SECRETHEADER'.repeat(2_000) }))
  }, 9)
  const text = JSON.stringify(lines).toUpperCase()
  for (const secret of secrets) expect(text).not.toContain(secret)
})

test('neither log nor responses contain the API key, whatever fails', async () => {
  const before = service.log.length
  const answers: unknown[] = []
  for (const fault of [
    'bad-key',
    '429',
    '500',
    'html-200',
    'null-200',
    'reset',
    'cut',
    'cut-json',
    'wrong-ids',
  ] as const) {
    service.sim.dial.set('*', { faults: { [fault]: 1 } })
    answers.push(
      await ask(service, `/api/lookup?steamId=${cast.popular}`),
      await ask(service, `/api/rust-stats?steamId=${cast.popular}`),
      await ask(service, `/api/inventory?steamId=${cast.popular}`),
      await scan(service, { steamId: cast.popular }),
    )
  }
  expect(answers).toHaveLength(36)
  await expect.poll(() => service.log.slice(before).filter(({ msg }) => msg === 'request')).toHaveLength(36)
  for (const text of [JSON.stringify(answers), JSON.stringify(service.log)]) {
    expect(text).not.toContain(service.sim.key)
    expect(text).not.toContain('x-webapi-key')
  }
})
