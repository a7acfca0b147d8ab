import { describe, expect, test } from 'vitest'
import { PERMISSION } from '../../../packages/sim-discord/src/index.ts'
import { answerTo } from '../../support/command-tests.ts'
import { watchBot } from '../../support/watch-bot.ts'

/** A bot in a server with a channel and a role for alerts. */
async function botWithChannel() {
  const bot = await watchBot()
  const guild = bot.discord.guild(bot.guildId)
  const channelId = guild.createChannel({ name: 'alerts' })
  return {
    ...bot,
    guild,
    channelId,
    roleId: guild.createRole({ name: 'mods' }),
    stored: () => bot.database.read(({ guilds }) => guilds.get(bot.guildId)),
  }
}

describe('/watch channel', () => {
  test('posts a test message in the channel, and sends alerts there from then on', async () => {
    const bot = await botWithChannel()
    const user = bot.manager()
    const reply = user.type(`/watch channel channel:${bot.channelId}`)
    const text = await answerTo(reply)
    expect(text).toContain('🔔 Alerts go to #alerts\n┃ A test message was posted there.\n┃ Alerts mention no role.')
    expect(reply.isEphemeral()).toBe(true)
    const [message, ...others] = bot.discord.channel(bot.channelId)
    expect(message?.text()).toContain('This is a test message.')
    expect(message?.notifies).toEqual([])
    expect(others).toEqual([])
    expect(await bot.stored()).toMatchObject({ alertChannelId: bot.channelId, alertRoleId: null, alertBlock: null })
    expect(await bot.changes()).toMatchObject([{ action: 'channel_set', userId: user.id, detail: bot.channelId }])
    expect(await answerTo(user.type('/log'))).toContain('set the channel for alerts · #alerts')
  })

  test('mentions the role that was given, and no other', async () => {
    const bot = await botWithChannel()
    const text = await answerTo(bot.manager().type(`/watch channel channel:${bot.channelId} role:${bot.roleId}`))
    expect(text).toContain('🔔 Alerts go to #alerts')
    expect(text).toContain('that get in, mention @mods.')
    expect(bot.discord.channel(bot.channelId)[0]?.notifies).toEqual([`&${bot.roleId}`])
    expect(await bot.stored()).toMatchObject({ alertRoleId: bot.roleId })
    expect(await answerTo(bot.moderator().type('/watch list'))).toContain('alerts go to #alerts and mention @mods')
  })

  test('keeps the role that is left out; the role of everyone stands for none', async () => {
    const bot = await botWithChannel()
    const user = bot.manager()
    const other = bot.guild.createChannel({ name: 'other' })
    await answerTo(user.type(`/watch channel channel:${bot.channelId} role:${bot.roleId}`))
    expect(await answerTo(user.type(`/watch channel channel:${other}`))).toContain('that get in, mention @mods.')
    expect(bot.discord.channel(other)[0]?.notifies).toEqual([`&${bot.roleId}`])
    expect(await bot.stored()).toMatchObject({ alertChannelId: other, alertRoleId: bot.roleId })
    const options = [
      { type: 7, name: 'channel', value: other },
      { type: 8, name: 'role', value: bot.guildId },
    ]
    const resolved = {
      channels: { [other]: { id: other, type: 0, name: 'other', permissions: '0' } },
      roles: { [bot.guildId]: { id: bot.guildId, name: '@everyone', mentionable: false, permissions: '0' } },
    }
    const data = { id: '1', name: 'watch', type: 1, options: [{ type: 1, name: 'channel', options }], resolved }
    expect(await answerTo(user.sendRaw({ data }))).toContain('Alerts mention no role.')
    expect(await bot.stored()).toMatchObject({ alertChannelId: other, alertRoleId: null })
  })

  test('switches the reports of joins off and on; without joins: they stay as they are', async () => {
    const bot = await botWithChannel()
    const user = bot.manager()
    const command = `/watch channel channel:${bot.channelId}`
    const [on, off] = ['is reported in this channel too.', 'join your game servers are not reported.']
    expect(await answerTo(user.type(command))).toContain(on)
    expect(await answerTo(bot.moderator().type('/watch list'))).not.toContain('joins are not reported')
    expect(await answerTo(user.type(`${command} joins:off`))).toContain(off)
    expect(await bot.stored()).toMatchObject({ reportsJoins: false })
    expect(await answerTo(user.type(`${command} role:${bot.roleId}`))).toContain(off)
    expect(await answerTo(bot.moderator().type('/watch list'))).toContain(
      'alerts go to #alerts and mention @mods · joins are not reported',
    )
    expect(await answerTo(user.type(`${command} joins:on`))).toContain(on)
    const log = await answerTo(user.type('/log'))
    expect(log).toContain('set the channel for alerts · #alerts · joins are not reported')
    expect(log).toContain('set the channel for alerts · #alerts · joins are reported')
    expect(log).toContain('set the channel for alerts · #alerts @mods')
  })
})

describe('/watch channel says what is wrong:', () => {
  test.each([
    [
      'View Channel',
      PERMISSION.viewChannel,
      'The bot cannot see the channel. It lacks the permission View Channel there',
    ],
    ['Send Messages', PERMISSION.sendMessages, 'The bot lacks the permission Send Messages there.'],
    ['Attach Files', PERMISSION.attachFiles, 'The bot lacks the permission Attach Files there'],
  ])('without %s nothing is changed', async (_, permission, sentence) => {
    const bot = await botWithChannel()
    bot.guild.deny(bot.channelId, permission)
    const reply = bot.manager().type(`/watch channel channel:${bot.channelId}`)
    const text = await answerTo(reply)
    expect(text).toContain(`❌ Alerts cannot go to #alerts\n┃ ${sentence}`)
    expect(text).toContain('Nothing was changed. Fix this, then repeat the command.')
    expect(reply.isEphemeral()).toBe(true)
    expect(await bot.stored()).toBeUndefined()
    expect(await bot.changes()).toEqual([])
    bot.guild.deny(bot.channelId, 0n)
    expect(await answerTo(bot.manager().type(`/watch channel channel:${bot.channelId}`))).toContain('🔔 Alerts go to')
  })

  test('a deleted channel', async () => {
    const bot = await botWithChannel()
    const user = bot.manager()
    const options = [{ type: 7, name: 'channel', value: bot.channelId }]
    const resolved = { channels: { [bot.channelId]: { id: bot.channelId, type: 0, name: 'alerts', permissions: '0' } } }
    const data = { id: '1', name: 'watch', type: 1, options: [{ type: 1, name: 'channel', options }], resolved }
    bot.guild.deleteChannel(bot.channelId)
    const text = await answerTo(user.sendRaw({ data }))
    expect(text).toContain('The channel was deleted.\n┃ Nothing was changed.')
    expect(await bot.stored()).toBeUndefined()
  })

  test('a role that the bot may not mention', async () => {
    const bot = await botWithChannel()
    const roleId = bot.guild.createRole({ name: 'admins', isMentionable: false })
    const text = await answerTo(bot.manager().type(`/watch channel channel:${bot.channelId} role:${roleId}`))
    expect(text).toContain('🔔 Alerts go to #alerts')
    expect(text).toContain(
      '⚠️ The bot may not mention @admins, so no one is notified. Allow everyone to mention this role',
    )
    expect(text).not.toContain('mention @admins.')
    expect(bot.discord.channel(bot.channelId)[0]?.notifies).toEqual([])
  })

  test('Discord that does not answer', async () => {
    const bot = await botWithChannel()
    bot.discord.rest.fail({ match: /POST .*\/channels\/\d+\/messages/, status: 500, times: 10 })
    expect(await answerTo(bot.manager().type(`/watch channel channel:${bot.channelId}`))).toContain(
      'Discord does not answer\n┃ Discord did not say whether the bot may post in this channel. Nothing was changed.',
    )
    expect(await bot.stored()).toBeUndefined()
  })
})
