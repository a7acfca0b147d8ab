import type { EditThrottle } from './edit-throttle.ts'
import type { View } from './view.ts'

/** The message that answers an interaction. */
export interface Reply {
  /** Shows progress as soon as the edit throttle allows; a newer view replaces one that is not sent yet. */
  progress(view: View): void
  /** Shows the answer without waiting for the progress interval; rejects when Discord does not accept it. */
  show(view: View): Promise<void>
}

/** `coalesced`: replaced by a newer view before it was sent. */
export type EditOutcome = 'sent' | 'coalesced' | 'failed'

export interface ReplyOptions {
  /** Sends a view to Discord. */
  send: (view: View) => Promise<unknown>
  editThrottle: EditThrottle
  onEdit: (outcome: EditOutcome) => void
  /** Called when progress could not be shown. */
  onFailure: (error: unknown) => void
}

/** A reply to an interaction that is acknowledged. */
export function createReply({ send, editThrottle, onEdit, onFailure }: ReplyOptions): Reply {
  const pending: { view?: View } = {}
  let isAnswer = false
  let sentAt = Number.NEGATIVE_INFINITY
  let stopWaiting = () => {}
  let flushing: Promise<void> | undefined

  const waitForInterval = () =>
    new Promise<void>((resolve) => {
      const waitMs = sentAt + editThrottle.progressIntervalMs() - performance.now()
      const timer = setTimeout(resolve, Math.max(0, waitMs))
      stopWaiting = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const replacePending = (view: View) => {
    if (pending.view) onEdit('coalesced')
    pending.view = view
  }

  const sendPending = async () => {
    if (!isAnswer) await waitForInterval()
    await editThrottle.acquire()
    const { view } = pending
    const isLast = isAnswer
    delete pending.view
    if (!view) return
    try {
      await send(view)
      onEdit('sent')
    } catch (error) {
      onEdit('failed')
      if (isLast) throw error
      onFailure(error)
    }
    sentAt = performance.now()
  }

  const sendAll = async () => {
    try {
      while (pending.view) await sendPending()
    } finally {
      flushing = undefined
    }
  }
  const flush = () => (flushing ??= sendAll())

  return {
    progress(view) {
      if (isAnswer) return
      replacePending(view)
      // Rejects only for the answer, and `show` returns the same promise.
      flush().catch(() => {})
    },
    show(view) {
      isAnswer = true
      replacePending(view)
      stopWaiting()
      return flush()
    },
  }
}
