import type { Clock } from '../lib/clock.ts'
import type { EditThrottle } from './edit-throttle.ts'
import type { View } from './view.ts'

export interface ReplyOptions {
  /** Sends a view to Discord. */
  send: (view: View) => Promise<unknown>
  editThrottle: EditThrottle
  clock: Clock
  /** `coalesced`: replaced by a newer view before it was sent. */
  onEdit: (outcome: 'sent' | 'coalesced' | 'failed') => void
  /** Called when progress could not be shown. */
  onFailure: (error: unknown) => void
}

/** The message that answers an interaction. */
export type Reply = ReturnType<typeof createReply>

/** A reply to an interaction that is acknowledged. */
export function createReply({ send, editThrottle, clock, onEdit, onFailure }: ReplyOptions) {
  let pending: View | undefined
  let sentAt = Number.NEGATIVE_INFINITY
  let sending: Promise<void> | undefined
  /** Aborted when the pending view is the answer. */
  const answering = new AbortController()

  const edit = async (view: View, isLast: boolean) => {
    try {
      await send(view)
      onEdit('sent')
    } catch (error) {
      onEdit('failed')
      if (isLast) throw error
      onFailure(error)
    }
    sentAt = clock.now()
  }

  const sendPending = async () => {
    try {
      while (pending) {
        const waitMs = Math.max(0, sentAt + editThrottle.progressIntervalMs() - clock.now())
        await clock.sleep(waitMs, answering.signal).catch(() => {})
        await editThrottle.acquire()
        const view = pending
        pending = undefined
        await edit(view, answering.signal.aborted)
      }
    } finally {
      sending = undefined
    }
  }

  /** Sends the view, in place of one that is not sent yet. */
  const replacePending = (view: View) => {
    if (pending) onEdit('coalesced')
    pending = view
    return (sending ??= sendPending())
  }

  return {
    /** Shows progress as soon as the edit throttle allows; a newer view replaces one that is not sent yet. */
    progress(view: View) {
      // Only the answer can make this reject, and `show` returns the same promise to its caller.
      if (!answering.signal.aborted) replacePending(view).catch(() => {})
    },
    /** Shows the answer without waiting for the progress interval; rejects when Discord does not accept it. */
    show(view: View): Promise<void> {
      answering.abort()
      return replacePending(view)
    },
  }
}
