import { Agent, get } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startDiscord } from '../packages/sim-discord/src/index.ts'
import { createWorld } from '../packages/sim-steam/src/world.ts'
import { ask, post } from './support/ask.ts'
import { serviceForTest, startService } from './support/service.ts'
import { useSteam } from '../packages/sim-steam/test/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))
const PLAYER = '76561197960287930'

async function discordForTest() {
  const discord = await startDiscord()
  onTestFinished(() => discord.close())
  return { discord, settings: { DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl } }
}

describe('a process with ROLE=bot', () => {
  test('serves its operator, and says at all other paths that it is the wrong process', async () => {
    const { settings } = await discordForTest()
    const service = await serviceForTest(settings, steam, { role: 'bot' })
    for (const path of ['/healthz', '/readyz', '/metrics'])
      expect(await ask(service, path)).toMatchObject({ status: 200 })
    steam.calls.reset()
    const error = expect.stringContaining('this process runs the Discord bot (ROLE=bot)')
    for (const path of ['/api/lookup?steamId=raider', '/docs', '/openapi.json', '/'])
      expect(await ask(service, path)).toMatchObject({ status: 404, body: { code: 'not_found', error } })
    expect(await post(service, '/api/verdict/batch', { steamIds: [PLAYER] })).toMatchObject({ status: 404 })
    expect(steam.calls.total()).toBe(0)
  })

  test.each([
    `/game/a-token-0123456789abcdef/${PLAYER}`,
    '/game/a-token-0123456789abcdef',
    '/game',
    `/%67ame/x/${PLAYER}`,
    `/${PLAYER}`,
    `/bans/${PLAYER}/`,
  ])('lets no player in: %s is no 404', async (path) => {
    const service = await serviceForTest({}, steam, { role: 'bot' })
    const error = expect.stringContaining('this process runs the Discord bot (ROLE=bot)')
    expect(await ask(service, path)).toMatchObject({ status: 400, body: { code: 'bad_game_request', error } })
  })
})

test('a process with ROLE=http has policies and no session, even with a token', async () => {
  const { discord, settings } = await discordForTest()
  const service = await serviceForTest(settings, steam, { role: 'http' })
  expect(await ask(service, '/readyz')).toMatchObject({ status: 200, body: { discord: 'off' } })
  expect(await ask(service, `/api/lookup?steamId=${steam.world.cast.clean}`)).toMatchObject({ status: 200 })
  expect(service.log.map(({ msg }) => msg)).toContain('database opened')
  expect(service.log.map(({ msg }) => msg).join('\n')).not.toContain('sweeps')
  expect(discord.gateway.sessions()).toBe(0)
  expect(discord.rest.requests()).toEqual([])
})

describe('a process that stops with DRAIN_SECONDS', () => {
  test('is not ready at once, and answers on until then; each connection ends with its next response', async () => {
    const service = await startService({ DRAIN_SECONDS: '1' }, steam)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const askOn = (path: string) =>
      new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
        get(`${service.url}${path}`, { agent, headers: { 'user-agent': 'balancer/1' } }, (response) => {
          const { statusCode: status, headers } = response.resume()
          response.once('end', () => resolve({ status, connection: headers.connection }))
        }).once('error', reject)
      })
    expect(await askOn('/readyz')).toEqual({ status: 200, connection: 'keep-alive' })
    const stoppedAt = performance.now()
    const closed = service.close()
    expect(await ask(service, '/readyz')).toMatchObject({ status: 503, body: { ready: false, stopping: true } })
    // On the connection that was open before, and on a new one.
    for (let times = 0; times < 2; times += 1)
      expect(await askOn(`/api/lookup?steamId=${steam.world.cast.clean}`)).toEqual({ status: 200, connection: 'close' })
    await closed
    expect(performance.now() - stoppedAt).toBeGreaterThan(990)
    await expect(askOn('/readyz')).rejects.toThrow('ECONNREFUSED')
  })

  test('loses no request of clients behind a balancer that asks /readyz every 100 ms', async () => {
    const service = await startService({ DRAIN_SECONDS: '1' }, steam)
    const left = new AbortController()
    const failures: unknown[] = []
    let answered = 0
    const client = async () => {
      while (!left.signal.aborted) {
        const reply = await ask(service, `/api/lookup?steamId=${steam.world.cast.clean}`).catch((error: unknown) => ({
          status: error,
        }))
        if (reply.status === 200) answered += 1
        else failures.push(reply.status)
      }
    }
    const balancer = async () => {
      while (!left.signal.aborted) {
        if ((await ask(service, '/readyz')).status === 503) left.abort()
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
    const running = Promise.all([balancer(), ...Array.from({ length: 8 }, client)])
    await new Promise((resolve) => setTimeout(resolve, 250))
    await Promise.all([service.close(), running])
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(0)
  })
})
