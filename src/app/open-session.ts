import type { Logger } from 'pino'
import type { Settings } from './settings/read-settings.ts'
import type { Database } from './database.ts'
import type { Bot } from '../discord/bot.ts'
import type { Clock } from '../lib/clock.ts'
import { describeProcess } from '../lib/process-name.ts'
import { holdLease } from '../cluster/hold-lease.ts'
import type { WorkUnderLease } from '../cluster/work-under-lease.ts'
import type { ReportError } from './error-log.ts'

const LEASE = 'discord'
/** How long running commands may continue after another process has the session. */
const FINISH_MS = 4_000

interface SessionOptions extends WorkUnderLease {
  settings: Pick<Settings, 'isShared' | 'drainMs' | 'database'>
  database: Database
  /** The name of this process. */
  holder: string
  clock: Clock
  log: Logger
  reportError: ReportError
  start: () => Bot
  /** Called with advice for the operator when another process runs the bot, so that this process must end. */
  onFatal: (message: string) => void
}

/**
 * Starts the session of the bot and the work under its lease, which only one process at a time holds. On Postgres the other processes stand
 * by; on SQLite a second process has to end.
 */
export function openSession(options: SessionOptions) {
  const { settings, database, holder, clock, log, reportError, start, work, onWork, onFatal } = options
  const { isShared, drainMs } = settings
  if (isShared) log.info('this process stands by: another one may run the bot')
  let isWaiting = isShared
  const alone = {
    onWait(other: string) {
      isWaiting = true
      log.warn({ holder: describeProcess(other) }, 'the bot waits for one lease: another process may run it')
    },
    onOccupied: (other: string) => onFatal(explainOccupied(settings.database.url, other)),
  }
  const held = holdLease({
    database,
    clock,
    name: LEASE,
    holder,
    handoverMs: isShared ? drainMs : 0,
    ...(isShared ? {} : { alone }),
    start() {
      log.info('this process runs the bot')
      const bot = start()
      return {
        state: bot.state,
        isLive: () => bot.state() === 'connected',
        handOver: () => bot.handOver(FINISH_MS),
        close: bot.close,
      }
    },
    onLost: () => log.warn('another process runs the bot: this one stands by'),
    work,
    onWork,
    onError: (error) => reportError('session', error),
  })
  return {
    state: () => held.session()?.state() ?? (isWaiting ? 'standby' : 'connecting'),
    async close(): Promise<void> {
      if (!(await held.close())) log.warn('the lease of the bot could not be given back; it expires within 12 s')
    },
  }
}

const explainOccupied = (url: string, holder: string) =>
  `Another process runs the bot on DATABASE_URL ${url}: ${describeProcess(holder)}. A SQLite database serves one bot: end one of the two processes, or let them share a Postgres database.`
