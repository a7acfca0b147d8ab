import closeWithGrace from 'close-with-grace'
import { config } from 'dotenv'
import { pino } from 'pino'
import pretty from 'pino-pretty'
import { startApp } from './app.ts'
import { loadSettings } from './config.ts'
import type { Settings } from './config.ts'
import { explainStartFailure } from './start-failure.ts'

const STOP_WITHIN_MS = 12_000
const OLDEST_MAINTAINED_NODE = 22

/** Ends the process with one message for the person who started it. */
function giveUp(message: string): never {
  process.stderr.write(`Rapsheet cannot start.\n${message}\n`)
  process.exit(1)
}

config({ quiet: true })
let settings: Settings
try {
  settings = loadSettings(process.env)
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}

const log = pino(
  { level: settings.LOG_LEVEL },
  process.stdout.isTTY ? pretty({ sync: true }) : pino.destination({ sync: false }),
)
log.info({ settings: { ...settings, STEAM_API_KEY: settings.STEAM_API_KEY ? 'set' : 'not set' } }, 'starting')
if (Number.parseInt(process.versions.node, 10) < OLDEST_MAINTAINED_NODE) {
  log.warn(`Node ${process.versions.node} is past its end of life; it still works, but choose Node 24 or 26.`)
}
if (!settings.STEAM_API_KEY) {
  log.warn(
    'STEAM_API_KEY is not set: only inventories and images work. Get a key at https://steamcommunity.com/dev/apikey and put it into .env.',
  )
}

const app = await startApp(settings, log).catch((error: unknown) => giveUp(explainStartFailure(error, settings)))
log.info(`listening on ${app.url}; ${app.url}/docs describes it`)

closeWithGrace({ delay: STOP_WITHIN_MS, logger: false }, async ({ err, signal }) => {
  if (err) log.fatal({ err }, 'stopping after an unexpected error')
  else log.info({ signal }, 'stopping')
  await app.close()
  log.info('stopped')
})
