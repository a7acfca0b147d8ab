import type { Clock } from '../lib/clock.ts'
import type { EditThrottle } from './edit-throttle.ts'
import type { View } from './view.ts'

export interface ReplyOptions {
  /** Sends a view to Discord. */
  send: (view: View) => Promise<unknown>
  editThrottle: EditThrottle
  clock: Clock
  /** Called once for each view; `coalesced` means that a newer view replaced it before it was sent. */
  onEdit: (outcome: 'sent' | 'coalesced' | 'failed') => void
  /** Called when progress could not be shown. */
  onFailure: (error: unknown) => void
}

/** The message that answers an interaction. */
export type Reply = ReturnType<typeof createReply>

/** Creates the reply to an acknowledged interaction. */
export function createReply({ send, editThrottle, clock, onEdit, onFailure }: ReplyOptions) {
  let pending: View | undefined
  let sentAt = Number.NEGATIVE_INFINITY
  let sending: Promise<void> | undefined
  /** Aborts when the pending view is the final answer. */
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

  /** Sends the view; it replaces a view that is still pending. */
  const replacePending = (view: View) => {
    if (pending) onEdit('coalesced')
    pending = view
    return (sending ??= sendPending())
  }

  return {
    /** Shows progress as soon as the edit throttle allows; a newer view replaces a pending one. */
    progress(view: View) {
      // Only the final answer can make this reject, and `show` returns that promise to its caller.
      if (!answering.signal.aborted) replacePending(view).catch(() => {})
    },
    /** Shows the final answer without waiting for the progress interval; rejects when Discord does not accept it. */
    show(view: View): Promise<void> {
      answering.abort()
      return replacePending(view)
    },
  }
}
