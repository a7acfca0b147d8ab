import type { Translated } from '../../../model/language.ts'
import type { Texts } from '../texts.ts'
import type { Clock } from '../../../lib/clock.ts'
import { isClockConfirmed } from '../../../outbox/clock-check.ts'
import type { HeldContext } from '../../watch-context.ts'
import {
  beginAttempt,
  dueDeliveries,
  readMessage,
  reportAttempt,
  type DueDelivery,
  type DueMessage,
} from '../../outbox.ts'
import { parkOldAlerts, planDeliveries } from '../../plan-deliveries.ts'
import type { MessageKind } from '../../../outbox/message-kind.ts'
import { renderMessage, renderPlain } from './render-message.ts'

const PARK_MS = 60_000

interface AlertMessagesOptions extends Pick<MessageKind<DueDelivery, DueMessage>, 'onAttempt'> {
  context: HeldContext
  texts: Translated<Texts>
  clock: Pick<Clock, 'now'>
}

/** The messages about changes of watched accounts. */
export function createAlertMessages({
  context,
  texts,
  clock,
  onAttempt,
}: AlertMessagesOptions): MessageKind<DueDelivery, DueMessage> {
  const { database } = context
  let parkedAt = Number.NEGATIVE_INFINITY
  return {
    async plan(now) {
      // A clock that is wrong by a week would park every alert, until each server repeats `/watch channel`.
      if (isClockConfirmed(context) && clock.now() - parkedAt >= PARK_MS) {
        await parkOldAlerts(database, now)
        parkedAt = clock.now()
      }
      await planDeliveries(database, now)
    },
    due: (now, limit) => dueDeliveries(database, now, limit),
    read: (message) => readMessage(database, message),
    render: (message, isRepeated, signal) => renderMessage(context, message, isRepeated, texts, signal),
    renderPlain: (message, isRepeated) => renderPlain(message, isRepeated, texts),
    beginAttempt: (message, now) => beginAttempt(database, message, now),
    reportAttempt: (message, report) => reportAttempt(database, message, report),
    onAttempt,
    log: {
      name: 'an alert',
      blocked: 'alerts are held back until /watch channel is used',
      rejected: 'Discord rejected an alert, which is held back until /watch channel is used',
      facts: ({ alerts }) => ({ alerts: alerts.length }),
    },
  }
}
