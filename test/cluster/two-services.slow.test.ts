import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { DEFAULT_PERMISSIONS, PERMISSION, startDiscord } from '../../packages/sim-discord/src/index.ts'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { startSteam } from '../../packages/sim-steam/src/server.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { ask } from '../support/ask.ts'
import { postgresForTest } from '../support/postgres.ts'
import { startService, type Service, type TestSettings } from '../support/service.ts'

/** A database and a Steam, and what starts services that share them, with a cache each. */
async function openBed(settings: TestSettings = {}) {
  const DATABASE_URL = await postgresForTest()
  const sim = await startSteam()
  onTestFinished(() => sim.close())
  const start = async (own: TestSettings = {}) => {
    const service = await startService({ DATABASE_URL, DRAIN_SECONDS: '0', ...settings, ...own }, sim)
    onTestFinished(service.close)
    return service
  }
  return { sim, start }
}

const failureSchema = z.object({ code: z.string().optional() })

const codeOf = async (service: Service, path: string) => failureSchema.parse((await ask(service, path)).body).code
const LOOKUP = `/api/lookup?steamId=${CAST.raider}`
const INVENTORY = `/api/inventory?steamId=${CAST.raider}`

test('a key that Steam refuses is not sent by a service that starts later', async () => {
  const { sim, start } = await openBed({ STEAM_API_KEY: 'WRONGKEY00000000', keyPauseMs: 60_000 })
  expect(await codeOf(await start(), LOOKUP)).toBe('key_refused')
  const before = sim.calls.total()
  const later = await start()
  expect((await ask(later, '/readyz')).body).toMatchObject({ platform: 'key_refused' })
  expect(await codeOf(later, LOOKUP)).toBe('key_refused')
  expect(sim.calls.total()).toBe(before)
})

test('a block that one service meets keeps another from calling', async () => {
  const { sim, start } = await openBed()
  sim.edge.block('api')
  expect(await codeOf(await start(), LOOKUP)).toBe('platform_blocked')
  const before = sim.calls.total()
  const later = await start()
  expect((await ask(later, '/readyz')).body).toMatchObject({ blocked: ['api'] })
  expect(await codeOf(later, LOOKUP)).toBe('platform_blocked')
  expect(sim.calls.total()).toBe(before)
})

test('a 429 of an inventory pauses the inventories of all services', async () => {
  const limits = { INVENTORY_BURST: '10', INVENTORY_SPACING_MS: '10', inventoryPauseMs: 60_000 }
  const { sim, start } = await openBed(limits)
  const [a, b] = await Promise.all([start(), start()])
  sim.dial.set('inventory', { next: ['429'] })
  await ask(a, INVENTORY)
  const others = sim.world.ids.values()
  await expect.poll(() => codeOf(b, `/api/inventory?steamId=${others.next().value}`)).toBe('overloaded')
})

test('a ban that a look-up of a process without the bot finds is posted long before the next sweep, once', async () => {
  const { sim, start } = await openBed({ CACHE_ACCOUNT_SECONDS: '0', WATCH_INTERVAL_SECONDS: '3600' })
  const discord = await startDiscord()
  onTestFinished(() => discord.close())
  const bot = await start({ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, ROLE: 'bot' })
  await expect.poll(() => discord.commands.list().length, { timeout: 10_000 }).toBeGreaterThan(0)
  const channelId = discord.guild(discord.guildIds[0] ?? '').createChannel({ name: 'alerts' })
  const user = discord.user({ permissions: DEFAULT_PERMISSIONS | PERMISSION.manageGuild })
  await user.type(`/watch channel channel:${channelId}`).until('Alerts go to')
  await user.type(`/watch add ${CAST.clean} reason:on the run`).until('on the watch list')
  // The next one is due in an hour.
  const firstSweep = expect.objectContaining({ msg: 'sweep', accounts: 1 })
  await expect.poll(() => bot.log, { timeout: 10_000 }).toContainEqual(firstSweep)
  const replicas = await Promise.all([start({ ROLE: 'http' }), start({ ROLE: 'http' })])
  const posts = () => discord.channel(channelId).filter((message) => message.text().includes(CAST.clean))
  // A record of the same second as the last check may be the older one, and is left to the next sweep.
  await systemClock.sleep(1_100, new AbortController().signal)
  sim.world.ban(CAST.clean, 'vac')
  await Promise.all(replicas.map((replica) => ask(replica, `/api/lookup?steamId=${CAST.clean}`)))
  await expect.poll(posts, { timeout: 10_000 }).toHaveLength(1)
}, 40_000)
