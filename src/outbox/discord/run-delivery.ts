import { setMaxListeners } from 'node:events'
import type { ListTexts } from '../../discord/list.ts'
import { onAbort } from '../../lib/abort.ts'
import type { Clock } from '../../lib/clock.ts'
import { createLogThrottle } from '../../lib/log-throttle.ts'
import type { OutboxRepositories } from '../database/repositories.ts'
import { isClockConfirmed } from '../clock-check.ts'
import type { ShownEntry } from '../kind.ts'
import { dueMessages, type DueMessage } from '../messages.ts'
import { planMessages } from '../plan.ts'
import { deliver, type DeliveryOptions } from './deliver.ts'
import type { MessageKind } from './message-kind.ts'

/** Maximum number of channels that are sent to in parallel. */
const MAX_CHANNELS = 16
/** Maximum number of messages that are read from the database at once. */
const MAX_DUE = 200
/** Interval at which new messages are looked for while other messages are being sent. */
const CHECK_MS = 1_000
/** Interval at which messages that have expired are looked for. */
const EXPIRED_MS = 60_000
/** How long requests in progress may take once delivery has to stop. */
const GRACE_MS = 3_000

export interface RunDeliveryOptions<Texts, Repositories extends OutboxRepositories> extends Omit<
  DeliveryOptions<Texts, Repositories>,
  'mayLog'
> {
  steamClock: Parameters<typeof isClockConfirmed>[0]['steamClock']
}

/** Creates the delivery of one kind of messages. */
export function createDelivery<
  Shown extends ShownEntry,
  Texts extends ListTexts,
  Repositories extends OutboxRepositories,
>(given: RunDeliveryOptions<Texts, Repositories>, kind: MessageKind<Shown, Texts, Repositories>) {
  const { clock, database, onAttempt } = given
  const options = { ...given, mayLog: createLogThrottle(clock) }
  let givenUpAt = Number.NEGATIVE_INFINITY

  const plan = async (now: number) => {
    // If the clock were wrong by days, all messages would be given up.
    if (isClockConfirmed(given) && clock.now() - givenUpAt >= EXPIRED_MS) {
      const givenUp = await database.transaction(({ outbox }) => outbox.giveUpExpired(kind.name, now))
      for (let index = 0; index < givenUp; index++) onAttempt('given_up')
      givenUpAt = clock.now()
    }
    await planMessages(database, kind, now)
  }

  const findDue = async (inFlight: ReadonlyMap<string, unknown>, onFailure: (error: unknown) => void) => {
    const now = clock.unixSeconds()
    await plan(now).catch(onFailure)
    const due = await dueMessages(database, kind.name, now, MAX_DUE + inFlight.size)
    return byChannel(due.filter(({ channelId }) => !inFlight.has(channelId)))
  }

  return {
    /**
     * Plans and sends due messages: several channels in parallel, the messages of a channel one after another. Resolves when nothing more
     * is due, or after an abort when the requests in progress have ended. A DatabaseError about one message does not delay the other
     * messages; the promise rejects with the first such error at the end.
     */
    async deliverDue(signal: AbortSignal): Promise<void> {
      const inFlight = new Map<string, Promise<void>>()
      const failures: unknown[] = []
      const grace = startGrace(signal, clock)
      const fail = (error: unknown) => void failures.push(error)
      const send = async (channelId: string, due: DueMessage[]) => {
        for (const message of due) {
          if (signal.aborted) break
          // A message that cannot be read or stored does not delay the other messages.
          await deliver(options, kind, message, { start: signal, request: grace.signal }).catch((error: unknown) => {
            if (error !== signal.reason) fail(error)
          })
        }
        inFlight.delete(channelId)
      }
      try {
        let waiting: [channelId: string, due: DueMessage[]][] = []
        let foundAt = Number.NEGATIVE_INFINITY
        while (!signal.aborted) {
          const isDrained = inFlight.size === 0 && waiting.length === 0
          if (failures.length === 0 && (isDrained || clock.now() - foundAt >= CHECK_MS)) {
            waiting = await findDue(inFlight, fail)
            foundAt = clock.now()
          }
          const started = waiting.splice(0, MAX_CHANNELS - inFlight.size)
          for (const [channelId, due] of started) inFlight.set(channelId, send(channelId, due))
          if (inFlight.size === 0) break
          await oneOf(inFlight.values(), clock, signal)
        }
      } finally {
        await Promise.all(inFlight.values())
        grace.end()
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

function byChannel(messages: readonly DueMessage[]): [channelId: string, due: DueMessage[]][] {
  const channels = new Map<string, DueMessage[]>()
  for (const message of messages) {
    const others = channels.get(message.channelId)
    if (others) others.push(message)
    else channels.set(message.channelId, [message])
  }
  return [...channels]
}

/** Waits until one of the promises resolves, `CHECK_MS` have passed, or the signal aborts. */
async function oneOf(promises: Iterable<Promise<void>>, clock: Clock, signal: AbortSignal): Promise<void> {
  const enough = new AbortController()
  const pause = clock.sleep(CHECK_MS, AbortSignal.any([signal, enough.signal])).catch(() => {})
  await Promise.race([...promises, pause])
  enough.abort()
}

/** Creates a signal that aborts `GRACE_MS` after `signal`, so that requests in progress can end. */
function startGrace(signal: AbortSignal, clock: Clock) {
  const controller = new AbortController()
  // Without a limit of listeners, because each channel adds some to both signals.
  setMaxListeners(0, signal, controller.signal)
  let stopTimer = () => {}
  const removeListener = onAbort(signal, (reason) => {
    stopTimer = clock.setTimer(GRACE_MS, () => controller.abort(reason))
  })
  return {
    signal: controller.signal,
    end() {
      removeListener()
      stopTimer()
    },
  }
}
