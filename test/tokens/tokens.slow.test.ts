import { expect, onTestFinished, test } from 'vitest'
import { DEFAULT_PERMISSIONS, PERMISSION, startDiscord } from '../../packages/sim-discord/src/index.ts'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask } from '../support/ask.ts'
import { submitForm } from '../support/command-tests.ts'
import { postgresForTest } from '../support/postgres.ts'
import { serviceForTest, startService, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))
const PATIENCE = { timeout: 15_000 }

test('a token that a command creates works in every process, across restarts, until it is revoked', async () => {
  const discord = await startDiscord()
  onTestFinished(() => discord.close())
  const shared: TestSettings = {
    DATABASE_URL: await postgresForTest(),
    STORE_URL: 'memory://',
    TOOL_REQUESTS_PER_MINUTE: '1000',
    API_TOKENS: 'operator-token-0123456789abcdef',
  }
  const bot = await serviceForTest(
    {
      ...shared,
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      HTTP_PUBLIC_URL: 'https://bans.example',
    },
    steam,
  )
  const first = await startService({ ...shared, ROLE: 'http' }, steam)
  await expect.poll(() => discord.commands.list().length, PATIENCE).toBeGreaterThan(0)
  const guild = discord.guild()
  const user = discord.user({ permissions: DEFAULT_PERMISSIONS | PERMISSION.manageGuild | PERMISSION.banMembers })
  await user.type(`/watch channel channel:${guild.channelId}`).until('Alerts go to')

  const creating = await submitForm(user.type('/token create'), { name: 'panel', scopes: ['bans:write', 'joins'] })
  const created = await creating.until('The token is shown only now')
  const [token = expect.fail('no token')] = /rst_[\w-]{43}/.exec(created) ?? []
  const askOn = (service: { url: string }) =>
    ask(service, '/api/token', { headers: { authorization: `Bearer ${token}` } })
  expect(await askOn(bot)).toMatchObject({ status: 200, body: { name: 'panel', guildId: guild.id } })
  await expect.poll(async () => (await askOn(first)).status, PATIENCE).toBe(200)
  expect(await askOn(first)).toMatchObject({ body: { scopes: ['bans:write', 'joins'], quota: { limit: 1_000 } } })
  const told = () => discord.channel().filter((message) => message.text().includes('made the token panel for a tool'))
  await expect.poll(() => told().length, PATIENCE).toBe(1)

  await expect.poll(() => user.type('/token list').until('panel'), PATIENCE).toMatch(/panel · ends on .+ · last used /)

  const banned = await ask(first, `/api/bans/${CAST.raider}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'aimbot' }),
  })
  expect(banned).toMatchObject({ status: 201, body: { addedBy: 'token:panel' } })
  expect(await user.type('/banlist list').until('aimbot')).toContain('added by 🔑 panel')
  expect(await user.type('/log').until('aimbot')).toContain('🔑 panel banned')

  await first.close()
  const second = await serviceForTest({ ...shared, ROLE: 'http' }, steam)
  expect(await askOn(second)).toMatchObject({ status: 200 })

  await user.type('/token revoke name:panel').until('is revoked')
  const revokedAt = performance.now()
  expect(await askOn(bot)).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  await expect.poll(async () => (await askOn(second)).status, { ...PATIENCE, interval: 100 }).toBe(401)
  expect(performance.now() - revokedAt).toBeLessThan(6_500)
  expect(told()).toHaveLength(1)
  for (const service of [bot, first, second]) expect(JSON.stringify(service.log)).not.toContain(token.slice(4))
}, 60_000)
