import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startDiscord } from '../../packages/sim-discord/src/index.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { runCommand } from '../../src/app/cli/run-command.ts'
import { openDatabase } from '../../src/app/database.ts'
import { ask } from '../support/ask.ts'
import type { MainProcess } from '../support/main-process.ts'
import { useMachine, warnings } from './program.ts'

/** Gives a process the name of the host and the id that it would have in a container. */
const IN_CONTAINER = `data:text/javascript,${encodeURIComponent(`
  import { syncBuiltinESMExports } from 'node:module'
  import os from 'node:os'
  os.hostname = () => 'rapsheet'
  syncBuiltinESMExports()
  Object.defineProperty(process, 'pid', { value: 1 })
`)}`

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
  // Like processes in two containers of one image.
  const start = (store: string, settings: Record<string, string> = {}) =>
    run(
      {
        DISCORD_TOKEN: discord.token,
        DISCORD_API_URL: discord.apiUrl,
        DATABASE_URL: url,
        STORE_URL: `sqlite://${join(folder(), 'data', store)}`,
        WATCH_INTERVAL_SECONDS: '2',
        STEAM_CALLS_PER_DAY: '0',
        ...settings,
      },
      { preload: IN_CONTAINER },
    )
  return { url, discord, start, posted: () => discord.channel().map((message) => message.text()) }
}

const sweepsOf = (program: MainProcess) => program.log().filter(({ msg }) => msg === 'sweep')

const runsTheBot = (program: MainProcess) => program.log().some(({ msg }) => msg === 'this process runs the bot')
const sinceStart = async (program: MainProcess) => {
  await program.url()
  const startedAt = performance.now()
  await vi.waitUntil(() => runsTheBot(program), PATIENCE)
  return performance.now() - startedAt
}

test('beside a process with the bot, another one ends and names it; after a kill the next one goes on by itself, and tells each ban once', async () => {
  const { start, posted, url } = await openWatchLists()
  const first = start('first.sqlite')
  await vi.waitUntil(() => sweepsOf(first).length >= 1, PATIENCE)
  const second = start('second.sqlite')
  expect(await second.exit).toEqual({ code: 1, signal: null })
  expect([runsTheBot(second), sweepsOf(second)]).toEqual([false, []])
  expect(second.output().stderr).toMatch(
    /^Rapsheet cannot go on\.\nAnother process runs the bot on DATABASE_URL sqlite:\/\/\S+: process 1 on host rapsheet, since 20\S+Z\. /,
  )

  const withoutBot = run({ DATABASE_URL: url })
  await withoutBot.url()
  const settings = { DATABASE_URL: url, STORE_URL: 'memory://' }
  const said: string[] = []
  const output = { write: (text: string) => said.push(text) }
  for (const command of [['backup', join(folder(), 'backup.sqlite')], ['forget', ids[9] ?? ''], ['migrate']])
    expect(await runCommand(command, settings, output, output, folder())).toBe(0)
  expect(await runCommand(['restore', join(folder(), 'backup.sqlite')], settings, output, output, folder())).toBe(1)
  expect(said.at(-1)).toContain('is used by another process. Stop the service first.')

  steam.dial.set('bans', { latencyMs: 50 })
  const banned = ids.slice(0, 3)
  for (const steamId of banned) world.ban(steamId, 'game')
  steam.calls.reset()
  // In the middle of a sweep.
  await vi.waitUntil(() => steam.calls.count('bans') >= 2, PATIENCE)
  first.kill('SIGKILL')
  await first.exit
  const next = start('first.sqlite')
  expect(await sinceStart(next)).toBeLessThan(15_000)
  await vi.waitUntil(() => sweepsOf(next).length >= 2, PATIENCE)
  await vi.waitUntil(() => posted().length >= 3, PATIENCE)
  for (const steamId of banned) expect(posted().filter((text) => text.includes(steamId))).toHaveLength(1)
  expect(posted()).toHaveLength(3)
  next.kill('SIGTERM')
  expect((await next.exit).code).toBe(0)
  const last = start('first.sqlite')
  expect(await sinceStart(last)).toBeLessThan(5_000)
}, 120_000)

test('a process that was frozen until another one runs the bot ends when it wakes up', async () => {
  const { start } = await openWatchLists()
  const frozen = start('first.sqlite')
  await vi.waitUntil(() => sweepsOf(frozen).length >= 1, PATIENCE)
  frozen.kill('SIGSTOP')
  const second = start('second.sqlite')
  // The second process waits until it may take the place of the first: 22 s on a quiet machine.
  await vi.waitUntil(() => runsTheBot(second), { timeout: 60_000, interval: 20 })
  frozen.kill('SIGCONT')
  await vi.waitUntil(
    () => frozen.log().some(({ msg }) => msg === 'another process runs the bot: this one stands by'),
    PATIENCE,
  )
  expect(await frozen.exit).toEqual({ code: 1, signal: null })
  expect(second.output().stderr).toBe('')
}, 120_000)

test('a database whose file is deleted while the service runs is noticed within 10 s, and nothing is called stored; the next start says that it is new', async () => {
  const { start, discord, url } = await openWatchLists()
  const settings = { WATCH_INTERVAL_SECONDS: '86400' }
  const program = start('first.sqlite', settings)
  const origin = await program.url()
  await vi.waitUntil(() => runsTheBot(program), PATIENCE)
  const opened = program.log().find(({ msg }) => msg === 'database opened')
  expect(opened).toMatchObject({ servers: 1, entries: ids.length, policies: 0 })
  await discord.gateway.untilReady()
  await ask({ url: origin }, `/api/lookup?id=${ids[0]}`)
  expect(await ask({ url: origin }, '/readyz')).toMatchObject({ status: 200, body: { database: 'open' } })

  const deletedAt = performance.now()
  rmSync(url.slice('sqlite://'.length))
  await expect
    .poll(() => ask({ url: origin }, '/readyz'), PATIENCE)
    .toMatchObject({ status: 503, body: { database: 'lost' } })
  expect(performance.now() - deletedAt).toBeLessThan(10_000)
  await expect
    .poll(() => warnings(program), PATIENCE)
    .toContainEqual(
      expect.objectContaining({ problem: 'lost', msg: expect.stringContaining('the database cannot be written') }),
    )
  const { body: state } = await ask({ url: origin }, '/status/state')
  expect(state).toMatchObject({ process: { database: { state: 'lost' } } })
  const added = discord.user().type(`/watch add account:${ids[1]} reason:alt`)
  expect(await added.until('not available')).toContain('Nothing was saved or changed')

  program.kill('SIGTERM')
  await program.exit
  const next = start('first.sqlite', settings)
  await next.url()
  expect(next.log().map(({ msg }) => msg)).toContain(
    'a new database was created: there are no watch lists and no policies yet',
  )
}, 60_000)
