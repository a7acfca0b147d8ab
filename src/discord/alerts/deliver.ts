import { Routes } from 'discord.js'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import {
  beginAttempt,
  readMessage,
  reportAttempt,
  type DueDelivery,
  type DueMessage,
} from '../../service/watch/outbox.ts'
import type { WatchContext } from '../../service/watch/watch-context.ts'
import type { BotApi } from '../bot-api.ts'
import type { View } from '../view.ts'
import { failAttempt, type Attempt, type DeliveryOutcome, type FailureOptions } from './fail-attempt.ts'
import { isSent } from './find-sent.ts'
import { toMessageRequest } from './message-request.ts'
import { renderMessage, renderPlain } from './render-message.ts'

/** Discord remembers a nonce for some minutes; an attempt of unknown outcome that is older is searched for instead. */
const NONCE_SECONDS = 120

const sentSchema = z.object({ id: z.string() })

export interface DeliveryOptions extends FailureOptions {
  api: BotApi
  context: WatchContext
  onAttempt: (outcome: DeliveryOutcome) => void
}

/** `start`: aborts when no request may be made any more; `request`: when requests under way have to end. */
export interface DeliverySignals {
  start: AbortSignal
  request: AbortSignal
}

/** Makes one attempt to deliver a message, and stores how it ended. Rejects with the reason of `start`, and with DatabaseErrors. */
export async function deliver(
  options: DeliveryOptions,
  delivery: DueDelivery,
  signals: DeliverySignals,
): Promise<void> {
  const { context, clock } = options
  const { database } = context
  const message = await readMessage(database, delivery)
  if (message.alerts.length === 0) return reportAttempt(database, message, { kind: 'delivered' })
  const isSearched = needsSearch(message, clock)
  const view = await render(options, message, isSearched, signals.start)
  if (!(await beginAttempt(database, message, clock.unixSeconds()))) return
  const { report, outcome } = await attempt(options, message, { view, isSearched }, signals)
  await reportAttempt(database, message, report)
  options.onAttempt(outcome)
}

/** Whether an earlier attempt may have succeeded so long ago that Discord has forgotten its nonce; also when the clock was set back since. */
const needsSearch = ({ uncertainSince }: DueDelivery, clock: Clock) =>
  uncertainSince !== null && Math.abs(clock.unixSeconds() - uncertainSince) > NONCE_SECONDS

/** The view of a message; with the ids of its accounts alone when an error of ours prevents more. */
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
    log.error({ err: error, guildId: message.guildId }, 'an alert cannot be shown in full')
    return renderPlain(message, isRepeated)
  }
}

/** Sends a message, unless it is found in its channel. */
async function attempt(
  options: DeliveryOptions,
  message: DueMessage,
  { view, isSearched }: { view: View; isSearched: boolean },
  signals: DeliverySignals,
): Promise<Attempt> {
  const { api, clock } = options
  let isSending = false
  try {
    const since = message.uncertainSince
    if (isSearched && since !== null && (await isSent(api, { ...message, since }, signals)))
      return { report: { kind: 'delivered' }, outcome: 'found' }
    // A turn directly before the request: the database in between would bunch requests together.
    await api.turn(signals.start)
    // The wait for the turn may have been longer than Discord remembers a nonce.
    if (!isSearched && needsSearch(message, clock)) throw new Error('an earlier attempt has to be searched for')
    isSending = true
    const request = { ...toMessageRequest(message, view), signal: signals.request }
    sentSchema.parse(await api.post(Routes.channelMessages(message.channelId), request))
    return { report: { kind: 'delivered' }, outcome: 'delivered' }
  } catch (error) {
    if (!isSending && signals.start.aborted) {
      const report = { kind: 'retry', nextAttemptAt: clock.unixSeconds(), isUncertain: false } as const
      return { report, outcome: 'retry' }
    }
    return failAttempt(options, message, { error, isSending })
  }
}
