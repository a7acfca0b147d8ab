import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { answer, answering, ask, asBot, asked, askedAt, discord, edit, typed, webhookPath } from './support.ts'

const START = Date.UTC(2026, 0, 1)

describe('edits and follow-ups', () => {
  test('are limited to five in five seconds for each interaction', async () => {
    const { sim, reply, turn } = await askedAt(START)
    await answer(sim, reply, 5)
    for (const remaining of ['4', '3', '2', '1']) {
      const { headers } = await edit(sim, reply, { content: remaining })
      expect(headers.get('x-ratelimit-remaining')).toBe(remaining)
      turn(1_000)
    }
    const last = await ask(sim, 'POST', webhookPath(reply), { content: 'shared' })
    expect(Object.fromEntries([...last.headers].filter(([name]) => name.startsWith('x-ratelimit')))).toEqual({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String((START + 5_000) / 1000) + '.000',
      'x-ratelimit-reset-after': '1.000',
      'x-ratelimit-bucket': expect.any(String),
    })

    turn(500)
    const limited = await edit(sim, reply, { content: 'too much' })
    expect([limited.status, limited.body]).toEqual([
      429,
      { message: 'You are being rate limited.', retry_after: 0.5, global: false },
    ])
    expect([limited.headers.get('retry-after'), limited.headers.get('x-ratelimit-scope')]).toEqual(['1', 'user'])
    expect((await ask(sim, 'POST', webhookPath(reply), { content: 'too much' })).status).toBe(429)
    expect([reply.text(), sim.rateLimited(), sim.violations()]).toEqual(['1', 2, []])

    const other = typed(sim)
    await answer(sim, other, 5)
    expect((await edit(sim, other, { content: 'x' })).status).toBe(200)

    turn(500)
    expect((await edit(sim, reply, { content: 'again' })).status).toBe(200)
  })
})

test('first answers are not limited', async () => {
  const sim = await discord()
  const replies = Array.from({ length: 60 }, () => typed(sim))
  const answers = await Promise.all(replies.map((reply) => answer(sim, reply, 5)))
  expect(answers.filter(({ status }) => status !== 204)).toEqual([])
})

test('requests with the bot token are limited to fifty per second', async () => {
  const { sim, turn } = await askedAt(START)
  const call = () => ask(sim, 'GET', '/users/@me', undefined, asBot(sim))
  for (let count = 0; count < 50; count += 1) expect((await call()).status).toBe(200)
  turn(400)
  const { status, headers, body } = await call()
  expect([status, body['global'], body['retry_after']]).toEqual([429, true, 0.6])
  expect([headers.get('x-ratelimit-global'), headers.get('x-ratelimit-scope')]).toEqual(['true', 'global'])
  turn(600)
  expect((await call()).status).toBe(200)
  expect(sim.rateLimited()).toBe(1)
})

describe('failures on demand', () => {
  test('affect matching requests the given number of times', async () => {
    const { sim, reply } = await asked()
    sim.rest.fail({ match: 'edit', status: 500, times: 2 })
    expect((await answer(sim, reply, 5)).status).toBe(204)
    const failed = await edit(sim, reply, { content: 'x' })
    expect([failed.status, failed.headers.get('content-type')]).toEqual([500, 'text/html'])
    expect((await edit(sim, reply, { content: 'x' })).status).toBe(500)
    expect(reply.text()).toBe('Bot is thinking…')
    expect((await edit(sim, reply, { content: 'x' })).status).toBe(200)
    expect(sim.rest.requests().map(({ status }) => status)).toEqual([204, 500, 500, 200])
    expect([sim.violations(), sim.rateLimited()]).toEqual([[], 0])
  })

  test('have the given status, headers and body', async () => {
    const sim = await discord()
    const call = () => ask(sim, 'GET', '/gateway/bot', undefined, asBot(sim))
    sim.rest.fail({ match: /^GET \/gateway/, status: 429, body: { message: 'slow', retry_after: 7 } })
    const slow = await call()
    expect([slow.status, slow.body, slow.headers.get('retry-after')]).toEqual([
      429,
      { message: 'slow', retry_after: 7 },
      '7',
    ])
    sim.rest.fail({ match: 'gateway', status: 401 })
    expect(await call()).toMatchObject({ status: 401, body: { message: '401: Unauthorized', code: 0 } })
    sim.rest.fail({ match: 'gateway', status: 503, body: '<h1>Sorry</h1>', headers: { 'x-mark': '1' } })
    const down = await call()
    expect([down.status, down.headers.get('x-mark')]).toEqual([503, '1'])
    sim.rest.fail({ match: 'gateway', status: 404, body: { message: 'Unknown', code: 10_002 } })
    expect(await call()).toMatchObject({ status: 404, body: { code: 10_002 } })
    expect((await call()).status).toBe(200)
  })

  test('can reset the connection or hang', async () => {
    const sim = await discord()
    const call = (signal?: AbortSignal) =>
      fetch(`${sim.apiUrl}/v10/gateway/bot`, { ...asBot(sim), ...(signal === undefined ? {} : { signal }) })
    sim.rest.fail({ match: 'gateway', status: 'reset' })
    await expect(call()).rejects.toThrow('fetch failed')
    sim.rest.fail({ match: 'gateway', status: 'hang' })
    const leave = new AbortController()
    const hanging = call(leave.signal)
    expect(await Promise.race([hanging, delay(50, 'nothing')])).toBe('nothing')
    leave.abort()
    await expect(hanging).rejects.toThrow('aborted')
    expect(sim.rest.requests().map(({ status }) => status)).toEqual([0, 0])
  })

  test('are retried by a real client after a 500 and a 429', async () => {
    const { sim } = await answering(async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply('there')
    })
    sim.rest.fail({ match: 'callback', status: 502 })
    sim.rest.fail({ match: 'callback', status: 429 })
    expect(await sim.user().type('/friends raider').until('there')).toBe('there')
  })
})
