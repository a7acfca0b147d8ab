import type { Logger } from 'pino'
import { MAX_AHEAD_SECONDS, type Clock } from '../../lib/clock.ts'
import { toErrorFacts, withoutRequest } from '../../discord/discord-errors.ts'
import { LOG_LINE } from '../../model/log-line.ts'
import type { AttemptReport, FullMessage } from '../messages.ts'
import { classifyFailure } from './classify-failure.ts'
import type { LogWords } from './message-kind.ts'

const LONGEST_RETRY_SECONDS = 300
/** Pause after an answer that will probably be the same again: the channel or the message is refused. */
const REFUSED_RETRY_SECONDS = 3_600
/** Largest share by which a pause is longer or shorter at random, so that attempts spread out. */
const JITTER = 0.25

/**
 * The outcome of an attempt to deliver a message, for metrics. `given_up`: no attempt succeeded in time, and there will be no more.
 */
export type DeliveryOutcome = 'delivered' | 'retry' | 'channel_gone' | 'forbidden' | 'rejected' | 'given_up'

/** An attempt that has ended. */
export interface Attempt {
  report: AttemptReport
  outcome: DeliveryOutcome
}

export interface FailureOptions {
  clock: Clock
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  log: Logger
  /** Whether an event may be logged now, which limits repeated log lines. */
  mayLog: (event: string) => boolean
}

/** Logs a failed attempt, and decides what follows. */
export function failAttempt(
  options: FailureOptions,
  words: LogWords,
  message: FullMessage<unknown>,
  error: unknown,
): Attempt {
  const { clock, log, mayLog } = options
  const failure = classifyFailure(error)
  const { guildId, channelId, attempts } = message
  const facts = { guildId, channelId, [words.count]: message.shown.length }
  const nextAttemptAt = clock.unixSeconds() + REFUSED_RETRY_SECONDS
  switch (failure.kind) {
    case 'channel_gone':
    case 'forbidden':
      log.warn(
        { ...facts, reason: failure.kind },
        `${words.name} cannot be posted in its channel; trying again in an hour, and after ${message.kind === LOG_LINE ? '/settings log' : '/watch channel'}`,
      )
      return { report: { kind: 'blocked', reason: failure.kind, nextAttemptAt }, outcome: failure.kind }
    case 'rejected':
      log.error({ ...facts, err: withoutRequest(error) }, `Discord rejected ${words.name}; trying again in an hour`)
      return { report: { kind: 'retry', nextAttemptAt }, outcome: 'rejected' }
    default: {
      const seconds = retrySeconds(failure.retryAfterMs, attempts, options.random)
      const level = attempts === 0 && mayLog('not sent') ? 'warn' : 'debug'
      log[level](
        { ...facts, attempt: attempts + 1, ...toErrorFacts(error) },
        `${words.name} was not sent; trying again in ${seconds} s`,
      )
      return { report: { kind: 'retry', nextAttemptAt: clock.unixSeconds() + seconds }, outcome: 'retry' }
    }
  }
}

/**
 * The pause before the next attempt, seconds. It doubles with each attempt, from one second up to about five minutes. If Discord says how
 * long to wait, it is that time, but at most an hour.
 */
function retrySeconds(retryAfterMs: number | undefined, attempts: number, random: () => number): number {
  const backoff = Math.min(LONGEST_RETRY_SECONDS, 2 ** Math.min(attempts, 20)) * (1 - JITTER + 2 * JITTER * random())
  return Math.min(MAX_AHEAD_SECONDS, Math.max(1, Math.ceil(retryAfterMs === undefined ? backoff : retryAfterMs / 1000)))
}
