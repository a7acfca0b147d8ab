import { DiscordAPIError } from 'discord.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startDiscord } from '../../packages/sim-discord/src/index.ts'
import { classifyFailure } from '../../src/outbox/discord/classify-failure.ts'
import { createBotApi } from '../../src/discord/bot-api.ts'
import { systemClock } from '../../src/lib/clock.ts'

const { signal } = new AbortController()

const apiAt = (apiUrl: string, token = 'token') => createBotApi({ token, apiUrl, clock: systemClock })
const failureOf = async (request: Promise<unknown>) =>
  classifyFailure(
    await request.then(
      () => expect.unreachable('the request fails'),
      (error: unknown) => error,
    ),
  )

async function discordForTest() {
  const discord = await startDiscord()
  onTestFinished(() => discord.close())
  return {
    discord,
    api: apiAt(discord.apiUrl, discord.token),
    route: `/channels/${discord.guild().channelId}/messages` as const,
  }
}

const body = { content: 'hello' }
const files = [{ name: 'a.csv', data: Buffer.from('a') }]

describe('a request, with and without a file', () => {
  test.each([
    ['plain', {}],
    ['with a file', { files }],
  ])('whose connection was lost, or that was answered by a proxy, can be repeated: %s', async (_, more) => {
    const { discord, api, route } = await discordForTest()
    for (const status of ['reset', 500, 502, 503, 504] as const) {
      discord.rest.fail({ match: 'message', status })
      const failure = await failureOf(api.post(route, { body, ...more, signal }))
      expect({ status, ...failure }).toEqual({ status, kind: 'passing' })
    }
  })
})

test('a rate limit says when to try again', async () => {
  const { discord, api, route } = await discordForTest()
  const limit = { message: 'You are being rate limited.', retry_after: 3, global: false }
  discord.rest.fail({ match: 'message', status: 429, body: limit })
  const failure = await failureOf(api.post(route, { body, signal }))
  expect(failure).toEqual({ kind: 'passing', retryAfterMs: expect.any(Number) })
  expect('retryAfterMs' in failure && failure.retryAfterMs).toBeGreaterThanOrEqual(3_000)
})

describe('a refusal of Discord', () => {
  const refusal = (status: number, code: number | undefined) =>
    classifyFailure(
      new DiscordAPIError(
        { message: '', code: code ?? 0 },
        code as never,
        status,
        'POST',
        'https://discord.com/api/v10/channels/1/messages',
        { files: undefined, body: undefined },
      ),
    ).kind

  test.each([
    ['an unknown channel', 404, 10_003, 'channel_gone'],
    ['an unknown server', 404, 10_004, 'channel_gone'],
    ['no access', 403, 50_001, 'forbidden'],
    ['no permission', 403, 50_013, 'forbidden'],
    ['a channel without messages', 400, 50_008, 'forbidden'],
    ['an invalid message', 400, 50_035, 'rejected'],
    ['a file that is too large', 413, 40_005, 'rejected'],
    ['a token that is refused', 401, 0, 'passing'],
    ['an unknown path', 404, 0, 'passing'],
    ['a network that Discord does not let through', 403, 40_333, 'passing'],
    ['the page of a proxy: 403', 403, undefined, 'passing'],
    ['the page of a proxy: 404', 404, undefined, 'passing'],
    ['the page of a proxy: 400', 400, undefined, 'passing'],
  ])('%s', (_, status, code, kind) => {
    expect(refusal(status, code)).toBe(kind)
  })
})

test('what is unexpected can be repeated', () => {
  expect(classifyFailure(new TypeError('x is not a function'))).toEqual({ kind: 'passing' })
  expect(classifyFailure('text')).toEqual({ kind: 'passing' })
})
