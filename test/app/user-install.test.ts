import { describe, expect, test } from 'vitest'
import { join } from 'node:path'
import { startDiscord, type SimDiscord } from '../../packages/sim-discord/src/index.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { botForTest, startBotService } from '../support/bot.ts'
import { answerTo } from '../support/command-tests.ts'
import { folderForTest } from '../support/folder.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))
const ON = { USER_INSTALL: 'on' } as const
const USER_INSTALL = { oauth2_install_params: { scopes: ['applications.commands'], permissions: '0' } }

/** The contexts in which a command is deployed. */
function contextsOf(discord: SimDiscord, name: string) {
  const found = discord.commands.list().find((each) => 'name' in each && each.name === name)
  return found && 'contexts' in found ? found.contexts : expect.unreachable(`${name} is not deployed`)
}

describe('the installation by users', () => {
  test('is off by default: the app stays as it is, and whoever has installed it reads where it works', async () => {
    const { discord, log } = await botForTest({}, { steam })
    expect(discord.installs.list()).toEqual({ '0': {} })
    expect(discord.rest.requests().filter(({ path }) => path.startsWith('/applications/@me'))).toEqual([])
    expect([contextsOf(discord, 'lookup'), contextsOf(discord, 'watch')]).toEqual([[0], [0]])
    expect(log.some(({ msg }) => msg.startsWith('users add it'))).toBe(false)
    const data = { id: '1', name: 'lookup', type: 1, options: [{ type: 3, name: 'account', value: 'raider' }] }
    for (const place of [{}, { guildId: null }, { guildId: null, isPrivate: true }]) {
      const user = discord.user({ hasInstalled: true, ...place })
      if (!('guildId' in place)) discord.guild().uninstall()
      const reply = user.sendRaw({ data })
      expect(await answerTo(reply)).toContain('This bot can be used only in servers that have added it.')
      expect(reply.isEphemeral()).toBe(true)
    }
    expect(steam.calls.total()).toBe(0)
  })

  test('is added to the app, whose other settings stay, and the commands are registered again when it is switched', async () => {
    const discord = await startDiscord()
    const ofServers = { oauth2_install_params: { scopes: ['bot' as const], permissions: '8' } }
    discord.installs.set({ '0': ofServers })
    const on = await startBotService(ON, { steam, discord })
    expect(discord.installs.list()).toEqual({ '0': ofServers, '1': USER_INSTALL })
    expect([contextsOf(discord, 'lookup'), contextsOf(discord, 'watch')]).toEqual([[0, 1, 2], [0]])
    expect(on.log.map(({ msg }) => msg)).toContainEqual(
      `users add it to their own accounts: ${discord.apiUrl}/oauth2/authorize?client_id=${discord.applicationId}&scope=applications.commands&integration_type=1`,
    )
    await on.close()
    const off = await startBotService({}, { steam, discord })
    expect(discord.installs.list()).toEqual({ '0': ofServers, '1': USER_INSTALL })
    expect(contextsOf(discord, 'lookup')).toEqual([0])
    await off.close()
    discord.rest.reset()
    const again = await startBotService(ON, { steam, discord })
    expect(discord.rest.requests().map(({ method, path }) => `${method} ${path}`)).not.toContain(
      'PATCH /applications/@me',
    )
    expect(contextsOf(discord, 'lookup')).toEqual([0, 1, 2])
    await again.close()
    expect(discord.violations()).toEqual([])
    await discord.close()
  })

  test('has no effect while Discord refuses it, and the operator reads what to do', async () => {
    const discord = await startDiscord()
    discord.rest.fail({ match: /^PATCH/, status: 400, body: { code: 50_035, message: 'Invalid Form Body' } })
    const { log, close } = await startBotService(ON, { steam, discord })
    expect(log.find(({ msg }) => msg.includes('tick User Install'))).toMatchObject({ level: 40 })
    expect(contextsOf(discord, 'lookup')).toEqual([0])
    await close()
    await discord.close()
  })

  test('is tried again after a failure of Discord', async () => {
    const discord = await startDiscord()
    discord.rest.fail({ match: /^GET .*@me$/, status: 503 })
    const { close } = await startBotService(ON, { steam, discord })
    expect(contextsOf(discord, 'lookup')).toEqual([0, 1, 2])
    await close()
    await discord.close()
  })
})

describe('the share of the calls to Steam', () => {
  /** Of 50 calls a day ten are for users; a look-up needs four. */
  const FEW = { ...ON, STEAM_CALLS_PER_DAY: '50' } as const
  const SPENT = 'Servers that have added the bot are not affected.'

  test('is never exceeded; remembered answers and servers with the bot go on', async () => {
    const { discord, log } = await botForTest(FEW, { steam })
    const user = discord.user({ guildId: null, hasInstalled: true })
    const accounts = steam.world.ids.slice(0, 6)
    const texts: string[] = []
    for (const id of accounts) texts.push(await answerTo(user.type(`/lookup ${id}`)))
    expect(texts[0]).not.toContain(SPENT)
    expect(texts.at(-1)).toContain(SPENT)
    expect(texts.at(-1)).toMatch(/Try again (with the button \(ready )?in /)
    expect(steam.calls.total()).toBe(10)
    const other = discord.user({ guildId: null, isPrivate: true, hasInstalled: true })
    expect(await answerTo(other.type(`/lookup ${accounts[0]}`))).not.toContain(SPENT)
    expect(await answerTo(other.type(`/lookup ${accounts[5]}`))).toContain(SPENT)
    expect(steam.calls.total()).toBe(10)
    expect(await answerTo(discord.user().type(`/lookup ${accounts[5]}`))).not.toContain(SPENT)
    expect(log.findLast(({ outcome }) => outcome === 'user_share_spent')).toMatchObject({ level: 30, guildId: null })
  })

  test('does not begin anew when the service is restarted', async () => {
    const settings = { ...FEW, STORE_URL: `sqlite://${join(folderForTest(), 'store.sqlite')}` }
    for (const part of [steam.world.ids.slice(0, 2), steam.world.ids.slice(2, 5)]) {
      const { discord, close } = await startBotService(settings, { steam })
      const user = discord.user({ guildId: null, hasInstalled: true })
      for (const id of part) await answerTo(user.type(`/lookup ${id}`))
      await close()
    }
    expect(steam.calls.total()).toBe(10)
  })

  test('holds for a friend scan and a batch too', async () => {
    const { discord } = await botForTest(FEW, { steam })
    const user = discord.user({ guildId: null, hasInstalled: true })
    await answerTo(user.type(`/batch ${steam.world.ids.slice(0, 20).join(' ')}`))
    await user.type(`/friends ${steam.world.cast.manyBanned}`).until(/checked .* ago|not affected|could not/)
    expect(steam.calls.total()).toBeLessThanOrEqual(10)
  })
})

test('the limit of each user holds without a server too, that of a server does not', async () => {
  const limits = { DISCORD_USER_PER_MINUTE: '2', DISCORD_GUILD_PER_MINUTE: '1' } as const
  const { discord } = await botForTest({ ...ON, ...limits }, { steam })
  const user = discord.user({ guildId: null, hasInstalled: true })
  expect(await answerTo(user.type('/lookup raider'))).toContain('1 VAC ban')
  expect(await answerTo(user.type('/lookup raider'))).toContain('1 VAC ban')
  discord.guild().uninstall()
  const inServer = discord.user({ id: user.id, hasInstalled: true })
  expect(await answerTo(inServer.type('/lookup raider'))).toContain('Slow down')
  expect(await answerTo(discord.user({ hasInstalled: true }).type('/lookup raider'))).toContain('1 VAC ban')
})
