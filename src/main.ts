import { letYoungGenerationGrow } from './young-generation.ts'
import closeWithGrace from 'close-with-grace'
import { config } from 'dotenv'
import { pino } from 'pino'
import { startApp } from './app.ts'
import { loadSettings, unknownSettings, withoutSecrets } from './config.ts'
import type { Settings } from './config.ts'
import { CRASH_SIGNALS } from './lib/crash-signals.ts'
import { explainStartFailure } from './start-failure.ts'
import { VERSION } from './version.ts'

const STOP_WITHIN_MS = 12_000
/** Lines that wait for a slow or full standard output, above which they are dropped. */
const UNWRITTEN_BYTES = 4 * 1024 * 1024
const OLDEST_MAINTAINED_NODE = 22

/** Ends the process with one message for the person who started it. */
function giveUp(message: string, headline = 'Rapsheet cannot start.'): never {
  process.stderr.write(`${headline}\n${message}\n`)
  process.exit(1)
}

const { parsed: inFile = {} } = config({ quiet: true })
let settings: Settings
try {
  settings = loadSettings(process.env)
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error))
}

const secrets = [settings.STEAM_API_KEY, settings.DISCORD_TOKEN].filter((secret) => secret !== undefined)
/** Nobody knows what an unexpected error quotes. */
const withoutTheSecrets = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)

/** Standard output; where it cannot be written, lines are lost and nothing else. */
function openOutput() {
  const output = pino.destination({ sync: false, maxLength: UNWRITTEN_BYTES })
  let isBroken = false
  output.on('error', () => (isBroken = true))
  output.on('write', () => (isBroken = false))
  // What pino does at the exit would be tried for ever on a full disk.
  const flush = output.flushSync.bind(output)
  output.flushSync = () => {
    if (!isBroken) flush()
  }
  return output
}

const log = pino(
  { level: settings.LOG_LEVEL, hooks: { streamWrite: withoutTheSecrets } },
  // Loaded for people alone, who have the memory.
  process.stdout.isTTY ? (await import('pino-pretty')).default({ sync: true, singleLine: true }) : openOutput(),
)
log.debug({ settings: withoutSecrets(settings) }, 'settings')
log.info(
  `starting Rapsheet ${VERSION} on Node ${process.versions.node}; Steam key ${settings.STEAM_API_KEY ? 'set' : 'not set'}, Discord ${settings.DISCORD_TOKEN ? 'on' : 'off'}, store ${settings.STORE_URL}`,
)
for (const warning of unknownSettings(Object.keys(inFile))) log.warn(warning)
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

/** Why the process ends, where nobody asked it to. */
let failure: string | undefined
let isStopping = false

/** Ends a process that has started, as the reason will not pass. */
function goDown(message: string): void {
  const isFirst = failure === undefined
  failure ??= message
  if (isFirst && !isStopping) grace.close()
}

const app = await startApp(settings, log, goDown).catch((error: unknown) =>
  giveUp(explainStartFailure(error, settings)),
)
letYoungGenerationGrow()
log.info(`listening on ${app.url}; ${app.url}/docs describes it`)

const grace = closeWithGrace(
  {
    delay: STOP_WITHIN_MS,
    logger: false,
    // A second error would end the process in the middle of the answers that are still running.
    skip: [...CRASH_SIGNALS, 'uncaughtException', 'unhandledRejection'],
    onTimeout: () => log.fatal(`not everything has ended within ${STOP_WITHIN_MS / 1000} s`),
  },
  async ({ signal }) => {
    isStopping = true
    log.info({ signal }, 'stopping')
    try {
      await app.close()
      log.info('stopped')
    } catch (error) {
      log.error({ err: error }, 'not everything could be stopped')
      failure ??= error instanceof Error ? error.message : String(error)
      // Node waits at its end for the thread of a disk that does not answer, for ever.
      process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
    }
    if (failure !== undefined) giveUp(failure, 'Rapsheet cannot go on.')
  },
)

/** What nobody handled: answers that are running may end, but nobody knows what else is amiss. */
function onUnexpected(thrown: unknown): void {
  const error = thrown instanceof Error ? thrown : new Error(`not an error: ${String(thrown)}`)
  log.fatal({ err: error }, 'an unexpected error, which is a bug')
  goDown(
    `An unexpected error, which is a bug: ${withoutTheSecrets(error.message)}\nThe log has more; please report it.`,
  )
}
process.on('uncaughtException', onUnexpected)
process.on('unhandledRejection', onUnexpected)
