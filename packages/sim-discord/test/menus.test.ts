import type { AnySelectMenuInteraction } from 'discord.js'
import { describe, expect, test } from 'vitest'
import type { SimReply } from '../src/reply.ts'
import type { SimDiscord } from '../src/server.ts'
import { answer, answering, discord, typed } from './support.ts'

const [USERS, ROLES, MENTIONABLES, CHANNELS] = [5, 6, 7, 8]
const menuOf = (type = USERS, fields: object = {}) => ({
  type: 1,
  components: [{ type, custom_id: 'who', ...fields }],
})

/** A reply with a menu in a guild that has Ada, the role Mods, #alerts and a voice channel. */
async function withMenu(menu: object): Promise<{ sim: SimDiscord; reply: SimReply; ids: Record<string, string> }> {
  const sim = await discord()
  const guild = sim.guild()
  const ids = {
    ada: sim.user({ name: 'Ada' }).id,
    mods: guild.createRole({ name: 'Mods' }),
    alerts: guild.createChannel({ name: 'alerts' }),
    voice: guild.createChannel({ name: 'voice', type: 2 }),
  }
  sim.user({ name: 'Elsewhere', guildId: null })
  const reply = typed(sim)
  await answer(sim, reply, 4, { content: 'x', components: [menu] })
  return { sim, reply, ids }
}
const dataOf = (reply: SimReply) => reply.sent()['data'] as { resolved: Record<string, Record<string, object>> }

describe('a menu that Discord fills', () => {
  test.each<[string, object, string[]]>([
    ['users', menuOf(USERS), ['@Ada', '@member3']],
    ['roles', menuOf(ROLES), ['@everyone', '@bot', '@Mods']],
    ['users and roles', menuOf(MENTIONABLES), ['@Ada', '@member3', '@everyone', '@bot', '@Mods']],
    ['channels', menuOf(CHANNELS), ['#moderation', '#alerts', '#voice']],
    ['channels of a type', menuOf(CHANNELS, { channel_types: [2] }), ['#voice']],
  ])('offers the %s of the guild', async (_, menu, labels) => {
    const { sim, reply } = await withMenu(menu)
    expect(reply.selects()[0]?.options.map(({ label }) => label)).toEqual(labels)
    expect(sim.violations()).toEqual([])
  })

  test('sends a user with its member', async () => {
    const { reply, ids } = await withMenu(menuOf(USERS))
    const data = dataOf(reply.select('@Ada'))
    expect(data).toMatchObject({ component_type: USERS, custom_id: 'who', values: [ids['ada']] })
    const member = data.resolved['members']?.[ids['ada'] ?? '']
    expect(data.resolved).toEqual({
      users: { [ids['ada'] ?? '']: expect.objectContaining({ global_name: 'Ada' }) },
      members: { [ids['ada'] ?? '']: expect.objectContaining({ roles: [] }) },
    })
    for (const field of ['user', 'deaf', 'mute']) expect(member).not.toHaveProperty(field)
  })

  test('sends users and roles apart', async () => {
    const { reply, ids } = await withMenu(menuOf(MENTIONABLES, { max_values: 2 }))
    const { resolved } = dataOf(reply.select(['@Mods', '@Ada']))
    expect(Object.keys(resolved['roles'] ?? {})).toEqual([ids['mods']])
    expect(Object.keys(resolved['users'] ?? {})).toEqual([ids['ada']])
  })

  test('sends a channel with the permissions of its user', async () => {
    const { sim, reply, ids } = await withMenu(menuOf(CHANNELS))
    const user = sim.user({ permissions: 8n })
    const message = reply.message()
    if (message === undefined) throw new Error('no message')
    expect(dataOf(user.select(message, '#alerts')).resolved).toEqual({
      channels: { [ids['alerts'] ?? '']: expect.objectContaining({ name: 'alerts', type: 0, permissions: '8' }) },
    })
  })

  test('shows its defaults, and offers nothing else than the guild has', async () => {
    const sim = await discord()
    const id = sim.guild().createRole({ name: 'Mods' })
    const reply = typed(sim)
    const menu = menuOf(ROLES, { default_values: [{ id, type: 'role' }] })
    await answer(sim, reply, 4, { content: 'x', components: [menu] })
    expect(reply.selects()[0]?.options.filter(({ isDefault }) => isDefault)).toMatchObject([{ value: id }])
    expect(() => reply.select('@Nobody')).toThrow('no option @Nobody')
  })

  test.each<[string, object, RegExp]>([
    ['a default of another kind', { default_values: [{ id: '12345678901234567', type: 'role' }] }, /has no role/],
    [
      'more defaults than values',
      { default_values: ['1', '2'].map((last) => ({ id: `1234567890123456${last}`, type: 'user' })) },
      /More defaults/,
    ],
    ['crossed numbers of values', { min_values: 3, max_values: 2 }, /min_values exceeds max_values/],
  ])('with %s is refused', async (_, fields, why) => {
    const { sim } = await withMenu(menuOf(USERS, fields))
    expect(sim.violations().join()).toMatch(why)
  })

  test('reaches a real client with what was chosen', async () => {
    const seen = (menu: AnySelectMenuInteraction): string => {
      if (menu.isUserSelectMenu()) return menu.users.map(({ displayName }) => displayName).join()
      if (menu.isRoleSelectMenu()) return menu.roles.map(({ name }) => name).join()
      if (menu.isChannelSelectMenu())
        return menu.channels.map((channel) => ('name' in channel ? channel.name : '')).join()
      return menu.isMentionableSelectMenu() ? `${menu.users.size} user, ${menu.roles.size} role` : 'none'
    }
    const { sim } = await answering(async (interaction) => {
      if (interaction.isAnySelectMenu()) await interaction.reply(`chosen: ${seen(interaction)}`)
    })
    sim.guild().createRole({ name: 'Mods' })
    sim.user({ name: 'Ada' })
    const reply = typed(sim)
    const menus = [USERS, ROLES, MENTIONABLES, CHANNELS].map((type) =>
      menuOf(type, { custom_id: String(type), max_values: 2 }),
    )
    await answer(sim, reply, 4, { content: 'x', components: menus })
    await reply.select('@Ada', 1).until('chosen: Ada')
    await reply.select('@Mods', 2).until('chosen: Mods')
    await reply.select(['@Ada', '@Mods'], 3).until('chosen: 1 user, 1 role')
    await reply.select('#moderation', 4).until('chosen: moderation')
  })
})

describe('an option of users and roles', () => {
  const command = {
    name: 'ask',
    description: 'x',
    options: [{ type: 9, name: 'who', description: 'x', required: true }],
  }

  test('takes either by mention, id or name', async () => {
    const sim = await discord()
    sim.commands.set([command])
    const [ada, mods] = [sim.user({ name: 'Ada' }).id, sim.guild().createRole({ name: 'Mods' })]
    const user = sim.user()
    for (const role of [`<@&${mods}>`, mods, '@Mods']) {
      expect(dataOf(user.use('ask', { options: { who: role } }))).toMatchObject({
        options: [{ type: 9, value: mods }],
        resolved: { roles: { [mods]: { name: 'Mods' } } },
      })
    }
    for (const person of [`<@${ada}>`, ada]) {
      const { resolved } = dataOf(user.use('ask', { options: { who: person } }))
      expect(Object.keys(resolved)).toEqual(['users', 'members'])
    }
    expect(() => user.use('ask', { options: { who: 'nobody' } })).toThrow('who is a user or a role')
  })
})
