import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { SimMessage } from '../src/message-view.ts'
import type { SimUser } from '../src/people.ts'
import type { SimReply } from '../src/reply.ts'
import type { SimDiscord } from '../src/server.ts'
import { answer, answering, ask, asked, discord, edit, EPHEMERAL, FRIENDS, typed, V2, webhookPath } from './support.ts'

const STATS = {
  name: 'stats',
  description: 'Statistics',
  options: [
    { type: 3, name: 'game', description: 'Which', choices: [{ name: 'The Game', value: 'rust' }] },
    { type: 3, name: 'note', description: 'A note', min_length: 2, max_length: 5 },
    { type: 5, name: 'public', description: 'For all' },
    { type: 10, name: 'ratio', description: 'A number', min_value: 0.5 },
    { type: 6, name: 'member', description: 'Who' },
  ],
}
const HIDDEN = { name: 'hidden', description: 'For moderators', default_member_permissions: '8192', contexts: [0] }
const NOBODY = { name: 'nobody', description: 'For administrators', default_member_permissions: '0' }
const BAN = {
  name: 'ban',
  description: 'Bans',
  options: [{ type: 1, name: 'show', description: 'x', options: FRIENDS.options }],
}
const ALERTS = {
  name: 'alerts',
  description: 'Where alerts go',
  options: [
    { type: 7, name: 'channel', description: 'x', required: true, channel_types: [0, 5] },
    { type: 8, name: 'role', description: 'x' },
  ],
}
const PING = { name: 'ping', description: 'Nothing else' }
const LOOK = { type: 3, name: 'Look Up' }
const LOOK_AT = { type: 2, name: 'Look Up' }

async function withUser(given: Parameters<SimDiscord['user']>[0] = {}): Promise<{ sim: SimDiscord; user: SimUser }> {
  const sim = await discord()
  sim.commands.set([FRIENDS, STATS, HIDDEN, NOBODY, BAN, ALERTS, PING, LOOK, LOOK_AT])
  return { sim, user: sim.user(given) }
}

/** The options that the bot receives. */
function options(reply: SimReply): unknown {
  return (reply.sent()['data'] as { options?: { name: string; value: unknown }[] }).options
}

describe('typing a command', () => {
  test.each<[string, Record<string, unknown>]>([
    ['/friends raider', { account: 'raider' }],
    ['/friends account:raider', { account: 'raider' }],
    ['/friends account: raider  within: 30', { account: 'raider', within: 30 }],
    ['/friends within:30 account:raider', { account: 'raider', within: 30 }],
    ['/friends raider within:30', { account: 'raider', within: 30 }],
    ['/friends two words within:30', { account: 'two words', within: 30 }],
    ['/friends https://steamcommunity.com/id/raider/', { account: 'https://steamcommunity.com/id/raider/' }],
    ['/friends STEAM_0:1:2345', { account: 'STEAM_0:1:2345' }],
    ['/friends account:"within:30 of \\"x\\"" within:7', { account: 'within:30 of "x"', within: 7 }],
    ['/friends account:"', { account: '"' }],
    ['/friends account:a,\nb within:7', { account: 'a,\nb', within: 7 }],
    ['/stats', {}],
    ['/stats game:The Game', { game: 'rust' }],
    ['/stats game:rust note:abc public:True ratio:0.5', { game: 'rust', note: 'abc', public: true, ratio: 0.5 }],
    ['/stats member:<@12345678901234567>', { member: '12345678901234567' }],
  ])('%j sends the expected options', async (line, wanted) => {
    const { user } = await withUser()
    const given = (options(user.type(line)) ?? []) as { name: string; value: unknown }[]
    expect(given.map(({ name, value }) => [name, value])).toEqual(Object.entries(wanted))
  })

  test.each<[string, RegExp]>([
    ['friends raider', /Not a command/],
    ['/unknown', /No such command is deployed: unknown/],
    ['/Look Up', /No such command/],
    ['/friends', /\/friends needs the option account/],
    ['/friends within:30', /needs the option account/],
    ['/friends raider account:raider', /the option account is given twice/],
    ['/friends raider within:soon', /within is a whole number, not "soon"/],
    ['/friends raider within:1.5', /within is a whole number/],
    ['/friends raider within:0', /within is from 1 to 365/],
    ['/friends raider within:366', /within is from 1 to 365/],
    [`/friends ${'x'.repeat(6001)}`, /account has 1 to 6000 characters/],
    ['/stats game:chess', /game is one of The Game/],
    ['/stats note:a', /note has 2 to 5 characters/],
    ['/stats note:abcdef', /note has 2 to 5/],
    ['/stats public:maybe', /public is True or False/],
    ['/stats ratio:0.4', /ratio is from 0.5/],
    ['/stats ratio:much', /ratio is a number/],
    ['/stats member:raider', /member is an ID/],
    ['/ping words', /\/ping has no option for "words"/],
    ['/nobody', /member1 may not use nobody/],
    ['/ban raider', /has no subcommand "raider"/],
    ['/alerts', /\/alerts needs the option channel/],
    ['/alerts channel:#nowhere', /channel is a channel of the guild, not "#nowhere"/],
    ['/alerts channel:<#12345678901234567>', /channel is a channel of the guild/],
    ['/alerts #moderation role:@Nobody', /role is a role of the guild, not "@Nobody"/],
  ])('%j is rejected by the client', async (line, why) => {
    const { user } = await withUser()
    expect(() => user.type(line)).toThrow(why)
  })

  test('refers to channels and roles by their mention, id or name', async () => {
    const { sim, user } = await withUser()
    const guild = sim.guild()
    const [channelId, roleId] = [guild.createChannel({ name: 'ban alerts' }), guild.createRole({ name: 'The Mods' })]
    for (const line of [
      `/alerts channel:<#${channelId}> role:<@&${roleId}>`,
      `/alerts channel:${channelId} role:${roleId}`,
      '/alerts #ban alerts role:@The Mods',
      '/alerts channel:ban alerts role:The Mods',
    ]) {
      const { data } = user.type(line).sent() as { data: { options: { value: string }[]; resolved: unknown } }
      expect(data.options.map(({ value }) => value)).toEqual([channelId, roleId])
      expect(data.resolved).toMatchObject({
        channels: {
          [channelId]: { id: channelId, name: 'ban alerts', type: 0, permissions: String(user.permissions) },
        },
        roles: { [roleId]: { id: roleId, name: 'The Mods', mentionable: true } },
      })
    }
    expect(options(user.type('/alerts #moderation role:@everyone'))).toMatchObject([{}, { value: guild.id }])
    guild.createChannel({ name: 'voice', type: 2 })
    expect(() => user.type('/alerts #voice')).toThrow('channel is a channel of another type')
  })

  test('supports subcommands', async () => {
    const { user } = await withUser()
    expect(options(user.type('/ban show raider within:2'))).toEqual([
      {
        name: 'show',
        type: 1,
        options: [
          { name: 'account', type: 3, value: 'raider' },
          { name: 'within', type: 4, value: 2 },
        ],
      },
    ])
    expect(() => user.type('/ban show')).toThrow('/ban show needs the option account')
  })

  test('resolves users and files', async () => {
    const { sim, user } = await withUser()
    const friend = sim.user({ name: 'Ada' })
    expect(user.type(`/stats member:${friend.id}`).sent()['data']).toMatchObject({
      resolved: { users: { [friend.id]: { global_name: 'Ada' } } },
    })
    const file = { name: 'list.png', data: new Uint8Array([1, 2, 3]), contentType: 'image/png' }
    const reply = user.type('/friends raider', { list: file })
    const [, { value: id }] = options(reply) as [unknown, { value: string }]
    const { attachments } = (reply.sent()['data'] as { resolved: { attachments: Record<string, { url: string }> } })
      .resolved
    expect(attachments[id]).toMatchObject({ filename: 'list.png', size: 3, content_type: 'image/png', ephemeral: true })
    const bytes = await fetch(attachments[id]?.url ?? '').then((response) => response.arrayBuffer())
    expect([...new Uint8Array(bytes)]).toEqual([1, 2, 3])
  })

  test('can report a wrong file size, within the limit', async () => {
    const { user } = await withUser()
    const send = (size: number) => user.type('/friends raider', { list: { name: 'a.txt', data: 'x', size } })
    expect(JSON.stringify(send(10_485_760).sent())).toContain('"size":10485760')
    expect(() => send(10_485_761)).toThrow('the file is too large')
    expect(() => user.type('/friends raider', { other: { name: 'a.txt', data: 'x' } })).toThrow('no option for a file')
  })

  test('needs the permissions and the context of the command', async () => {
    const { sim, user } = await withUser()
    const moderator = sim.user({ permissions: 8192n })
    const administrator = sim.user({ permissions: 8n })
    expect(() => user.type('/hidden')).toThrow(/may not use hidden/)
    expect(() => sim.user({ guildId: null, permissions: 8n }).type('/hidden')).toThrow(
      'not available in this kind of channel',
    )
    expect(() => moderator.type('/nobody')).toThrow(/may not use nobody/)
    expect([moderator.type('/hidden').text(), administrator.type('/nobody').text()]).toEqual(['', ''])
  })
})

describe('a message command', () => {
  test('sends the message', async () => {
    const { user } = await withUser()
    const reply = user.useMessageCommand('Look Up', { id: '12345678901234567', content: 'hi', author: { name: 'Bob' } })
    expect(reply.sent()['data']).toMatchObject({
      type: 3,
      name: 'Look Up',
      target_id: '12345678901234567',
      resolved: { messages: { '12345678901234567': { content: 'hi', author: { username: 'Bob' } } } },
    })
  })

  test('must be deployed', async () => {
    const { user } = await withUser()
    expect(() => user.useMessageCommand('friends')).toThrow('No such command is deployed: friends')
  })

  test('has a reply of the message type for message commands', async () => {
    const { sim, user } = await withUser()
    const reply = user.useMessageCommand('Look Up', {})
    await answer(sim, reply, 4, { content: 'x' })
    expect(reply.message()?.wire()['type']).toBe(23)
  })
})

describe('a user command', () => {
  test('sends the user with names, and the member of the same guild', async () => {
    const { sim, user } = await withUser()
    const { id } = sim.user({ name: 'ada', displayName: 'Ada', nick: 'Ada L.' })
    const sent = user.useUserCommand('Look Up', id).sent()['data']
    expect(sent).toMatchObject({
      type: 2,
      target_id: id,
      resolved: { users: { [id]: { username: 'ada', global_name: 'Ada' } }, members: { [id]: { nick: 'Ada L.' } } },
    })
  })

  test('sends no member for a user of another guild', async () => {
    const { sim, user } = await withUser()
    const { id } = sim.user({ guildId: '12345678901234567' })
    const { resolved } = user.useUserCommand('Look Up', id).sent()['data'] as { resolved: object }
    expect(Object.keys(resolved)).toEqual(['users'])
  })

  test('has a reply of the type for menu commands', async () => {
    const { sim, user } = await withUser()
    const reply = user.useUserCommand('Look Up', sim.user().id)
    await answer(sim, reply, 4, { content: 'x' })
    expect(reply.message()?.wire()['type']).toBe(23)
  })
})

describe('clicking', () => {
  const button = (label: string, fields: object = {}) => ({ type: 2, style: 2, label, custom_id: label, ...fields })
  const link = { type: 2, style: 5, label: 'Profile', url: 'https://example.com' }
  const row = { type: 1, components: [link, button('Friends'), button('Friend'), button('Old', { disabled: true })] }

  async function shown(flags = 0) {
    const { sim, user } = await withUser()
    const reply = user.type('/friends raider')
    await answer(sim, reply, 4, { content: 'x', flags, components: [row] })
    return { sim, user, reply }
  }
  const clickedId = (reply: SimReply) => (reply.sent()['data'] as { custom_id: string }).custom_id

  test('finds a button by its label, a part of the label, or its number', async () => {
    const { reply, user } = await shown()
    expect(clickedId(reply.click('Friend'))).toBe('Friend')
    expect(clickedId(reply.click('ends'))).toBe('Friends')
    expect(clickedId(reply.click(1))).toBe('Friends')
    expect(reply.click(1).sent()).toMatchObject({
      type: 3,
      member: { user: { id: user.id } },
      message: reply.message()?.wire(),
      data: { component_type: 2, id: 3 },
    })
  })

  test('throws for a button that is missing, disabled or a link', async () => {
    const { reply } = await shown()
    expect(() => reply.click('Bans')).toThrow('No button Bans; buttons: Profile, Friends, Friend, Old')
    expect(() => reply.click('Frien')).toThrow('More than one button Frien')
    expect(() => reply.click(4)).toThrow('No button 4')
    expect(() => reply.click('Old')).toThrow('it is disabled')
    expect(() => reply.click('Profile')).toThrow('it is a link')
    expect(() => reply.select('Newest')).toThrow('There is no menu 1')
  })

  test('throws for a message that the user cannot see', async () => {
    const { sim, reply } = await shown(EPHEMERAL)
    expect(() => reply.click('Friends', sim.user())).toThrow('Only member1 can see this message')
    expect(() => typed(sim).click('Friends')).toThrow('There is no message')
  })

  test('can use an outdated message or an unknown custom id', async () => {
    const { sim, user, reply } = await shown()
    const message = reply.message()
    if (message === undefined) throw new Error('no message')
    await edit(sim, reply, { components: [] })
    const click = user.click(message, 'v0:gone')
    expect([clickedId(click), click.sent()['type']]).toEqual(['v0:gone', 3])
    await answer(sim, click, 7, { content: 'updated' })
    expect(reply.text()).toBe('updated')
  })

  test('chooses from menus by label', async () => {
    const { sim, user } = await withUser()
    const reply = user.type('/friends raider')
    const options = ['One', 'Two'].map((label, index) => ({ label, value: String(index + 1) }))
    const menu = (id: string, fields: object = {}) => ({
      type: 1,
      components: [{ type: 3, custom_id: id, options, ...fields }],
    })
    await answer(sim, reply, 4, {
      content: 'x',
      components: [menu('a', { max_values: 2 }), menu('b', { placeholder: 'Second' }), menu('c', { disabled: true })],
    })
    expect(reply.select(['One', 'Two']).sent()['data']).toMatchObject({
      custom_id: 'a',
      component_type: 3,
      values: ['1', '2'],
    })
    expect(reply.select('Two', 'Second').sent()['data']).toMatchObject({ custom_id: 'b', values: ['2'] })
    expect(user.click(reply.message() as SimMessage, 'b').sent()['data']).toMatchObject({ component_type: 3, id: 4 })
    expect(() => reply.select('Three')).toThrow('no option Three')
    expect(() => reply.select('One', 3)).toThrow('no menu 3')
  })

  test('lists the buttons', async () => {
    const { reply } = await shown()
    const plain = { emoji: undefined, url: undefined, disabled: false, style: 2 }
    expect(reply.buttons()).toEqual([
      { ...plain, label: 'Profile', customId: undefined, url: 'https://example.com', style: 5 },
      { ...plain, label: 'Friends', customId: 'Friends' },
      { ...plain, label: 'Friend', customId: 'Friend' },
      { ...plain, label: 'Old', customId: 'Old', disabled: true },
    ])
  })
})

describe('a raw interaction', () => {
  test('can have any fields, and can be answered', async () => {
    const seen: unknown[] = []
    const { sim } = await answering(async (interaction) => {
      if (!interaction.isButton()) return
      seen.push(interaction.customId)
      await interaction.update({ components: [{ type: 10, content: 'that button is too old' }] })
    })
    const forged = sim.user().sendRaw({ type: 3, data: { component_type: 2, custom_id: '../../etc/passwd' } })
    expect(await forged.until('too old')).toContain('that button is too old')
    expect([seen, sim.channel()]).toEqual([['../../etc/passwd'], []])
  })

  test('can refer to an existing message', async () => {
    const { sim, reply } = await asked()
    await answer(sim, reply, 4, { content: 'x' })
    const message = reply.message()?.wire()
    const forged = sim.user().sendRaw({ type: 3, data: { component_type: 2, custom_id: 'x' }, message })
    await answer(sim, forged, 7, { content: 'changed' })
    expect(reply.text()).toBe('changed')
  })

  test('replaces the fields of a regular client', async () => {
    const sim = await discord()
    const reply = sim.user().sendRaw({ locale: 'xx', data: { name: 'ghost', type: 1, id: '1' } })
    expect(reply.sent()).toMatchObject({ type: 2, locale: 'xx', data: { name: 'ghost' }, entitlements: [] })
  })
})

describe('waiting for a reply', () => {
  test('resolves as soon as the text matches', async () => {
    const { sim, reply } = await asked()
    const seen: string[] = []
    const stop = reply.onChange(() => seen.push(reply.text()))
    const waited = reply.until(/whole/g, 1_000)
    await answer(sim, reply, 4, { content: 'half' })
    await edit(sim, reply, { content: 'whole' })
    expect(await waited).toBe('whole')
    expect(await reply.until((text) => text.length === 5)).toBe('whole')
    stop()
    await edit(sim, reply, { content: 'more' })
    expect(seen.filter((text) => text !== 'half')).toEqual(['whole'])
    expect(reply.edits().map(({ text }) => text)).toEqual(['half', 'whole', 'more'])
  })

  test('rejects with the last text after the timeout', async () => {
    const { sim, reply } = await asked()
    await answer(sim, reply, 4, { content: 'half' })
    await expect(reply.until('whole', 20)).rejects.toThrow('No text with whole within 20 ms; the last text was:\nhalf')
    await expect(typed(sim).acknowledged(20)).rejects.toThrow('The application did not respond within 20 ms')
  })

  test('measures the time until the bot answers', async () => {
    const { sim, reply } = await asked()
    const acknowledged = reply.acknowledged()
    await delay(30)
    await answer(sim, reply, 5)
    const { ms, type } = await acknowledged
    expect(type).toBe(5)
    expect(ms).toBeGreaterThanOrEqual(29)
    expect(await reply.acknowledged()).toEqual({ ms, type })
  })
})

describe('notifications of mentions', () => {
  const [ada, role] = ['12345678901234567', '23456789012345678']
  const content = `<@${ada}> <@!${ada}> <@&${role}> @everyone @here`

  test.each<[string, object, string[]]>([
    ['include all mentions by default', { content }, [ada, `&${role}`, 'everyone', 'here']],
    ['are empty if no mentions are allowed', { content, allowed_mentions: { parse: [] } }, []],
    ['include the allowed kinds', { content, allowed_mentions: { parse: ['users'] } }, [ada]],
    ['include the allowed ids', { content, allowed_mentions: { roles: [role] } }, [`&${role}`]],
    ['do not include mentions in code', { content: `\`${content}\` \`\`\`${content}\`\`\`` }, []],
    ['include mentions after a backslash', { content: `\\<@${ada}> \\@everyone` }, [ada, 'everyone']],
    [
      'work in components',
      {
        flags: V2,
        components: [{ type: 17, components: [{ type: 10, content }] }],
        allowed_mentions: { users: [ada] },
      },
      [ada],
    ],
  ])('%s', async (_, data, notified) => {
    const { sim, reply } = await asked()
    await answer(sim, reply, 4, data)
    expect(reply.message()?.notifies).toEqual(notified)
  })

  test('include mentions of an edit', async () => {
    const { sim, reply } = await asked()
    await answer(sim, reply, 4, { content: 'x' })
    await edit(sim, reply, { content: '@here' })
    await edit(sim, reply, { content: 'y' })
    expect(reply.message()?.notifies).toEqual(['here'])
  })
})

test('a channel contains its own public messages only', async () => {
  const sim = await discord()
  sim.commands.set([FRIENDS])
  const other = sim.user({ channelId: '34567890123456789' })
  const [here, there] = [typed(sim), other.type('/friends raider')]
  for (const reply of [here, there]) {
    await answer(sim, reply, 4, { content: 'hidden', flags: EPHEMERAL })
    await ask(sim, 'POST', webhookPath(reply), { content: reply === here ? 'here' : 'there' })
  }
  expect(sim.channel().map((message) => message.text())).toEqual(['here'])
  expect(sim.channel('34567890123456789').map((message) => message.text())).toEqual(['there'])
})

test('ids contain the time of the clock', async () => {
  const now = Date.UTC(2030, 5, 1)
  const sim = await discord({ clock: () => now })
  expect(Number((BigInt(typed(sim).interactionId) >> 22n) + 1_420_070_400_000n)).toBe(now)
  const early = await discord({ clock: () => 0 })
  expect(() => early.user()).toThrow('set the clock later')
})

test('listens on a given port, and releases it on close', async () => {
  const first = await discord()
  const port = Number(new URL(first.url).port)
  await expect(discord({ port })).rejects.toThrow('EADDRINUSE')
  await first.close()
  const second = await discord({ port })
  expect([second.url, second.apiUrl]).toEqual([first.url, `${first.url}/api`])
})
