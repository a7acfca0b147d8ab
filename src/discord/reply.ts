import type { EditThrottle } from './edit-throttle.ts'
import type { View } from './view.ts'

/** The one message that answers an interaction, while it changes. */
export interface Reply {
  /** Shows how far things are, as soon as the pace allows and unless something newer comes first. */
  progress(view: View): void
  /** Shows the answer, without waiting for the pace of progress; rejects when Discord does not take it. */
  show(view: View): Promise<void>
}

export interface ReplyOptions {
  /** Puts a state into Discord's message. */
  send: (view: View) => Promise<unknown>
  editThrottle: EditThrottle
  /** Hears of each state that was sent, or overtaken by a newer one. */
  onEdit: (outcome: 'sent' | 'coalesced' | 'failed') => void
  /** Hears that progress could not be shown. */
  onFailure: (error: unknown) => void
}

/** A reply that has been acknowledged and shows nothing yet. */
export function createReply({ send, editThrottle, onEdit, onFailure }: ReplyOptions): Reply {
  const line: { newest?: View } = {}
  let isAnswer = false
  let sentAt = Number.NEGATIVE_INFINITY
  let stopWaiting = () => {}
  let pumping: Promise<void> | undefined

  const untilDue = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, sentAt + editThrottle.progressIntervalMs() - performance.now()))
      stopWaiting = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const put = (view: View) => {
    if (line.newest) onEdit('coalesced')
    line.newest = view
  }

  const sendNewest = async () => {
    if (!isAnswer) await untilDue()
    await editThrottle.acquire()
    const view = line.newest
    const isLast = isAnswer
    delete line.newest
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

  const pump = async () => {
    try {
      while (line.newest) await sendNewest()
    } finally {
      pumping = undefined
    }
  }
  const flush = () => (pumping ??= pump())

  return {
    progress(view) {
      if (isAnswer) return
      put(view)
      // Only an answer can reject, and whoever shows it hears of that.
      flush().catch(() => {})
    },
    show(view) {
      isAnswer = true
      put(view)
      stopWaiting()
      return flush()
    },
  }
}
