import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDiscord } from '../../sim/discord/index.ts'
import { createWorld } from '../../sim/steam/world.ts'
import { openDatabase } from '../../src/database/open-database.ts'
import type { MainProcess } from '../support/main-process.ts'
import { useMachine } from './program.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
const world = createWorld({ accounts: 800 })
const { steam, ids, run, folder } = await useMachine(world)

/** A Discord with a channel for alerts of some watched accounts, and how to start a process for them. */
async function openWatchLists() {
  const discord = await startDiscord()
  onTestFinished(async () => {
    expect(discord.violations()).toEqual([])
    await discord.close()
  })
  const url = `sqlite://${join(folder(), 'data/community.sqlite')}`
  const guild = discord.guild()
  const database = await openDatabase(url)
  await database.transaction(async ({ guilds, accounts, watches }) => {
    await guilds.touch(guild.id, 'en-GB', 1)
    await guilds.setAlertChannel(guild.id, { channelId: guild.channelId, roleId: null })
    await accounts.ensure(ids)
    const entry = { guildId: guild.id, addedBy: '1', addedAt: 1, reason: 'ban evasion', until: null, baselineAt: null }
    await watches.add(ids.map((steamId) => ({ ...entry, steamId })))
  })
  await database.close()
  const start = (store: string) =>
    run({
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      DATABASE_URL: url,
      STORE_URL: `sqlite://${join(folder(), 'data', store)}`,
      WATCH_INTERVAL_SECONDS: '2',
      STEAM_CALLS_PER_DAY: '0',
    })
  return { start, posted: () => discord.channel().map((message) => message.text()) }
}

const sweepsOf = (program: MainProcess) => program.log().filter(({ msg }) => msg === 'sweep')

test('of two processes one sweeps; when it is killed, the other one goes on at once, and tells each ban once', async () => {
  const { start, posted } = await openWatchLists()
  const first = start('first.sqlite')
  await vi.waitUntil(() => sweepsOf(first).length >= 1, PATIENCE)
  const second = start('second.sqlite')
  await second.url()
  await vi.waitUntil(() => sweepsOf(first).length >= 3, PATIENCE)
  expect(sweepsOf(second)).toEqual([])

  steam.dial.set('bans', { latencyMs: 50 })
  const banned = ids.slice(0, 3)
  for (const steamId of banned) world.ban(steamId, 'game')
  steam.calls.reset()
  // In the middle of a sweep.
  await vi.waitUntil(() => steam.calls.count('bans') >= 2, PATIENCE)
  first.kill('SIGKILL')
  await first.exit
  await vi.waitUntil(() => sweepsOf(second).length >= 2, PATIENCE)
  await vi.waitUntil(() => posted().length >= 3, PATIENCE)
  for (const steamId of banned) expect(posted().filter((text) => text.includes(steamId))).toHaveLength(1)
  expect(posted()).toHaveLength(3)
  const takeover = second.log().find(({ msg }) => msg === 'this process sweeps the watch lists')
  expect(takeover).toBeDefined()
  second.kill('SIGTERM')
  expect((await second.exit).code).toBe(0)
}, 90_000)
