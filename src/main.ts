import { letNurseryGrow } from './nursery.ts'
import closeWithGrace from 'close-with-grace'
import { config } from 'dotenv'
import { pino } from 'pino'
import { startApp } from './app.ts'
import { loadSettings, withoutSecrets } from './config.ts'
import type { Settings } from './config.ts'
import { CRASH_SIGNALS } from './lib/crash-signals.ts'
import { explainStartFailure } from './start-failure.ts'

const STOP_WITHIN_MS = 12_000
const OLDEST_MAINTAINED_NODE = 22

/** Ends the process with one message for the person who started it. */
function giveUp(message: string, headline = 'Rapsheet cannot start.'): never {
  process.stderr.write(`${headline}\n${message}\n`)
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
  // Loaded for people alone, who have the memory.
  process.stdout.isTTY ? (await import('pino-pretty')).default({ sync: true }) : pino.destination({ sync: false }),
)
log.info({ settings: withoutSecrets(settings) }, 'starting')
if (Number.parseInt(process.versions.node, 10) < OLDEST_MAINTAINED_NODE) {
  log.warn(`Node ${process.versions.node} is past its end of life; it still works, but choose Node 24 or 26.`)
}
if (!settings.STEAM_API_KEY) {
  log.warn(
    'STEAM_API_KEY is not set: only inventories and images work. Get a key at https://steamcommunity.com/dev/apikey and put it into .env.',
  )
}
if (!settings.DISCORD_TOKEN) {
  log.info(
    'DISCORD_TOKEN is not set: HTTP only. For the Discord bot make one at https://discord.com/developers/applications and put its token into .env.',
  )
}

/** Ends a process that has started, as the reason will not pass. */
const goDown = (message: string) => void app.close().finally(() => giveUp(message, 'Rapsheet cannot go on.'))

const app = await startApp(settings, log, goDown).catch((error: unknown) =>
  giveUp(explainStartFailure(error, settings)),
)
letNurseryGrow()
log.info(`listening on ${app.url}; ${app.url}/docs describes it`)

closeWithGrace({ delay: STOP_WITHIN_MS, logger: false, skip: [...CRASH_SIGNALS] }, async ({ err, signal }) => {
  if (err) log.fatal({ err }, 'stopping after an unexpected error')
  else log.info({ signal }, 'stopping')
  await app.close()
  log.info('stopped')
})
