import { pino } from 'pino'
import { expect, onTestFinished } from 'vitest'
import { startSteam } from '../../sim/steam/server.ts'
import type { SimSteam } from '../../sim/steam/server.ts'
import { startApp } from '../../src/app.ts'
import { loadSettings } from '../../src/config.ts'

/** One line of the log. */
export type LogLine = Record<string, unknown> & { level: number; msg: string }

/** The whole service on a free port, against a simulated Steam of its own or the one given. */
export interface Service {
  url: string
  port: number
  sim: SimSteam
  log: LogLine[]
  /** Why it said that it cannot go on. */
  fatal: string[]
  /** The line a request has left in the log, once it is there. */
  lineOf: (requestId: unknown) => Promise<LogLine>
  /** Stops the service; a Steam that was given stays. */
  close: () => Promise<void>
}

/** Starts the service with the given settings beside what every test needs. */
export async function startService(settings: Record<string, string> = {}, givenSteam?: SimSteam): Promise<Service> {
  const sim = givenSteam ?? (await startSteam())
  const log: LogLine[] = []
  const fatal: string[] = []
  const app = await startApp(
    loadSettings({
      STEAM_API_KEY: sim.key,
      STEAM_API_URL: sim.apiUrl,
      STEAM_COMMUNITY_URL: sim.communityUrl,
      STEAM_RETRIES: '0',
      STEAM_HEDGE_PERCENT: '0',
      INVENTORY_SPACING_MS: '0',
      INVENTORY_PAUSE_SECONDS: '0',
      STEAM_KEY_PAUSE_SECONDS: '0',
      IMAGE_CDN_URL: sim.cdnUrl,
      HTTP_PORT: '0',
      STORE_URL: 'memory://',
      RATE_LIMIT_PER_MINUTE: '0',
      HTTP_MAX_CONNECTIONS_PER_ADDRESS: '0',
      HTTP_MAX_SCANS_PER_ADDRESS: '0',
      LOAD_SHEDDING_EVENT_LOOP_MS: '0',
      LOAD_SHEDDING_MEMORY_MB: '0',
      ...settings,
    }),
    pino({ level: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line) as LogLine) }),
    (message) => fatal.push(message),
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
      if (!givenSteam) await sim.close()
    },
  }
}

/** A service for one test, stopped when the test is over. */
export async function serviceForTest(settings: Record<string, string> = {}, givenSteam?: SimSteam): Promise<Service> {
  const service = await startService(settings, givenSteam)
  onTestFinished(() => service.close())
  return service
}
