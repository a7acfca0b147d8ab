import { describe, expect, test } from 'vitest'
import type { SimDiscord } from '../src/server.ts'
import { PERMISSION } from '../src/wire.ts'
import { ask, asBot, askedAt, discord, form, V2, type Answer } from './support.ts'

const START = Date.UTC(2026, 0, 1)
const NOWHERE = '12345678901234567'

const text = (content: string): object => ({ type: 10, content })
const row = (...buttons: [label: string, customId: string][]): object => ({
  type: 1,
  components: buttons.map(([label, customId]) => ({ type: 2, style: 2, label, custom_id: customId })),
})

/** A Discord with a clock that only the test advances, so that no rate limit ends by itself. */
const withClock = (guilds = 1) => askedAt(START, { guilds })

function post(sim: SimDiscord, body: unknown, channelId = sim.guild().channelId): Promise<Answer> {
  return ask(sim, 'POST', `/channels/${channelId}/messages`, body, asBot(sim))
}

function get(sim: SimDiscord, path: string): Promise<Answer> {
  return ask(sim, 'GET', path, undefined, asBot(sim))
}

const facts = ({ status, body }: Answer): unknown[] => [status, body.code]
const list = ({ body }: Answer) => body as unknown as Record<string, unknown>[]

describe('a member', () => {
  test('is read with the nickname, and without what only interactions have', async () => {
    const { sim } = await withClock()
    const { id } = sim.user({ name: 'ada', nick: 'Ada L.' })
    const answer = await get(sim, `/guilds/${sim.guild().id}/members/${id}`)
    expect(answer).toMatchObject({ status: 200, body: { nick: 'Ada L.', roles: [], user: { id, username: 'ada' } } })
    expect(answer.body).not.toHaveProperty('permissions')
  })

  test('is none of another guild, and of a guild without the bot', async () => {
    const { sim } = await withClock(2)
    const { id } = sim.user()
    expect(facts(await get(sim, `/guilds/${sim.guildIds[1]}/members/${id}`))).toEqual([404, 10_007])
    expect(facts(await get(sim, `/guilds/${sim.guild().id}/members/${NOWHERE}`))).toEqual([404, 10_007])
    sim.guild().removeBot()
    expect(facts(await get(sim, `/guilds/${sim.guild().id}/members/${id}`))).toEqual([404, 10_004])
  })
})

describe('a message of the bot', () => {
  test('is edited by it, where it can see the channel; one of a user or of another channel is not', async () => {
    const { sim } = await withClock()
    const { channelId } = sim.guild()
    const { body } = await post(sim, { flags: V2, components: [text('banned'), row(['Ban', 'v1:x'])] })
    const path = `/channels/${channelId}/messages/${String(body['id'])}`
    const edit = (at = path) => ask(sim, 'PATCH', at, { components: [text('done')] }, asBot(sim))
    expect(await edit()).toMatchObject({ status: 200, body: { id: body['id'] } })
    expect(sim.channel().map((message) => message.text())).toEqual(['done'])
    expect(facts(await edit(`/channels/${channelId}/messages/${NOWHERE}`))).toEqual([404, 10_008])
    sim.guild().deny(channelId, PERMISSION.viewChannel)
    expect(facts(await edit())).toEqual([403, 50_001])
  })

  test('is shown in its channel, and is none of an interaction', async () => {
    const { sim } = await withClock()
    const channelId = sim.guild().channelId
    const answer = await post(sim, { flags: V2, components: [text('banned'), row(['Look up', 'v1:x'])], nonce: 'abc' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ type: 0, channel_id: channelId, flags: V2, nonce: 'abc', mention_roles: [] })
    for (const absent of ['guild_id', 'webhook_id', 'application_id', 'interaction_metadata']) {
      expect(answer.body).not.toHaveProperty(absent)
    }
    expect(sim.channel().map((message) => message.text())).toEqual(['banned\n[1 Look up]'])
    expect(sim.violations()).toEqual([])
  })

  test('may be a form with files', async () => {
    const { sim } = await withClock()
    const file = { type: 13, file: { url: 'attachment://alerts.csv' } }
    const body = form({ flags: V2, components: [file], attachments: [{ id: 0, filename: 'alerts.csv' }] }, [
      'alerts.csv',
      'a,b',
    ])
    expect((await post(sim, body)).status).toBe(200)
    expect(
      sim
        .channel()[0]
        ?.files()
        .map(({ name, text: content }) => [name, content]),
    ).toEqual([['alerts.csv', 'a,b']])
    expect(sim.violations()).toEqual([])
  })

  test.each<[string, object]>([
    ['content in Components V2', { flags: V2, content: 'x', components: [text('x')] }],
    ['a long nonce', { content: 'x', nonce: 'x'.repeat(26) }],
    ['nothing', {}],
    ['long content', { content: 'x'.repeat(2001) }],
  ])('with %s is refused and a violation', async (_, body) => {
    const { sim } = await withClock()
    expect((await post(sim, body)).status).toBe(400)
    expect([sim.channel(), sim.violations().length]).toEqual([[], 1])
  })

  test('cannot be ephemeral', async () => {
    const { sim } = await withClock()
    await post(sim, { content: 'x', flags: 64 })
    expect(sim.channel()).toHaveLength(1)
    expect(sim.violations()).toEqual(['message: EPHEMERAL cannot be set on a message of a channel'])
  })

  test('needs the token of the bot', async () => {
    const { sim } = await withClock()
    const path = `/channels/${sim.guild().channelId}/messages`
    expect((await ask(sim, 'POST', path, { content: 'x' })).status).toBe(401)
  })

  test('notifies the mentioned role if it may be mentioned', async () => {
    const { sim } = await withClock()
    const [mods, owners] = [sim.guild().createRole(), sim.guild().createRole({ name: 'Owners', isMentionable: false })]
    const allowed = { parse: [], roles: [mods, owners] }
    await post(sim, { content: `<@&${mods}> <@&${owners}> @everyone`, allowed_mentions: allowed })
    const [message] = sim.channel()
    expect(message?.notifies).toEqual([`&${mods}`])
    expect(message?.text()).toBe('@role @Owners @everyone')
    await post(sim, { content: `<@&${mods}>`, allowed_mentions: { parse: [] } })
    expect(sim.channel()[1]?.notifies).toEqual([])
  })

  test('with a text mention of everyone notifies nobody without the permission', async () => {
    const { sim } = await withClock()
    await post(sim, { content: '@everyone @here' })
    expect(sim.channel()[0]?.notifies).toEqual([])
  })
})

describe('a nonce', () => {
  test('prevents a second message for three minutes when enforced', async () => {
    const { sim, turn } = await withClock()
    const body = { content: 'once', nonce: 'n1', enforce_nonce: true }
    const first = await post(sim, body)
    turn(179_999)
    const again = await post(sim, { ...body, content: 'twice' })
    expect([again.status, again.body['id'], again.body['content']]).toEqual([200, first.body['id'], 'once'])
    expect(sim.channel()).toHaveLength(1)
    turn(1)
    expect((await post(sim, body)).body['id']).not.toBe(first.body['id'])
    expect(sim.channel()).toHaveLength(2)
  })

  test('prevents nothing when it is not enforced, or another one', async () => {
    const { sim } = await withClock()
    await post(sim, { content: 'x', nonce: 'n1' })
    await post(sim, { content: 'x', nonce: 'n1' })
    await post(sim, { content: 'x', nonce: 'n2', enforce_nonce: true })
    expect(sim.channel()).toHaveLength(3)
    await post(sim, { content: 'x', nonce: 'n1', enforce_nonce: true })
    expect(sim.channel()).toHaveLength(3)
  })

  test('is remembered as long as the option says', async () => {
    let now = START
    const sim = await discord({ clock: () => now, nonceLifeMs: 1_000 })
    const body = { content: 'x', nonce: 7, enforce_nonce: true }
    await post(sim, body)
    now += 1_000
    await post(sim, body)
    expect(sim.channel()).toHaveLength(2)
  })
})

describe('permissions of the bot', () => {
  const { viewChannel, sendMessages, attachFiles } = PERMISSION
  test.each<[string, bigint, unknown[], unknown[]]>([
    ['View Channel', viewChannel, [403, 50001], [403, 50001]],
    ['Send Messages', sendMessages, [403, 50013], [403, 50013]],
    ['Attach Files', attachFiles, [200, undefined], [403, 50013]],
  ])('without %s', async (_, denied, plain, withFile) => {
    const { sim } = await withClock()
    const channelId = sim.guild().createChannel({ denied })
    expect(facts(await post(sim, { content: 'x' }, channelId))).toEqual(plain)
    expect(facts(await post(sim, form({ content: 'x' }, ['a.txt', 'a']), channelId))).toEqual(withFile)
    sim.guild().deny(channelId, 0n)
    expect(facts(await post(sim, form({ content: 'x' }, ['a.txt', 'a']), channelId))).toEqual([200, undefined])
    expect(sim.violations()).toEqual([])
  })

  test('end when it is removed', async () => {
    const { sim } = await withClock()
    sim.guild().removeBot()
    expect(facts(await post(sim, { content: 'x' }))).toEqual([403, 50001])
    expect(facts(await get(sim, `/guilds/${sim.guild().id}/roles`))).toEqual([404, 10004])
    sim.guild().addBot()
    expect((await post(sim, { content: 'x' })).status).toBe(200)
  })

  test('are sent with each interaction', async () => {
    const { sim } = await withClock()
    sim.guild().deny(sim.guild().channelId, sendMessages)
    const sent = () => BigInt(String(sim.user().sendRaw({}).sent()['app_permissions']))
    expect([sent() & sendMessages, sent() & viewChannel]).toEqual([0n, viewChannel])
    sim.guild().removeBot()
    expect(sent() & viewChannel).toBe(0n)
  })

  test('in an unknown, deleted or textless channel', async () => {
    const { sim } = await withClock()
    expect(facts(await post(sim, { content: 'x' }, NOWHERE))).toEqual([404, 10003])
    const category = sim.guild().createChannel({ type: 4 })
    expect(facts(await post(sim, { content: 'x' }, category))).toEqual([400, 50008])
    const channelId = sim.guild().createChannel()
    sim.guild().deleteChannel(channelId)
    expect(facts(await get(sim, `/channels/${channelId}`))).toEqual([404, 10003])
    expect(facts(await post(sim, { content: 'x' }, channelId))).toEqual([404, 10003])
    expect(sim.violations()).toEqual([])
  })
})

describe('reading a channel', () => {
  const path = (sim: SimDiscord, query = '') => `/channels/${sim.guild().channelId}/messages${query}`
  const contents = async (sim: SimDiscord, query = '') =>
    list(await get(sim, path(sim, query))).map((each) => each['content'])

  test('answers the newest messages, and pages', async () => {
    const { sim, turn } = await withClock()
    for (const content of ['1', '2', '3']) {
      await post(sim, { content })
      turn(2_000)
    }
    expect(await contents(sim)).toEqual(['3', '2', '1'])
    expect(await contents(sim, '?limit=2')).toEqual(['3', '2'])
    expect(await contents(sim, `?limit=2&before=${sim.channel()[1]?.id}`)).toEqual(['1'])
    turn(5_000)
    for (const limit of ['0', '101', 'x']) expect((await get(sim, path(sim, `?limit=${limit}`))).status).toBe(400)
  })

  test('is empty without Read Message History', async () => {
    const { sim } = await withClock()
    await post(sim, { content: 'x' })
    sim.guild().deny(sim.guild().channelId, PERMISSION.readMessageHistory)
    expect(await contents(sim)).toEqual([])
  })

  test('shows no ephemeral messages', async () => {
    const { sim } = await withClock()
    sim.user().sendRaw({ type: 3, data: { custom_id: 'x', component_type: 2 } })
    expect(await contents(sim)).toEqual([])
  })
})

test('a channel and the roles of its guild can be read', async () => {
  const { sim } = await withClock()
  const guild = sim.guild()
  const roleId = guild.createRole({ name: 'Mods' })
  const channelId = guild.createChannel({ name: 'bans', denied: PERMISSION.attachFiles })
  expect((await get(sim, `/channels/${channelId}`)).body).toMatchObject({
    id: channelId,
    type: 0,
    guild_id: guild.id,
    name: 'bans',
    permission_overwrites: [{ id: sim.applicationId, type: 1, allow: '0', deny: String(PERMISSION.attachFiles) }],
  })
  const roles = list(await get(sim, `/guilds/${guild.id}/roles`))
  expect(roles.map(({ id, name, mentionable, managed }) => [id, name, mentionable, managed])).toEqual([
    [guild.id, '@everyone', false, false],
    [expect.any(String), 'bot', false, true],
    [roleId, 'Mods', true, false],
  ])
  guild.deleteRole(roleId)
  expect(Object.values(guild.roles())).toEqual(['@everyone', 'bot'])
  expect(Object.values(guild.channels())).toEqual(['moderation', 'bans'])
})

test('the guilds of the bot are listed in pages', async () => {
  const { sim } = await withClock(450)
  sim.guild(sim.guildIds[1]).removeBot()
  const pages: string[][] = []
  for (let after = '0'; pages.at(-1)?.length !== 0; after = pages.at(-1)?.at(-1) ?? '') {
    const query = after === '0' ? '' : `&after=${after}`
    pages.push(list(await get(sim, `/users/@me/guilds?limit=200${query}`)).map(({ id }) => String(id)))
  }
  expect(pages.map((page) => page.length)).toEqual([200, 200, 49, 0])
  expect(pages.flat()).toEqual(sim.guildIds.filter((_, index) => index !== 1))
  const before = list(await get(sim, `/users/@me/guilds?limit=2&before=${sim.guildIds[4]}`))
  expect(before.map(({ id }) => id)).toEqual(sim.guildIds.slice(2, 4))
  expect((await get(sim, '/users/@me/guilds?limit=201')).status).toBe(400)
})

describe('rate limits', () => {
  test('allow five messages in five seconds for each channel', async () => {
    const { sim, turn } = await withClock()
    const other = sim.guild().createChannel()
    for (let count = 0; count < 5; count += 1) expect((await post(sim, { content: 'x' })).status).toBe(200)
    const limited = await post(sim, { content: 'x' })
    expect([limited.status, limited.body['retry_after'], limited.headers.get('x-ratelimit-remaining')]).toEqual([
      429,
      5,
      '0',
    ])
    expect((await post(sim, { content: 'x' }, other)).status).toBe(200)
    expect((await get(sim, `/channels/${other}/messages`)).status).toBe(200)
    expect([sim.channel().length, sim.rateLimited()]).toEqual([5, 1])
    turn(5_000)
    expect((await post(sim, { content: 'x' })).status).toBe(200)
  })

  test('allow fifty requests of the bot per second', async () => {
    const { sim } = await withClock()
    const channels = Array.from({ length: 51 }, () => sim.guild().createChannel())
    const answers = await Promise.all(channels.map((channelId) => post(sim, { content: 'x' }, channelId)))
    expect(answers.filter(({ status, body }) => status === 429 && body['global'] === true)).toHaveLength(1)
  })
})

describe('failures', () => {
  test('may lose the answer of an accepted message', async () => {
    const { sim } = await withClock()
    sim.rest.fail({ match: 'message', status: 'reset', isAccepted: true })
    sim.rest.fail({ match: 'message', status: 502, isAccepted: true })
    await expect(post(sim, { content: 'lost' })).rejects.toThrow('fetch failed')
    expect((await post(sim, { content: 'unsure' })).status).toBe(502)
    expect(sim.channel().map((message) => message.text())).toEqual(['lost', 'unsure'])
  })

  test('may let a request hang', async () => {
    const { sim } = await withClock()
    sim.rest.fail({ match: 'message', status: 'hang', isAccepted: true })
    const path = `/channels/${sim.guild().channelId}/messages`
    const asked = ask(sim, 'POST', path, { content: 'x' }, { ...asBot(sim), signal: AbortSignal.timeout(200) })
    await expect(asked).rejects.toThrow(/timeout/)
    expect(sim.channel()).toHaveLength(1)
  })
})

test('messages of the bot, and no others, are announced as they appear', async () => {
  const { sim } = await withClock()
  const seen: string[] = []
  const stop = sim.onPost((message) => seen.push(message.text()))
  await post(sim, { content: 'one' })
  sim.user().sendRaw({ type: 3, data: { custom_id: 'x', component_type: 2 } })
  sim.user().say('a user writes')
  stop()
  await post(sim, { content: 'two' })
  expect(seen).toEqual(['one'])
})

test('all messages are reported with their changes, also private ones and those of users', async () => {
  const { sim } = await withClock()
  const seen: unknown[] = []
  const stop = sim.onMessage((message, change) => seen.push([message.text(), change, message.isEphemeral()]))
  await post(sim, { content: 'of the bot' })
  sim.user().say('of a user')
  sim.user().sendRaw({ type: 3, data: { custom_id: 'x', component_type: 2 } })
  stop()
  sim.user().say('late')
  expect(seen).toEqual([
    ['of the bot', 'posted', false],
    ['of a user', 'posted', false],
    ['An old message\n👁 Only you can see this', 'posted', true],
  ])
})

test('a message of a user is read by the bot without its text, as without the intent for it', async () => {
  const { sim } = await withClock()
  const user = sim.user({ name: 'anna' })
  const { id } = user.say('a secret')
  const [message] = list(await get(sim, `/channels/${sim.guild().channelId}/messages`))
  expect(message).toMatchObject({ id, content: '', author: { id: user.id, username: 'anna', bot: false } })
  expect(sim.message(id)?.text()).toBe('a secret')
})

test('interactions carry the language of the server', async () => {
  const { sim } = await withClock()
  sim.guild().setLocale('de')
  expect(sim.user({ locale: 'fr' }).sendRaw({}).sent()).toMatchObject({ locale: 'fr', guild_locale: 'de' })
})

describe('the buttons and menus of a message', () => {
  const menu = { type: 1, components: [{ type: 3, custom_id: 'v1:menu', options: [{ label: 'One', value: '1' }] }] }

  test('can be used by any user of the guild', async () => {
    const { sim } = await withClock()
    const channelId = sim.guild().createChannel({ name: 'bans' })
    await post(
      sim,
      { flags: V2, components: [text('x'), row(['Look up', 'v1:look'], ['Stop', 'v1:stop']), menu] },
      channelId,
    )
    const [message] = sim.channel(channelId)
    if (message === undefined) throw new Error('no message')
    const user = sim.user({ permissions: PERMISSION.manageGuild })
    for (const reply of [user.press(message, 'Stop'), user.press(message, 2)]) {
      expect(reply.sent()).toMatchObject({
        type: 3,
        channel_id: channelId,
        channel: { id: channelId, name: 'bans' },
        data: { custom_id: 'v1:stop', component_type: 2 },
        message: { id: message.id, type: 0 },
        member: { permissions: String(PERMISSION.manageGuild) },
      })
    }
    expect(user.select(message, 'One').sent()['data']).toMatchObject({ custom_id: 'v1:menu', values: ['1'] })
    expect(() => user.press(message, 'Ban')).toThrow('No button Ban; buttons: Look up, Stop')
  })
})
