import { onAbort } from './abort.ts'
import { PRIORITY, type CallContext, type Priority } from './call-context.ts'

export type SharedContext = ReturnType<typeof createSharedContext>

/** A call context whose priority changes when a member joins. */
interface JoinedContext extends CallContext {
  priority: Priority
}

/** Creates the context of one call that is made on behalf of several call contexts. */
export function createSharedContext() {
  const controller = new AbortController()
  const removeListeners = new Map<CallContext, () => void>()
  const callContext: JoinedContext = {
    signal: controller.signal,
    priority: PRIORITY.background,
    get isUrgent() {
      return [...removeListeners.keys()].some((member) => member.isUrgent)
    },
    usages: () => new Set([...removeListeners.keys()].flatMap((member) => [...member.usages()])),
  }
  return {
    /**
     * Aborts when all members have aborted. It has the highest priority of all members so far. It is urgent only while an urgent member
     * waits; otherwise the tries may take their usual time.
     */
    callContext,
    /** Adds a member; throws its abort reason when it is aborted already. */
    join(member: CallContext): void {
      member.signal.throwIfAborted()
      if (removeListeners.has(member)) return
      if (member.priority > callContext.priority) callContext.priority = member.priority
      const removeListener = onAbort(member.signal, (reason) => {
        removeListeners.delete(member)
        if (removeListeners.size === 0) controller.abort(reason)
      })
      removeListeners.set(member, removeListener)
    },
    /** Removes all members and their abort listeners; to be called when the work is done. */
    release(): void {
      for (const removeListener of removeListeners.values()) removeListener()
      removeListeners.clear()
    },
  }
}
