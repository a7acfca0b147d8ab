import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SimDiscord, startDiscord } from '../../packages/sim-discord/src/index.ts'
import { startNetwork, type Network } from '../../demo/postgres/network.ts'
import { startPostgres, type PostgresServer } from '../../demo/postgres/start-postgres.ts'
import type { Build } from './build-commit.ts'
import { startChild, type Child } from './child.ts'
import { startPlatform, STEAM_KEY, type Platform } from './platform.ts'
import type { Overrides } from '../../src/app/open-steam.ts'

const START_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 5

/** A server in its own process. */
export interface Server extends Child {
  url: string
}

/** The environment of one topic; closing it stops its processes and removes its files. */
export interface Testbed {
  /** Creates an empty folder. */
  folder(): Promise<string>
  platform(latencyMs: number, accounts?: number, seed?: number): Promise<Platform>
  /** Starts a Postgres server. */
  postgres(): Promise<PostgresServer>
  /** Starts a network to a port of this machine. */
  network(port: number): Promise<Network>
  /** Starts a simulated Discord in this process. */
  discord(guilds: number): Promise<SimDiscord>
  /**
   * Starts the service as `npm start` does, with an empty store and default settings except the given ones. Overrides
   * replace constants.
   */
  rapsheet(platform: Pick<Platform, 'url'>, settings?: Record<string, string>, overrides?: Overrides): Promise<Server>
  /** Starts the service of another build in the same way. */
  rapsheetOf(build: Build, platform: Pick<Platform, 'url'>, settings?: Record<string, string>): Promise<Server>
  /** Starts a script that listens on `HTTP_PORT`, and waits until it answers. */
  server(script: string, env: Record<string, string>): Promise<Server>
  child(script: string, env?: Record<string, string>): Promise<Child>
  close(): Promise<void>
}

/** Creates a testbed without processes. */
export function createTestbed(): Testbed {
  const ends: (() => Promise<void>)[] = []

  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'rapsheet-bench-'))
    ends.push(() => rm(path, { recursive: true, force: true }))
    return path
  }
  const child = async (script: string, env: Record<string, string> = {}) => {
    // An empty folder, so that no .env is read.
    const started = startChild(script, env, await folder())
    ends.push(() => started.stop())
    return started
  }
  const server = async (script: string, env: Record<string, string>) => {
    const port = await freePort()
    const started = await child(script, { ...env, HTTP_PORT: String(port) })
    const url = `http://127.0.0.1:${port}`
    await untilAnswering(url)
    return { ...started, url }
  }

  return {
    folder,
    async platform(latencyMs, accounts, seed) {
      const started = await startPlatform(latencyMs, accounts, seed)
      ends.push(() => started.stop())
      return started
    },
    async postgres() {
      const started = await startPostgres()
      ends.push(() => started.stop())
      return started
    },
    async network(port) {
      const started = await startNetwork(port)
      ends.push(() => started.close())
      return started
    },
    async discord(guilds) {
      const started = await startDiscord({ guilds })
      ends.push(() => started.close())
      return started
    },
    rapsheet: (platform, settings = {}, overrides) =>
      server(overrides ? 'demo/tuned-main.ts' : 'src/main.ts', {
        ...settingsFor(platform),
        ...(overrides ? { RAPSHEET_OVERRIDES: JSON.stringify(overrides) } : {}),
        ...settings,
      }),
    rapsheetOf: ({ folder }, platform, settings = {}) =>
      server(join(folder, 'dist/src/main.js'), { ...settingsFor(platform), ...settings }),
    server,
    child,
    async close() {
      for (const end of ends.toReversed()) await end()
    },
  }
}

function settingsFor({ url }: Pick<Platform, 'url'>): Record<string, string> {
  return {
    STEAM_API_KEY: STEAM_KEY,
    STEAM_API_URL: url,
    STEAM_COMMUNITY_URL: url,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    // All clients of a benchmark come from one address.
    HTTP_MAX_CONNECTIONS_PER_ADDRESS: '0',
    HTTP_MAX_SCANS_PER_ADDRESS: '0',
  }
}

async function untilAnswering(url: string): Promise<void> {
  const giveUpAt = performance.now() + START_WITHIN_MS
  while (performance.now() < giveUpAt) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error(`${url} did not answer within ${START_WITHIN_MS} ms`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
