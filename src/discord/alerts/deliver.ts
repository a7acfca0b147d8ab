import { Routes } from 'discord.js'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { beginAttempt, reportAttempt, type AttemptReport, type DueMessage } from '../../service/watch/outbox.ts'
import type { WatchContext } from '../../service/watch/watch-context.ts'
import type { BotApi } from '../bot-api.ts'
import { withoutRequest } from '../discord-errors.ts'
import type { View } from '../view.ts'
import { classifyFailure, type Failure } from './classify-failure.ts'
import { isSent } from './find-sent.ts'
import { toMessageRequest } from './message-request.ts'
import { renderMessage } from './render-message.ts'

/** Discord remembers a nonce for some minutes; an attempt of unknown outcome that is older is searched for instead. */
const NONCE_SECONDS = 120
const LONGEST_RETRY_SECONDS = 300
/** Share by which a pause is longer or shorter, so that attempts spread out. */
const JITTER = 0.25

const sentSchema = z.object({ id: z.string() })

/** How an attempt to deliver a message ended, for metrics; `found`: an earlier attempt had delivered it. */
export type DeliveryOutcome = 'delivered' | 'found' | 'retry' | 'channel_gone' | 'forbidden' | 'rejected'

export interface DeliveryOptions {
  api: BotApi
  context: WatchContext
  clock: Clock
  /** Returns a number from 0 to 1. */
  random: () => number
  log: Logger
  /** Limits repeated log lines. */
  mayLog: (event: string) => boolean
  onAttempt: (outcome: DeliveryOutcome) => void
}

/** `start`: aborts when no request may be made any more; `request`: when requests under way have to end. */
export interface DeliverySignals {
  start: AbortSignal
  request: AbortSignal
}

/** Makes one attempt to deliver a message, and stores how it ended. Rejects with the reason of `start`, and with DatabaseErrors. */
export async function deliver(options: DeliveryOptions, message: DueMessage, signals: DeliverySignals): Promise<void> {
  const { api, context, clock } = options
  const { database } = context
  if (message.alerts.length === 0) return reportAttempt(database, message, { kind: 'delivered' })
  const since = message.uncertainSince
  const needsSearch = () => since !== null && clock.unixSeconds() - since > NONCE_SECONDS
  const isSearched = needsSearch()
  const view = await render(options, message, isSearched, signals.start)
  if (!view) return reportAttempt(database, message, { kind: 'rejected' })
  await api.turn(signals.start)
  // The wait for the turn may have been longer than Discord remembers a nonce.
  if (needsSearch() !== isSearched) return
  if (!(await beginAttempt(database, message, clock.unixSeconds()))) return
  const { report, outcome } = await attempt(options, message, view, isSearched ? since : null, signals)
  await reportAttempt(database, message, report)
  options.onAttempt(outcome)
}

/** The view of a message; undefined when it cannot be made, so that one message does not hold up all others. */
async function render(
  { context, log }: DeliveryOptions,
  message: DueMessage,
  isRepeated: boolean,
  signal: AbortSignal,
) {
  try {
    return await renderMessage(context, message, isRepeated, signal)
  } catch (error) {
    signal.throwIfAborted()
    log.error({ err: error, guildId: message.guildId }, 'an alert cannot be shown, and is held back')
    return undefined
  }
}

interface Attempt {
  report: AttemptReport
  outcome: DeliveryOutcome
}

/** Sends a message, unless it is found in its channel; `searchSince` is null where the nonce prevents a repetition. */
async function attempt(
  options: DeliveryOptions,
  message: DueMessage,
  view: View,
  searchSince: number | null,
  signals: DeliverySignals,
): Promise<Attempt> {
  const { api } = options
  try {
    if (searchSince !== null) {
      if (await isSent(api, { ...message, since: searchSince }, signals))
        return { report: { kind: 'delivered' }, outcome: 'found' }
      await api.turn(signals.start)
    }
    const request = { ...toMessageRequest(message, view), signal: signals.request }
    sentSchema.parse(await api.post(Routes.channelMessages(message.channelId), request))
    return { report: { kind: 'delivered' }, outcome: 'delivered' }
  } catch (error) {
    return failed(options, message, error)
  }
}

function failed({ clock, random, log, mayLog }: DeliveryOptions, message: DueMessage, error: unknown): Attempt {
  const failure = classifyFailure(error)
  const facts = { guildId: message.guildId, channelId: message.channelId, alerts: message.alerts.length }
  const err = withoutRequest(error)
  switch (failure.kind) {
    case 'channel_gone':
    case 'forbidden':
      log.info({ ...facts, reason: failure.kind }, 'alerts are held back until /watch channel is used')
      return { report: { kind: 'blocked', reason: failure.kind }, outcome: failure.kind }
    case 'rejected':
      log.error({ ...facts, err }, 'Discord rejected an alert, which is held back until /watch channel is used')
      return { report: { kind: 'rejected' }, outcome: 'rejected' }
    default: {
      const seconds = retrySeconds(failure, message.attempts, random)
      const level = mayLog('alert not sent') ? 'warn' : 'debug'
      log[level](
        { ...facts, attempts: message.attempts + 1, err },
        `an alert was not sent; trying again in ${seconds} s`,
      )
      const nextAttemptAt = clock.unixSeconds() + seconds
      return { report: { kind: 'retry', nextAttemptAt, isUncertain: failure.kind === 'unknown' }, outcome: 'retry' }
    }
  }
}

/** From one second to five minutes, twice as long after each attempt, or as long as Discord says. */
function retrySeconds(failure: Failure, attempts: number, random: () => number): number {
  const backoff = Math.min(LONGEST_RETRY_SECONDS, 2 ** Math.min(attempts, 20)) * (1 - JITTER + 2 * JITTER * random())
  const asked = failure.kind === 'not_done' ? failure.retryAfterMs : undefined
  return Math.max(1, Math.ceil(asked === undefined ? backoff : asked / 1000))
}
