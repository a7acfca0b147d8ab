import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, inject, onTestFinished } from 'vitest'
import { startSteam, type SimSteam } from '../../packages/sim-steam/src/server.ts'
import { startApp } from '../../src/app/app.ts'
import { loadSettings, type Settings } from '../../src/app/settings/read-settings.ts'
import type { Overrides } from '../../src/app/open-steam.ts'
import { captureLog, type LogLine } from './log.ts'
import { createSqlite } from './sqlite-template.ts'

/** The complete service on a free port, with a simulated Steam. */
export interface Service {
  url: string
  port: number
  sim: SimSteam
  log: LogLine[]
  /** The messages with which it gave up. */
  fatal: string[]
  /** The log line of a request, once it is written. */
  lineOf: (requestId: unknown) => Promise<LogLine>
  /** Stops the service, and Steam unless it was given. */
  close: () => Promise<void>
}

/** Settings by their names in the environment, and overrides of constants. */
export interface TestSettings extends Overrides {
  [name: Uppercase<string>]: string
}

/** Starts the service, without limits and pauses by default; `fixed` replaces what the settings say. */
export async function startService(
  settings: TestSettings = {},
  givenSteam?: SimSteam,
  fixed: Partial<Settings> = {},
): Promise<Service> {
  // `readSettings` ignores overrides, and `startApp` ignores settings.
  const environment = Object.entries<unknown>({ ...settings }).map(([name, value]) => [name, String(value)] as const)
  const sim = givenSteam ?? (await startSteam())
  const { lines: log, logger } = captureLog()
  const fatal: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'rapsheet-'))
  const databasePath = join(folder, 'community.sqlite')
  if (settings['DATABASE_URL'] === undefined) await createSqlite(databasePath)
  const app = await startApp(
    {
      ...loadSettings(
        {
          STEAM_API_KEY: sim.key,
          STEAM_API_URL: sim.apiUrl,
          STEAM_COMMUNITY_URL: sim.communityUrl,
          INVENTORY_SPACING_MS: '0',
          HTTP_PORT: '0',
          STORE_URL: 'memory://',
          DATABASE_URL: `sqlite://${databasePath}`,
          RATE_LIMIT_PER_MINUTE: '0',
          HTTP_MAX_CONNECTIONS_PER_ADDRESS: '0',
          HTTP_MAX_SCANS_PER_ADDRESS: '0',
          ...Object.fromEntries(environment),
        },
        { eventLoopMs: 0, memoryBytes: 0, ...settings },
      ),
      ...fixed,
    },
    logger,
    (message) => fatal.push(message),
    {
      retries: 0,
      inventoryPauseMs: 0,
      keyPauseMs: 0,
      // After the test, whose calls are counted.
      keyCheckDelayMs: 3_600_000,
      imageCdnUrl: sim.cdnUrl,
      pageFolder: inject('pageFolder'),
      ...settings,
    },
  )
  const find = (requestId: unknown) => log.find((line) => line.msg === 'request' && line['requestId'] === requestId)
  return {
    url: app.url,
    port: Number(new URL(app.url).port),
    sim,
    log,
    fatal,
    async lineOf(requestId) {
      await expect.poll(() => find(requestId), { message: `a log line of ${String(requestId)}` }).toBeDefined()
      return find(requestId) as LogLine
    },
    async close() {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
      if (!givenSteam) await sim.close()
    },
  }
}

/** A service for the tests of a file; the faults of its Steam are reset after each test. */
export async function useService(settings: TestSettings = {}, givenSteam?: SimSteam): Promise<Service> {
  const service = await startService(settings, givenSteam)
  afterEach(() => service.sim.dial.reset())
  afterAll(() => service.close())
  return service
}

/** A service for one test, stopped after it. */
export async function serviceForTest(
  settings: TestSettings = {},
  givenSteam?: SimSteam,
  fixed: Partial<Settings> = {},
): Promise<Service> {
  const service = await startService(settings, givenSteam, fixed)
  onTestFinished(() => service.close())
  return service
}
