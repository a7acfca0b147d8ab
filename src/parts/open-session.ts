import type { Logger } from 'pino'
import type { Settings } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Bot } from '../discord/bot.ts'
import type { Clock } from '../lib/clock.ts'
import { holdSession } from '../service/hold-session.ts'
import type { ReportFailure } from '../service/status/recent-failures.ts'
import { createErrorLog } from './error-log.ts'

const LEASE = 'discord'
/** How long running commands may go on after another process has the session. */
const FINISH_MS = 4_000

interface SessionOptions {
  settings: Pick<Settings, 'isShared' | 'drainMs'>
  database: Database
  /** The name of this process. */
  holder: string
  clock: Clock
  log: Logger
  onFailure: ReportFailure
  start: (wasReleased: boolean) => Bot
}

/** Starts the session of the bot; where processes share the database, in one of them at a time. `close` resolves to what could not be given back. */
export function openSession({ settings, database, holder, clock, log, onFailure, start }: SessionOptions) {
  if (!settings.isShared) {
    const { state, close } = start(true)
    return { state, close: async (): Promise<string[]> => close().then(() => []) }
  }
  const reportError = createErrorLog(log, onFailure)
  log.info('this process stands by: another one may run the bot')
  const held = holdSession({
    database,
    clock,
    name: LEASE,
    holder,
    handoverMs: settings.drainMs,
    start(wasReleased) {
      log.info({ wasReleased }, 'this process runs the bot')
      const bot = start(wasReleased)
      return {
        state: bot.state,
        isLive: () => bot.state() === 'connected',
        handOver: () => bot.handOver(FINISH_MS),
        close: bot.close,
      }
    },
    onChange(isHeld) {
      if (!isHeld) log.warn('another process runs the bot: this one stands by')
    },
    onError: (error) => reportError('session', error),
  })
  return {
    state: () => held.session()?.state() ?? 'standby',
    close: async (): Promise<string[]> => ((await held.close()) ? [] : ['the lease of the bot’s session']),
  }
}
