import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startDiscord } from '../../../packages/sim-discord/src/index.ts'
import { startSteam } from '../../../packages/sim-steam/src/server.ts'
import { connectSqlite } from '../../../src/lib/plain-sqlite.ts'
import type { SteamId } from '../../../src/model/steam-id.ts'
import { addWatch } from '../../../src/watch/entries.ts'
import { ask } from '../../support/ask.ts'
import { anyCall } from '../../support/callers.ts'
import { databaseForTest } from '../../support/database.ts'
import { scan } from '../../support/events.ts'
import { fakeWatchContext } from '../../support/fake-watch-context.ts'
import { folderForTest } from '../../support/folder.ts'
import { runMain, useProgram } from '../../support/main-process.ts'
import { MODERATOR, OTHER_SERVER, storedOf } from '../../support/watch-tests.ts'

const KEY = 'SIMULATED0123456789'

const alice = '76561197960287930'
const bob = '76561197960287931'

const built = await useProgram('src/main.ts', 'src/cli.ts')
const steam = await startSteam({ key: KEY })
// Each is in the cached friend list of the other.
steam.world.add({ steamId: alice, friends: [{ steamId: bob, since: 0 }] })
steam.world.add({ steamId: bob, friends: [{ steamId: alice, since: 0 }] })
const discord = await startDiscord()
afterAll(() => Promise.all([steam.close(), discord.close()]))
let folder = ''
beforeEach(() => {
  folder = folderForTest()
})

const settings = () => ({
  STEAM_API_KEY: KEY,
  STEAM_API_URL: steam.apiUrl,
  STEAM_COMMUNITY_URL: steam.communityUrl,
  DISCORD_TOKEN: discord.token,
  DISCORD_API_URL: discord.apiUrl,
  DATABASE_URL: `sqlite://${join(folder, 'community.sqlite')}`,
  STORE_URL: `sqlite://${join(folder, 'rapsheet.sqlite')}`,
  WATCH_INTERVAL_SECONDS: '1',
  // Otherwise sweeps are made less often.
  STEAM_CALLS_PER_DAY: '0',
  RATE_LIMIT_PER_MINUTE: '0',
  HTTP_PORT: '0',
})

/** Runs `npm run forget -- <text>`. */
async function forget(...args: string[]) {
  const cli = runMain(built.entryOf('src/cli.ts'), folder, settings(), { args: ['forget', ...args] })
  const { code } = await cli.exit
  return { code, ...cli.output() }
}

/** The files that contain an id as text or as a number of 64 bits. */
function filesWith(steamId: SteamId): string[] {
  const [big, little] = [Buffer.alloc(8), Buffer.alloc(8)]
  big.writeBigUInt64BE(BigInt(steamId))
  little.writeBigUInt64LE(BigInt(steamId))
  return readdirSync(folder).filter((name) => {
    const content = readFileSync(join(folder, name))
    return [Buffer.from(steamId), big, little].some((bytes) => content.includes(bytes))
  })
}

/** The keys of the cache's file. */
async function cachedKeys(): Promise<unknown[]> {
  const connection = await connectSqlite(join(folder, 'rapsheet.sqlite'), 'readonly')
  try {
    return (await connection.query('SELECT key FROM keyv')).map(({ key }) => key)
  } finally {
    await connection.close()
  }
}

const lookUp = async (url: string, steamId: SteamId) =>
  expect(await ask({ url }, `/api/lookup?steamId=${steamId}`)).toMatchObject({ status: 200 })

/** Puts accounts on two lists. */
async function watch(steamIds: SteamId[]) {
  const database = await databaseForTest(join(folder, 'community.sqlite'))
  const context = fakeWatchContext(database)
  for (const actor of [MODERATOR, OTHER_SERVER]) {
    for (const steamId of steamIds) {
      const add = { ...actor, steamId, reason: `one of ${steamIds.join(' and ')}`, until: null }
      await addWatch(context, add, anyCall())
    }
  }
  return database
}

test('an account is erased while the service answers, sweeps and writes', { timeout: 60_000 }, async () => {
  const service = runMain(built.entry, folder, settings())
  const url = await service.url()
  const database = await watch([alice, bob])
  await Promise.all([
    lookUp(url, alice),
    lookUp(url, bob),
    scan({ url }, { steamId: alice }),
    scan({ url }, { steamId: bob }),
  ])
  // The service writes its cache some hundred milliseconds later: what is still in memory may be written after the erasure.
  await expect
    .poll(cachedKeys, { timeout: 10_000 })
    .toEqual(expect.arrayContaining([`friends:${alice}`, `friends:${bob}`]))
  expect(filesWith(alice).length).toBeGreaterThan(1)

  const { ids } = steam.world
  const erased = new AbortController()
  const load = (async () => {
    for (let n = 0; !erased.signal.aborted; n += 20)
      await Promise.all(
        ids.slice(n % 4_000, (n % 4_000) + 20).map((steamId) => ask({ url }, `/api/lookup?steamId=${steamId}`)),
      )
  })()
  const { code, stdout, stderr } = await forget(alice)
  erased.abort()
  await load
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`\n${alice} was erased from the database and the cache \\(\\d+ answers\\)\\.\n`))
  expect(stdout).toContain('backups, and alerts that were posted')
  expect(filesWith(alice)).toEqual([])
  const { list } = await storedOf(database, MODERATOR.guildId)
  expect(list.map(({ steamId, reason }) => [steamId, reason])).toEqual([[bob, `one of [erased] and ${bob}`]])

  // Neither its sweeps nor what it writes at the end bring the account back.
  const lastSweep = () => database.read(async ({ sweeps }) => (await sweeps.latest())?.id ?? 0)
  const sweepAtErasure = await lastSweep()
  await expect.poll(lastSweep, { timeout: 15_000 }).toBeGreaterThan(sweepAtErasure + 1)
  await database.close()
  service.kill('SIGTERM')
  expect(await service.exit).toEqual({ code: 0, signal: null })
  expect(filesWith(alice)).toEqual([])
  expect(filesWith(bob)).not.toEqual([])
})
