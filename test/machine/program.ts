import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startSteam, type SimSteam } from '../../packages/sim-steam/src/server.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import { folderForTest } from '../support/folder.ts'
import { buildProgram, runMain, type ProcessOptions, type MainProcess } from '../support/main-process.ts'

/** The key of the simulated Steam, which must not appear in any output. */
export const KEY = 'DONOTTELL0123456789'

interface Machine {
  steam: SimSteam
  /** Accounts with a profile and a ban record. */
  ids: string[]
  /** The folder of the running test, which every user may enter. */
  folder: () => string
  /** The path of the store file. */
  store: () => string
  run: (settings?: Record<string, string>, options?: ProcessOptions) => MainProcess
}

/** The compiled program and a simulated Steam for all tests of a file; each test has a folder of its own. */
export async function useMachine(world?: World): Promise<Machine> {
  const steam = await startSteam({ key: KEY, ...(world ? { world } : {}) })
  let built: Awaited<ReturnType<typeof buildProgram>>
  let folder = ''
  beforeAll(async () => {
    built = await buildProgram('demo/tuned-main.ts')
    chmodSync(dirname(dirname(built.entry)), 0o755)
  }, 60_000)
  beforeEach(() => {
    folder = folderForTest()
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'data'))
  })
  afterEach(() => steam.dial.reset())
  afterAll(async () => {
    built.remove()
    await steam.close()
  })
  const store = () => join(folder, 'data/store.sqlite')
  const isWhole = (id: string) => {
    const { profile, bans } = steam.world.account(id) ?? {}
    return profile && bans && bans !== 'nullEntry'
  }
  return {
    steam,
    ids: steam.world.ids.slice(0, 500).filter(isWhole),
    folder: () => folder,
    store,
    run: (settings = {}, options = {}) =>
      runMain(
        built.entry,
        folder,
        {
          STEAM_API_KEY: KEY,
          STEAM_API_URL: steam.apiUrl,
          STEAM_COMMUNITY_URL: steam.communityUrl,
          INVENTORY_SPACING_MS: '0',
          RAPSHEET_OVERRIDES: JSON.stringify({ retries: 0 }),
          RATE_LIMIT_PER_MINUTE: '0',
          HTTP_PORT: '0',
          STORE_URL: `sqlite://${store()}`,
          ...settings,
        },
        options,
      ),
  }
}

/** Runs a shell command. */
export const shell = (command: string) => execFileSync('/bin/sh', ['-c', command])

/** The log lines of level warn and above. */
export const warnings = (program: MainProcess) => program.log().filter(({ level }) => level >= 40)
