import type { Translated } from '../../../model/language.ts'
import type { Texts } from '../texts.ts'
import type { Clock } from '../../../lib/clock.ts'
import { giveUpOldNotices, planNotices } from '../../plan-notices.ts'
import {
  beginNotice,
  dueNotices,
  readNotice,
  reportNotice,
  type DueNotice,
  type FullNotice,
} from '../../refusal-outbox.ts'
import { isClockConfirmed } from '../../../outbox/clock-check.ts'
import type { Context } from '../../../accounts/context.ts'
import type { FencedDatabase } from '../../../cluster/held-database.ts'
import type { MessageKind } from '../../../outbox/message-kind.ts'
import { renderNotice, renderPlainNotice } from './render-notice.ts'

const GIVE_UP_MS = 60_000

type RefusalMessages = MessageKind<DueNotice, FullNotice>

interface RefusalMessagesOptions extends Pick<RefusalMessages, 'onAttempt'> {
  context: Context & { database: FencedDatabase }
  texts: Translated<Texts>
  clock: Pick<Clock, 'now' | 'unixSeconds'>
  /** Called with the number of messages that could not be sent in time. */
  onGivenUp: (count: number) => void
}

/** The messages about accounts that a policy refused, or would have refused. */
export function createRefusalMessages(options: RefusalMessagesOptions): RefusalMessages {
  const { context, texts, clock, onAttempt, onGivenUp } = options
  const { database } = context
  let givenUpAt = Number.NEGATIVE_INFINITY
  return {
    async plan(now) {
      // A clock that is wrong by days would give up every message.
      if (isClockConfirmed(context) && clock.now() - givenUpAt >= GIVE_UP_MS) {
        const count = await giveUpOldNotices(database, now)
        if (count > 0) onGivenUp(count)
        givenUpAt = clock.now()
      }
      await planNotices(database, now)
    },
    due: (now, limit) => dueNotices(database, now, limit),
    read: (notice) => readNotice(database, notice, clock.unixSeconds()),
    render: (message, isRepeated, signal) => renderNotice(context, message, isRepeated, texts, signal),
    renderPlain: (message, isRepeated) => renderPlainNotice(message, isRepeated, texts),
    beginAttempt: (notice, now) => beginNotice(database, notice, now),
    reportAttempt: (notice, report) => reportNotice(database, notice, report, clock.unixSeconds()),
    onAttempt,
    log: {
      name: 'a message about refusals',
      blocked: 'messages about refusals are held back until /watch channel is used',
      rejected: 'Discord rejected a message about refusals, which is given up',
      facts: ({ refusals }) => ({ refusals: refusals.length }),
    },
  }
}
