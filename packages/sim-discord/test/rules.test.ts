import { describe, expect, test } from 'vitest'
import type { SimReply } from '../src/reply.ts'
import {
  answer,
  ask,
  asked,
  askedAt,
  asBot,
  callbackPath,
  discord,
  edit,
  EPHEMERAL,
  form,
  FRIENDS,
  typed,
  V2,
  webhookPath,
  type Answer,
} from './support.ts'

const START = Date.UTC(2026, 0, 1)

function facts({ status, body }: Answer): unknown[] {
  return [status, body.code]
}

/** A public message with a button, and a click on it. */
async function clicked() {
  const { sim, reply } = await asked()
  const row = { type: 1, components: [{ type: 2, style: 1, label: 'Next', custom_id: 'v1:next' }] }
  await answer(sim, reply, 4, { content: 'page 1', components: [row] })
  return { sim, reply, click: reply.click('Next') }
}

const text = (content: string): object => ({ type: 10, content })

describe('the first answer', () => {
  test('is due within three seconds', async () => {
    const { sim, turn, reply } = await askedAt(START)
    turn(3_000)
    expect((await answer(sim, reply, 5)).status).toBe(204)
    const late = sim.user().type('/friends raider')
    turn(3_001)
    expect(facts(await answer(sim, late, 5))).toEqual([404, 10062])
    expect(late.text()).toBe('⚠ The application did not respond')
    expect(sim.violations()).toEqual(['POST callback: answered after 3001 ms; the limit is 3000 ms'])
  })

  test('cannot be repeated', async () => {
    const { sim, reply } = await asked()
    expect((await answer(sim, reply, 5)).status).toBe(204)
    expect(facts(await answer(sim, reply, 4, { content: 'again' }))).toEqual([400, 40060])
    expect(sim.violations()).toEqual(['POST callback: Interaction has already been acknowledged.'])
  })

  test('needs the right token of the right interaction', async () => {
    const sim = await discord()
    const [reply, other] = [typed(sim), typed(sim)]
    const path = callbackPath(reply).replace(String(reply.sent()['token']), String(other.sent()['token']))
    expect(facts(await ask(sim, 'POST', path, { type: 5 }))).toEqual([404, 10062])
    expect(reply.text()).toBe('')
  })

  test.each([
    ['a deferred update', 6],
    ['an update', 7],
    ['choices', 8],
    ['a pong', 1],
    ['nothing known', 99],
  ])('to a command cannot be %s', async (_, type) => {
    const sim = await discord()
    expect(facts(await answer(sim, typed(sim), type, {}))).toEqual([400, 50035])
    expect(sim.violations()).toHaveLength(1)
  })

  test.each([4, 5, 6, 7, 9])('to a click can be of type %i', async (type) => {
    const { sim, click } = await clicked()
    const input = { type: 4, custom_id: 'why', style: 1, label: 'Why' }
    const modal = { custom_id: 'm', title: 'T', components: [{ type: 1, components: [input] }] }
    const data = type === 9 ? modal : type === 5 || type === 6 ? undefined : { content: 'x' }
    expect((await answer(sim, click, type, data)).status).toBe(204)
    expect((await click.acknowledged()).type).toBe(type)
    expect(sim.violations()).toEqual([])
  })

  test('to an autocompletion has up to 25 choices', async () => {
    const sim = await discord()
    const choices = Array.from({ length: 25 }, (_, index) => ({ name: `name ${index}`, value: `${index}` }))
    const ask = () => sim.user().sendRaw({ type: 4, data: { id: '1', name: 'friends', type: 1, options: [] } })
    const good = ask()
    expect((await answer(sim, good, 8, { choices })).status).toBe(204)
    expect(good.answer()).toEqual({ choices })
    expect(facts(await answer(sim, ask(), 8, { choices: [...choices, choices[0]] }))).toEqual([400, 50035])
    expect(facts(await answer(sim, ask(), 4, { content: 'x' }))).toEqual([400, 50035])
  })

  test('accepts only the EPHEMERAL flag when deferred', async () => {
    const sim = await discord()
    expect((await answer(sim, typed(sim), 5, { flags: 0 })).status).toBe(204)
    expect((await answer(sim, typed(sim), 5, { flags: EPHEMERAL })).status).toBe(204)
    expect(sim.violations()).toEqual([])
    expect(facts(await answer(sim, typed(sim), 5, { flags: EPHEMERAL | V2 }))).toEqual([400, 50035])
    expect((await answer(sim, typed(sim), 5, { content: 'x' })).status).toBe(204)
    expect(sim.violations()).toEqual([
      'POST callback: data.flags: Only EPHEMERAL can be set on a deferred reply.',
      'callback: a deferred reply has no content',
    ])
  })

  test('is answered with a body only on request', async () => {
    const { sim, reply } = await asked()
    const { status, body } = await ask(sim, 'POST', `${callbackPath(reply)}?with_response=true`, { type: 5 })
    expect([status, body]).toEqual([
      200,
      {
        interaction: {
          id: reply.interactionId,
          type: 2,
          response_message_id: reply.message()?.id,
          response_message_loading: true,
          response_message_ephemeral: false,
        },
        resource: { type: 5, message: reply.message()?.wire() },
      },
    ])
  })
})

describe('the messages of an interaction', () => {
  test('are not accessible before the first answer', async () => {
    const { sim, reply } = await asked()
    expect(facts(await edit(sim, reply, { content: 'x' }))).toEqual([404, 10015])
    expect(facts(await ask(sim, 'POST', webhookPath(reply), { content: 'x' }))).toEqual([404, 10015])
    expect(sim.violations()).toHaveLength(2)
  })

  test('are accessible for fifteen minutes', async () => {
    const { sim, turn, reply } = await askedAt(START)
    await answer(sim, reply, 5)
    turn(15 * 60_000)
    expect((await edit(sim, reply, { content: 'in time' })).status).toBe(200)
    turn(1)
    expect(facts(await edit(sim, reply, { content: 'late' }))).toEqual([401, 50027])
    expect(facts(await ask(sim, 'POST', webhookPath(reply), { content: 'late' }))).toEqual([401, 50027])
    expect(reply.text()).toBe('in time')
    expect(sim.violations()[0]).toBe('PATCH edit: the interaction is older than 15 minutes')
  })

  test('need the token of the interaction and the id of the application', async () => {
    const { sim, reply } = await asked()
    await answer(sim, reply, 5)
    const path = webhookPath(reply, '@original')
    const ofNobody = `/webhooks/${sim.applicationId}/nobody/messages/@original`
    for (const wrong of [ofNobody, path.replace(sim.applicationId, '12345678901234567')])
      expect(facts(await ask(sim, 'PATCH', wrong, {}))).toEqual([404, 10015])
  })

  test('do not include those of other interactions', async () => {
    const sim = await discord()
    const [reply, other] = [typed(sim), typed(sim)]
    for (const each of [reply, other]) await answer(sim, each, 4, { content: 'own' })
    const theirs = other.message()?.id ?? ''
    const read = (id: string) => ask(sim, 'GET', webhookPath(reply, id))
    expect((await read('@original')).body['content']).toBe('own')
    expect((await read(encodeURIComponent('@original'))).body['content']).toBe('own')
    expect((await read(reply.message()?.id ?? '')).body['content']).toBe('own')
    expect(facts(await read(theirs))).toEqual([404, 10008])
    expect(facts(await ask(sim, 'PATCH', webhookPath(reply, theirs), { content: 'x' }))).toEqual([404, 10008])
  })

  test('are not accessible after deletion', async () => {
    const { sim, turn, reply } = await askedAt(START)
    await answer(sim, reply, 4, { content: 'x' })
    turn(60_000)
    expect((await ask(sim, 'DELETE', webhookPath(reply, '@original'))).status).toBe(204)
    expect([reply.message(), reply.text(), sim.channel()]).toEqual([undefined, '', []])
    expect(facts(await edit(sim, reply, { content: 'y' }))).toEqual([404, 10008])
    expect(facts(await ask(sim, 'DELETE', webhookPath(reply, '@original')))).toEqual([404, 10008])
  })

  test('include the clicked message after a deferred update', async () => {
    const { sim, click } = await clicked()
    expect(click.text()).toBe('')
    await answer(sim, click, 6)
    expect(click.text()).toBe('page 1\n[1 Next]')
    await edit(sim, click, { content: 'page 2' })
    expect(sim.channel().map((message) => message.text())).toEqual(['page 2\n[1 Next]'])
  })

  test('cannot be updated by a click after deletion', async () => {
    const { sim, reply, click } = await clicked()
    await ask(sim, 'DELETE', webhookPath(reply, '@original'))
    expect(facts(await answer(sim, click, 7, { content: 'page 2' }))).toEqual([404, 10008])
  })

  test('count a follow-up during a deferred reply as the reply, and as a violation', async () => {
    const { sim, reply } = await asked()
    await answer(sim, reply, 5, { flags: EPHEMERAL })
    const { status, body } = await ask(sim, 'POST', webhookPath(reply), { content: 'public?' })
    expect([status, body['id'], body['flags']]).toEqual([200, reply.message()?.id, EPHEMERAL])
    expect(reply.followUps()).toEqual([])
    expect(sim.violations()).toEqual(['follow-up: a follow-up fills the deferred reply; edit @original instead'])
  })

  test('have the fields that Discord sends', async () => {
    const sim = await discord({ clock: () => START })
    const user = sim.user({ name: 'Ada' })
    sim.commands.set([FRIENDS])
    const reply = user.type('/friends raider')
    await answer(sim, reply, 5)
    await edit(sim, reply, { flags: V2, components: [text('hi'), { type: 17, id: 1, components: [text('there')] }] })
    expect(reply.message()?.wire()).toMatchObject({
      channel_id: user.channelId,
      guild_id: sim.guildIds[0],
      type: 20,
      author: { id: sim.applicationId, bot: true },
      application_id: sim.applicationId,
      content: '',
      flags: V2,
      timestamp: '2026-01-01T00:00:00.000Z',
      components: [
        { type: 10, id: 2, content: 'hi' },
        { type: 17, id: 1, components: [{ type: 10, id: 3, content: 'there' }] },
      ],
      interaction_metadata: { id: reply.interactionId, type: 2, user: { id: user.id, global_name: 'Ada' } },
    })
    const { body } = await ask(sim, 'POST', webhookPath(reply), { content: 'more' })
    expect(body['interaction_metadata']).toMatchObject({ original_response_message_id: reply.message()?.id })
  })
})

describe('flags', () => {
  test('EPHEMERAL cannot be changed', async () => {
    const sim = await discord()
    const [hidden, open] = [typed(sim), typed(sim)]
    await answer(sim, hidden, 5, { flags: EPHEMERAL })
    await edit(sim, hidden, { content: 'x' })
    expect([hidden.isEphemeral(), sim.channel()]).toEqual([true, []])
    await answer(sim, open, 5)
    await edit(sim, open, { content: 'x', flags: EPHEMERAL })
    expect(open.isEphemeral()).toBe(false)
    expect(sim.violations()).toEqual(['edit: EPHEMERAL cannot be set by an edit'])
  })

  test('IS_COMPONENTS_V2 can be set by an edit, but not removed', async () => {
    const { sim, reply } = await asked()
    await answer(sim, reply, 5)
    expect((await edit(sim, reply, { flags: V2, components: [text('one')] })).status).toBe(200)
    expect((await edit(sim, reply, { components: [text('two')] })).status).toBe(200)
    const { status, body } = await edit(sim, reply, { flags: 0, components: [] })
    const code = 'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG'
    const message = 'IS_COMPONENTS_V2 cannot be removed from a message'
    expect([status, body.errors]).toEqual([400, { flags: { _errors: [{ code, message }] } }])
    expect(facts(await edit(sim, reply, { content: 'three' }))).toEqual([400, 50035])
    expect(reply.text()).toBe('two')
  })

  test('IS_COMPONENTS_V2 can only be set if the content is removed', async () => {
    const { sim, reply } = await asked()
    await answer(sim, reply, 4, { content: 'old' })
    const parts = { flags: V2, components: [text('new')] }
    expect(facts(await edit(sim, reply, parts))).toEqual([400, 50035])
    expect((await edit(sim, reply, { ...parts, content: null })).status).toBe(200)
    expect(reply.text()).toBe('new')
  })

  test('other flags are reserved for Discord', async () => {
    const sim = await discord()
    await answer(sim, typed(sim), 4, { content: 'x', flags: 128 })
    expect(sim.violations()).toEqual(['callback: flags 128 has bits that must not be set'])
  })
})

describe('files', () => {
  test('stay in an edit without attachments; otherwise only the listed ones stay', async () => {
    const { sim, reply } = await asked()
    await ask(
      sim,
      'POST',
      callbackPath(reply),
      form({ type: 4, data: { content: 'x' } }, ['a.txt', 'A'], ['b.txt', 'B']),
    )
    const names = () => reply.files().map(({ name, text }) => `${name} ${text}`)
    await edit(sim, reply, { content: 'y' })
    expect(names()).toEqual(['a.txt A', 'b.txt B'])
    expect(reply.text()).toBe('y\n📎 a.txt (1 B)\n📎 b.txt (1 B)')

    const [, second] = (reply.message()?.wire()['attachments'] ?? []) as { id: string }[]
    const path = webhookPath(reply, '@original')
    const attachments = [{ id: second?.id }, { id: '0', description: 'a third' }]
    await ask(sim, 'PATCH', path, form({ attachments }, ['c.txt', 'C']))
    expect(names()).toEqual(['b.txt B', 'c.txt C'])
    expect(reply.message()?.wire()['attachments']).toMatchObject([{}, { description: 'a third', size: 1 }])
    await edit(sim, reply, { attachments: [] })
    expect(names()).toEqual([])
    expect(facts(await edit(sim, reply, { attachments: [{ id: '0' }] }))).toEqual([400, 50035])
  })

  test('have different folders for public and ephemeral messages', async () => {
    const sim = await discord()
    const [open, hidden] = [typed(sim), typed(sim)]
    const send = (reply: SimReply, flags: number) =>
      ask(sim, 'POST', callbackPath(reply), form({ type: 4, data: { flags } }, ['my file!.csv', 'A']))
    await send(open, 0)
    await send(hidden, EPHEMERAL)
    const [one, other] = [open, hidden].map((reply) => reply.files()[0]?.url ?? '')
    expect(one).toMatch(/\/attachments\/\d+\/\d+\/my_file\.csv\?ex=\w+&is=\w+&hm=\w+&$/)
    expect(other).toMatch(/\/ephemeral-attachments\/\d+\/\d+\/my_file\.csv\?/)
    expect(await fetch(one ?? '').then((response) => response.text())).toBe('A')
    expect((await fetch(one?.replace('my_file', 'other') ?? '')).status).toBe(404)
  })

  test('are rejected above 10 MiB and above ten', async () => {
    const sim = await discord()
    const send = (...files: [string, string][]) =>
      ask(sim, 'POST', callbackPath(typed(sim)), form({ type: 4, data: { content: 'x' } }, ...files))
    const limit = 10 * 1024 * 1024
    expect((await send(['a.txt', 'x'.repeat(limit)])).status).toBe(204)
    expect(facts(await send(['a.txt', 'x'.repeat(limit + 1)]))).toEqual([413, 40005])
    const many = Array.from({ length: 11 }, (_, index): [string, string] => [`${index}.txt`, 'x'])
    expect((await send(...many.slice(1))).status).toBe(204)
    expect(facts(await send(...many))).toEqual([400, 50035])
  })

  test('of a components message must be used in a component', async () => {
    const sim = await discord()
    const data = { flags: V2, components: [text('x')] }
    await ask(sim, 'POST', callbackPath(typed(sim)), form({ type: 4, data }, ['a.txt', 'A']))
    expect(sim.violations()).toEqual(['callback: the file a.txt is sent, but no component shows it'])
  })

  test('in components get URLs', async () => {
    const { sim, reply } = await asked()
    const components = [
      { type: 12, items: [{ media: { url: 'attachment://a.png' } }, { media: { url: 'https://example.com/b.png' } }] },
      { type: 13, file: { url: 'attachment://c.csv' } },
    ]
    const payload = { type: 4, data: { flags: V2, components } }
    await ask(sim, 'POST', callbackPath(reply), form(payload, ['a.png', 'A'], ['c.csv', 'C']))
    const [picture, table] = reply.files()
    expect(reply.message()?.wire()['components']).toMatchObject([
      {
        items: [
          { media: { url: picture?.url, content_type: 'image/png' } },
          { media: { url: 'https://example.com/b.png' } },
        ],
      },
      { file: { url: table?.url }, name: 'c.csv', size: 1 },
    ])
  })
})

describe('requests', () => {
  test.each([
    ['GET', '/gateway/bot'],
    ['GET', '/users/@me'],
    ['GET', '/applications/1/commands'],
    ['PUT', '/applications/1/commands'],
  ])('%s %s need the token', async (method, path) => {
    const sim = await discord()
    const body = method === 'PUT' ? [] : undefined
    for (const init of [{}, { headers: { authorization: 'Bot other' } }, { headers: { authorization: sim.token } }]) {
      const { status, body: answered } = await ask(sim, method, path, body, init)
      expect([status, answered]).toEqual([401, { message: '401: Unauthorized', code: 0 }])
    }
    expect(sim.violations()).toHaveLength(3)
  })

  test('for the own user and application are answered', async () => {
    const sim = await discord({ name: 'Bot' })
    expect((await ask(sim, 'GET', '/users/@me', undefined, asBot(sim))).body).toMatchObject({
      id: sim.applicationId,
      username: 'Bot',
      bot: true,
    })
  })

  test('for unknown routes are violations', async () => {
    const sim = await discord()
    expect((await ask(sim, 'GET', '/guilds/1', undefined, asBot(sim))).status).toBe(404)
    expect((await fetch(`${sim.url}/api/v9/gateway/bot`, asBot(sim))).status).toBe(404)
    expect(sim.violations()).toEqual([
      'GET other: unknown route GET /guilds/1',
      'GET other: unknown route GET /api/v9/gateway/bot',
    ])
  })

  test.each([
    ['broken JSON', '{', 'application/json'],
    ['a form that is none', '{}', 'multipart/form-data; boundary=x'],
    ['another type', '{}', 'text/plain'],
  ])('with %s are rejected', async (_, body, type) => {
    const sim = await discord()
    const init = { body, headers: { 'content-type': type } }
    expect(facts(await ask(sim, 'POST', callbackPath(typed(sim)), undefined, init))).toEqual([400, 50109])
  })

  test('are recorded in order, with their bodies', async () => {
    const { sim, reply } = await asked()
    const before = performance.now()
    await ask(sim, 'POST', callbackPath(reply), form({ type: 4, data: { content: 'x' } }, ['a.txt', 'A']))
    await ask(sim, 'PATCH', webhookPath(reply, '%40original'), { content: 'y' })
    await ask(sim, 'POST', callbackPath(reply), { type: 4 })
    expect(sim.rest.requests()).toEqual([
      {
        method: 'POST',
        path: callbackPath(reply),
        route: 'callback',
        at: expect.any(Number),
        status: 204,
        body: { type: 4, data: { content: 'x' } },
        files: [{ name: 'a.txt', size: 1, text: 'A' }],
      },
      expect.objectContaining({ path: webhookPath(reply, '@original'), route: 'edit', status: 200 }),
      expect.objectContaining({ route: 'callback', status: 400 }),
    ])
    const times = sim.rest.requests().map(({ at }) => at)
    expect(times.toSorted((one, other) => one - other)).toEqual(times)
    expect(times[0]).toBeGreaterThan(before)
    sim.rest.reset()
    expect(sim.rest.requests()).toEqual([])
  })

  test('take the configured latency', async () => {
    const { sim, reply } = await asked({ latencyMs: 60 })
    const before = performance.now()
    let isAnswered = false
    const answered = answer(sim, reply, 5).then(() => (isAnswered = true))
    // Requests take effect at once; only their answers are delayed.
    await reply.acknowledged()
    expect(isAnswered).toBe(false)
    await answered
    expect(performance.now() - before).toBeGreaterThan(55)
  })
})
