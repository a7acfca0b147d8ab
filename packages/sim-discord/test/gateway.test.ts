import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { SimDiscord } from '../src/server.ts'
import { ask, asBot, createBot, discord, FRIENDS, logIn } from './support.ts'

interface Payload {
  op: number
  t: string | null
  s: number | null
  d: Record<string, unknown>
}

/** A raw client with an open connection; collects the payloads in order. */
async function connect(sim: SimDiscord, query = 'v=10&encoding=json') {
  const { body } = await ask(sim, 'GET', '/gateway/bot', undefined, asBot(sim))
  const socket = new WebSocket(`${String(body['url'])}?${query}`)
  const received: Payload[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data: Buffer) => {
    received.push(JSON.parse(data.toString()) as Payload)
    for (const look of waiting.splice(0)) look()
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(([code]) => code as number)
  const next = async (): Promise<Payload> => {
    while (received.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    return received.shift() as Payload
  }
  const send = (op: number, d: unknown): void => socket.send(JSON.stringify({ op, d }))
  return { socket, closed, next, send }
}

const identity = (sim: SimDiscord) => ({ token: sim.token, intents: 0, properties: {}, shard: [0, 1] })

/** A raw client that has received HELLO. */
async function greeted(sim: SimDiscord) {
  const client = await connect(sim)
  await client.next()
  return client
}

/** A raw client that has identified. */
async function identify(sim: SimDiscord) {
  const client = await greeted(sim)
  client.send(2, identity(sim))
  const ready = await client.next()
  return { ...client, ready }
}

describe('the gateway', () => {
  test('has its URL in the answer to GET /gateway/bot', async () => {
    const sim = await discord()
    expect((await ask(sim, 'GET', '/gateway/bot', undefined, asBot(sim))).body).toEqual({
      url: sim.url.replace('http', 'ws'),
      shards: 1,
      session_start_limit: { total: 1000, remaining: 999, reset_after: 14_400_000, max_concurrency: 1 },
    })
  })

  test('sends HELLO, and answers heartbeats unless it is silent', async () => {
    const sim = await discord({ heartbeatMs: 1234 })
    const { next, send } = await connect(sim)
    expect(await next()).toMatchObject({ op: 10, d: { heartbeat_interval: 1234 } })
    send(1, null)
    expect(await next()).toMatchObject({ op: 11 })
    sim.gateway.silence(true)
    for (let count = 0; count < 200; count += 1) send(1, null)
    send(2, identity(sim))
    expect(await next()).toMatchObject({ t: 'READY' })
  })

  test('sends user, application and guilds in READY', async () => {
    const sim = await discord({ guilds: 2 })
    const { ready } = await identify(sim)
    expect(ready).toMatchObject({
      op: 0,
      t: 'READY',
      s: 1,
      d: {
        v: 10,
        user: { id: sim.applicationId, username: 'Bot', bot: true },
        guilds: sim.guildIds.map((id) => ({ id, unavailable: true })),
        application: { id: sim.applicationId, flags: 0 },
        session_id: expect.any(String),
        resume_gateway_url: expect.stringMatching(/^ws:/),
      },
    })
  })

  test('sends each shard its own guilds and their events', async () => {
    const sim = await discord({ guilds: 8, maxConcurrency: 16 })
    sim.commands.set([FRIENDS])
    const shards = await Promise.all(
      [0, 1].map(async (id) => {
        const client = await greeted(sim)
        client.send(2, { ...identity(sim), shard: [id, 2] })
        const { d } = await client.next()
        return { ...client, guilds: (d['guilds'] as { id: string }[]).map((guild) => guild.id) }
      }),
    )
    expect(shards.flatMap(({ guilds }) => guilds).toSorted()).toEqual(sim.guildIds)
    for (const { guilds, next } of shards) {
      expect(guilds.length).toBeGreaterThan(0)
      const guildId = guilds[0] ?? ''
      sim.user({ guildId }).type('/friends raider')
      expect(await next()).toMatchObject({ t: 'INTERACTION_CREATE', s: 2, d: { guild_id: guildId } })
    }
  })

  test.each<[string, number, (client: Awaited<ReturnType<typeof connect>>, sim: SimDiscord) => void]>([
    ['a wrong token', 4004, ({ send }, sim) => send(2, { ...identity(sim), token: 'other' })],
    ['a wrong token on RESUME', 4004, ({ send }) => send(6, { token: 'other', session_id: 'x', seq: 0 })],
    ['no shard of its own', 4010, ({ send }, sim) => send(2, { ...identity(sim), shard: [1, 1] })],
    ['no JSON', 4002, ({ socket }) => socket.send('{')],
    ['too much at once', 4002, ({ send }, sim) => send(2, { ...identity(sim), properties: 'x'.repeat(4096) })],
    ['something else first', 4003, ({ send }) => send(3, {})],
    ['itself twice', 4005, ({ send }, sim) => [1, 2].forEach(() => send(2, identity(sim)))],
    [
      'an unknown operation',
      4001,
      ({ send }, sim) => [() => send(2, identity(sim)), () => send(99, {})].forEach((f) => f()),
    ],
    [
      'more than 120 payloads in a minute',
      4008,
      ({ send }, sim) => {
        send(2, identity(sim))
        for (let count = 0; count < 120; count += 1) send(3, {})
      },
    ],
  ])('closes the connection of a client that sends %s', async (_, code, act) => {
    const sim = await discord()
    const client = await greeted(sim)
    act(client, sim)
    expect(await client.closed).toBe(code)
  })

  test.each([
    ['another version', 'v=9&encoding=json', 4012],
    ['another encoding', 'v=10&encoding=etf', 4002],
    ['compression', 'v=10&encoding=json&compress=zlib-stream', 4002],
  ])('closes the connection of a client that requests %s', async (_, query, code) => {
    const sim = await discord()
    expect(await (await connect(sim, query)).closed).toBe(code)
    expect(sim.violations()).toHaveLength(1)
  })

  test('replays missed events after a resume', async () => {
    const sim = await discord()
    sim.commands.set([FRIENDS])
    const first = await identify(sim)
    const user = sim.user()
    user.type('/friends one')
    expect(await first.next()).toMatchObject({ s: 2 })
    user.type('/friends two')
    sim.gateway.drop()
    expect(sim.gateway.isConnected()).toBe(false)
    expect(await first.closed).toBe(1006)
    user.type('/friends three')

    const second = await greeted(sim)
    second.send(6, { token: sim.token, session_id: first.ready.d['session_id'], seq: 2 })
    const replayed = [await second.next(), await second.next(), await second.next()]
    expect(replayed.map(({ t, s }) => [t, s])).toEqual([
      ['INTERACTION_CREATE', 3],
      ['INTERACTION_CREATE', 4],
      ['RESUMED', 5],
    ])
    expect(replayed[1]?.d['data']).toMatchObject({ options: [{ value: 'three' }] })
    expect([sim.gateway.sessions(), sim.gateway.resumes()]).toEqual([1, 1])
  })

  test('drops events that a heartbeat has acknowledged', async () => {
    const sim = await discord()
    sim.commands.set([FRIENDS])
    const first = await identify(sim)
    sim.user().type('/friends one')
    await first.next()
    first.send(1, 2)
    expect(await first.next()).toMatchObject({ op: 11 })
    sim.gateway.drop()
    const second = await greeted(sim)
    second.send(6, { token: sim.token, session_id: first.ready.d['session_id'], seq: 0 })
    expect(await second.next()).toMatchObject({ t: 'RESUMED' })
  })

  test('rejects a resume of unknown and ended sessions', async () => {
    const sim = await discord()
    const client = await greeted(sim)
    client.send(6, { token: sim.token, session_id: 'unknown', seq: 1 })
    expect(await client.next()).toMatchObject({ op: 9, d: false })

    const first = await identify(sim)
    first.socket.close(1000)
    await first.closed
    await expect.poll(() => sim.gateway.isConnected()).toBe(false)
    client.send(6, { token: sim.token, session_id: first.ready.d['session_id'], seq: 1 })
    expect(await client.next()).toMatchObject({ op: 9, d: false })
  })

  test('sends events to all sessions of a shard', async () => {
    const sim = await discord()
    sim.commands.set([FRIENDS])
    const clients = [await identify(sim), await identify(sim)]
    sim.user().type('/friends raider')
    for (const { next } of clients) expect(await next()).toMatchObject({ t: 'INTERACTION_CREATE' })
  })

  test('drops the disconnected session of a client that identifies again', async () => {
    const sim = await discord()
    const { ready } = await identify(sim)
    sim.gateway.drop()
    await identify(sim)
    const { next, send } = await greeted(sim)
    send(6, { token: sim.token, session_id: ready.d['session_id'], seq: 1 })
    expect(await next()).toMatchObject({ op: 9, d: false })
  })

  test.each([true, false])('reports whether an invalid session can be resumed: %s', async (resumable) => {
    const sim = await discord()
    const { next, send, ready } = await identify(sim)
    sim.gateway.invalidate(resumable)
    expect(await next()).toMatchObject({ op: 9, d: resumable })
    send(6, { token: sim.token, session_id: ready.d['session_id'], seq: 1 })
    expect(await next()).toMatchObject(resumable ? { op: 0, t: 'RESUMED' } : { op: 9, d: false })
  })

  test('closes the connection of a client that acknowledges unsent events', async () => {
    const sim = await discord()
    const first = await identify(sim)
    sim.gateway.drop()
    const client = await greeted(sim)
    client.send(6, { token: sim.token, session_id: first.ready.d['session_id'], seq: 99 })
    expect(await client.closed).toBe(4007)
  })
})

describe('a real client', () => {
  /** Answers each command with its account option. */
  async function echoing(sim: SimDiscord) {
    sim.commands.set([FRIENDS])
    return logIn(sim, async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply(interaction.options.getString('account', true))
    })
  }

  test.each<[string, (sim: SimDiscord) => void]>([
    ['its connection is reset', (sim) => sim.gateway.drop()],
    ['it is asked to reconnect', (sim) => sim.gateway.requestReconnect()],
    ['its session is to be resumed', (sim) => sim.gateway.invalidate(true)],
    ['it is closed with an unknown error', (sim) => sim.gateway.close(4000)],
  ])('resumes when %s, and receives the missed events', async (_, disturb) => {
    const sim = await discord()
    await echoing(sim)
    disturb(sim)
    const reply = sim.user().type('/friends missed')
    expect(await reply.until('missed')).toBe('missed')
    await expect.poll(() => sim.gateway.resumes()).toBe(1)
    expect([sim.gateway.sessions(), sim.violations()]).toEqual([1, []])
  })

  test('resumes when its heartbeats are not answered', async () => {
    const sim = await discord({ heartbeatMs: 40 })
    await echoing(sim)
    sim.gateway.silence(true)
    await expect.poll(() => sim.gateway.isConnected(), { timeout: 3_000 }).toBe(false)
    sim.gateway.silence(false)
    await sim.gateway.untilReady()
    expect(await sim.user().type('/friends again').until('again')).toBe('again')
    expect(sim.gateway.sessions()).toBe(1)
  })

  test('keeps connecting while connections are refused', async () => {
    const sim = await discord()
    await echoing(sim)
    sim.gateway.refuseConnections(true)
    sim.gateway.drop()
    const socket = new WebSocket(sim.url.replace('http', 'ws'))
    await expect(once(socket, 'open')).rejects.toThrow('socket hang up')
    expect(sim.gateway.isConnected()).toBe(false)
    sim.gateway.refuseConnections(false)
    expect(await sim.user().type('/friends again').until('again', 10_000)).toBe('again')
  })

  test('cannot log in with a wrong token', async () => {
    const sim = await discord()
    const { client } = createBot(sim)
    await expect(client.login('other')).rejects.toThrow('invalid token')
    expect(sim.gateway.isConnected()).toBe(false)
  })

  test.each<[string, number, Parameters<typeof discord>[0], (sim: SimDiscord) => void]>([
    ['its intents are not allowed', 4014, { disallowedIntents: true }, () => {}],
    ['its token is revoked', 4004, {}, (sim) => sim.gateway.close(4004)],
  ])('does not reconnect when %s', async (_, code, options, act) => {
    const sim = await discord(options)
    const { client } = createBot(sim)
    const cut = once(client, 'shardDisconnect')
    const login = client.login(sim.token).catch((error: unknown) => error)
    if (code === 4004) {
      await sim.gateway.untilReady()
      act(sim)
    }
    expect((await cut)[0]).toMatchObject({ code })
    await login
    expect(sim.gateway.isConnected()).toBe(false)
  })
})

test('waiting for a client resolves at once if one is connected', async () => {
  const sim = await discord()
  const waited = sim.gateway.untilReady()
  await identify(sim)
  await waited
  await sim.gateway.untilReady()
  expect(sim.gateway.isConnected()).toBe(true)
})
