import { letYoungGenerationGrow } from '../lib/optimizations/young-generation.ts'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { startApp, type App } from './app.ts'
import { openLog } from './create-log.ts'
import { addMissing, readEnvFile, warnOfNames, type EnvFile } from './settings/read-env-file.ts'
import {
  createSecretFilter,
  readSettings,
  toSections,
  withoutSecrets,
  type Settings,
} from './settings/read-settings.ts'
import { onAbort } from '../lib/abort.ts'
import { CRASH_SIGNALS } from '../lib/crash-signals.ts'
import { withoutCredentials } from '../lib/postgres-url.ts'
import { messageOf } from '../lib/thrown.ts'
import type { Overrides } from './open-steam.ts'
import { explainStartFailure } from './start-failures.ts'
import { VERSION } from './version.ts'

/** Time limit of a stop, in addition to the time for which a stopping process still serves (`drainMs`). */
const STOP_WITHIN_MS = 12_000
const OLDEST_MAINTAINED_NODE = 22
/** Whether SIGHUP reloads the policy file. On Windows this signal means that the console closes, and the system then ends the process. */
const RELOADS_ON_HANGUP = process.platform !== 'win32'
const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const

interface ProgramOptions {
  environment: Record<string, string | undefined>
  /** What `.env` says; its unknown names are logged as warnings. */
  envFile?: EnvFile
  overrides?: Overrides
}

/** Runs the program with the settings of an environment, to which those of `.env` in the working folder are added. */
export async function startProgram(environment: ProgramOptions['environment'], overrides: Overrides): Promise<void> {
  const envFile = await readEnvFile(process.cwd()).catch((error: unknown) => giveUp(messageOf(error)))
  addMissing(environment, envFile.values)
  await runProgram({ environment, envFile, overrides })
}

export async function runProgram({ environment, envFile, overrides = {} }: ProgramOptions): Promise<void> {
  const values = readOrGiveUp(environment)
  const settings = toSections(values, overrides)
  const secrets = createSecretFilter(settings)
  const log = await openLog(settings.log, secrets.hide, environment['JOURNAL_STREAM'])
  log.debug({ settings: withoutSecrets(values) }, 'settings')
  logStart(settings, log)
  if (envFile) logEnvFile(envFile, log)
  for (const warning of warnOfNames(envFile ?? { values: {} }, environment)) log.warn(warning)

  const stopExiting = exitOnSignal(log)
  // Keeps a failure during the start until `closeOnSignalOrFailure` listens.
  const failure = new AbortController()
  const fail = (message: string) => failure.abort(message)
  const app = await startApp(settings, log, fail, overrides, secrets).catch((error: unknown) =>
    giveUp(explainStartFailure(error, settings)),
  )
  letYoungGenerationGrow()
  closeOnSignalOrFailure(app, STOP_WITHIN_MS + settings.drainMs, log, failure)
  // Called after the new listeners are set, because a signal that arrives while nothing listens is lost.
  stopExiting()
  const { reloadPolicyFile } = app
  if (reloadPolicyFile && RELOADS_ON_HANGUP) process.on('SIGHUP', () => void reloadPolicyFile())
  // Logged after the listeners are set, because the parent process may send a signal once it has read this line.
  log.info(`listening on ${app.url}; ${describeUse(app.url, settings)}`)

  /** Stops the service, because an unexpected error leaves its state unknown; running requests may finish. */
  const onUnexpected = (thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(`not an error: ${String(thrown)}`)
    log.fatal({ err: error }, 'an unexpected error, which is a bug')
    fail(`An unexpected error, which is a bug: ${secrets.hide(error.message)}\nThe log has more; please report it.`)
  }
  process.on('uncaughtException', onUnexpected)
  process.on('unhandledRejection', onUnexpected)
}

/**
 * Says what can be done at the address by which people reach the service. 0.0.0.0 and :: stand for all addresses and cannot be opened, so
 * localhost is named instead.
 */
function describeUse(url: string, { role, http: { hasPage, publicUrl } }: Settings): string {
  if (role === 'bot') return 'it serves /healthz, /readyz, /metrics and /status'
  const reachable = publicUrl ?? url.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//localhost')
  const isLocal = publicUrl === undefined && reachable !== url
  const elsewhere = isLocal ? ' (from elsewhere: your proxy, or the name of this machine)' : ''
  const page = hasPage ? `open ${reachable} in a browser${elsewhere}; ` : ''
  return `${page}${reachable}/docs describes the API`
}

function giveUp(message: string, headline = 'Rapsheet cannot start.'): never {
  process.stderr.write(`${headline}\n${message}\n`)
  process.exit(1)
}

function readOrGiveUp(environment: ProgramOptions['environment']) {
  try {
    return readSettings(environment)
  } catch (error) {
    return giveUp(messageOf(error))
  }
}

function logEnvFile({ path, warnings }: EnvFile, log: Logger): void {
  if (path) log.info(`settings were read from ${path}; those of the environment take precedence`)
  else log.info(`there is no .env in ${process.cwd()}: settings come from the environment alone`)
  for (const warning of warnings) log.warn(warning)
}

function logStart({ steam, discord, http, store, role }: Settings, log: Logger): void {
  const node = process.versions.node
  log.info(
    `starting Rapsheet ${VERSION} on Node ${node}; Steam key ${steam.apiKey ? 'set' : 'not set'}, Discord ${discord.token && role !== 'http' ? 'on' : 'off'}, store ${withoutCredentials(store.url)}`,
  )
  if (Number.parseInt(node, 10) < OLDEST_MAINTAINED_NODE) {
    log.warn(`Node ${node} is past its end of life; it still works, but choose Node 24 or 26.`)
  }
  if (!steam.apiKey) {
    log.warn(
      'STEAM_API_KEY is not set, so only inventories and images work: get a key at https://steamcommunity.com/dev/apikey and put it into .env, or run "npm run demo", which needs none.',
    )
  }
  if (http.adminToken && http.adminToken.text === undefined) {
    log.info(
      'ADMIN_TOKEN has 64 hexadecimal digits, so it is taken for the SHA-256 of the token: log in with that token.',
    )
  }
  if (!discord.token && role !== 'http') {
    log.info(
      'DISCORD_TOKEN is not set, so there is HTTP only: create a bot at https://discord.com/developers/applications and put its token into .env, or run "npm run demo", which needs none.',
    )
  }
}

/**
 * Ends the program at once when a signal arrives during the start, because there is no work to finish yet; returns a function that removes
 * the listeners. Without listeners, a program that is the first process of a container would ignore the signal.
 */
function exitOnSignal(log: Logger): () => void {
  const exit = (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopped during the start')
    process.exit(0)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, exit)
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, exit)
  }
}

function closeOnSignalOrFailure(app: App, withinMs: number, log: Logger, failure: AbortController): void {
  let isStopping = false
  const reloadSignals = app.reloadPolicyFile && RELOADS_ON_HANGUP ? (['SIGHUP'] as const) : []
  const grace = closeWithGrace(
    {
      delay: withinMs,
      logger: false,
      // Excluded, because close-with-grace would end the process at a second error, while answers are being sent.
      skip: [...CRASH_SIGNALS, ...reloadSignals, 'uncaughtException', 'unhandledRejection'],
      onTimeout: () => log.fatal(`not everything stopped within ${withinMs / 1000} s`),
    },
    async ({ signal }) => {
      isStopping = true
      log.info({ signal }, 'stopping')
      try {
        await app.close()
        log.info('stopped')
      } catch (error) {
        log.error({ err: error }, 'not everything could be stopped')
        failure.abort(messageOf(error))
        // Killed at the exit, because Node would wait forever for a thread whose disk does not respond.
        process.once('exit', () => process.kill(process.pid, 'SIGKILL'))
      }
      if (failure.signal.aborted) giveUp(String(failure.signal.reason), 'Rapsheet cannot go on.')
    },
  )
  onAbort(failure.signal, () => {
    if (!isStopping) grace.close()
  })
}
