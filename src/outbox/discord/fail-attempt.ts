import type { Logger } from 'pino'
import { MAX_AHEAD_SECONDS, type Clock } from '../../lib/clock.ts'
import { toErrorFacts, withoutRequest } from '../../discord/discord-errors.ts'
import type { AttemptReport, FullMessage } from '../messages.ts'
import { classifyFailure, type Failure } from './classify-failure.ts'
import type { LogWords } from './message-kind.ts'

const LONGEST_RETRY_SECONDS = 300
/** Largest share by which a pause is longer or shorter at random, so that attempts spread out. */
const JITTER = 0.25

/**
 * The outcome of an attempt to deliver a message, for metrics. `found`: an earlier attempt had delivered it. `given_up`: no attempt
 * succeeded in time, and there will be no more.
 */
export type DeliveryOutcome = 'delivered' | 'found' | 'retry' | 'channel_gone' | 'forbidden' | 'rejected' | 'given_up'

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

/** Logs a failed attempt, and decides what follows. `isSending`: it failed while the message was being sent, not before. */
export function failAttempt(
  options: FailureOptions,
  words: LogWords,
  message: FullMessage<unknown>,
  { error, isSending }: { error: unknown; isSending: boolean },
): Attempt {
  const { clock, log, mayLog } = options
  const classified = classifyFailure(error)
  const isPassing = classified.kind === 'unknown' || classified.kind === 'rejected'
  const failure: Failure = !isSending && isPassing ? { kind: 'not_done' } : classified
  const { guildId, channelId, attempts } = message
  const facts = { guildId, channelId, [words.count]: message.shown.length }
  switch (failure.kind) {
    case 'channel_gone':
    case 'forbidden':
      log.warn({ ...facts, reason: failure.kind }, words.blocked)
      return { report: { kind: 'blocked', reason: failure.kind }, outcome: failure.kind }
    case 'rejected':
      log.error({ ...facts, err: withoutRequest(error) }, words.rejected)
      return { report: { kind: 'rejected' }, outcome: 'rejected' }
    default: {
      const seconds = retrySeconds(failure, attempts, options.random)
      const level = attempts === 0 && mayLog('not sent') ? 'warn' : 'debug'
      log[level](
        { ...facts, attempt: attempts + 1, ...toErrorFacts(error) },
        `${words.name} was not sent; trying again in ${seconds} s`,
      )
      const nextAttemptAt = clock.unixSeconds() + seconds
      return { report: { kind: 'retry', nextAttemptAt, isUncertain: failure.kind === 'unknown' }, outcome: 'retry' }
    }
  }
}

/**
 * The pause before the next attempt, seconds. It doubles with each attempt, from one second up to about five minutes. If Discord says how
 * long to wait, it is that time, but at most an hour.
 */
function retrySeconds(failure: Failure, attempts: number, random: () => number): number {
  const backoff = Math.min(LONGEST_RETRY_SECONDS, 2 ** Math.min(attempts, 20)) * (1 - JITTER + 2 * JITTER * random())
  const asked = failure.kind === 'not_done' ? failure.retryAfterMs : undefined
  return Math.min(MAX_AHEAD_SECONDS, Math.max(1, Math.ceil(asked === undefined ? backoff : asked / 1000)))
}
