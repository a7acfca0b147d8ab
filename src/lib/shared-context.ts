import { onAbort } from './abort.ts'
import { PRIORITY, type CallContext, type Priority } from './call-context.ts'

export type SharedContext = ReturnType<typeof createSharedContext>

/** Creates the context of one call that is made on behalf of several call contexts. */
export function createSharedContext() {
  const controller = new AbortController()
  const removeListeners = new Map<CallContext, () => void>()
  const callContext = {
    signal: controller.signal,
    priority: PRIORITY.background as Priority,
    isPatient: false,
    get isUrgent() {
      return [...removeListeners.keys()].some((member) => member.isUrgent)
    },
    usages: () => new Set([...removeListeners.keys()].flatMap((member) => [...member.usages()])),
  }
  return {
    /**
     * Aborted when all members are aborted; with the highest priority of all members so far, patient if one of them is, and
     * urgent as long as an urgent one waits: when that one has given up, the tries for the others may take their usual time.
     */
    callContext: callContext as CallContext,
    /** Adds a member; throws its abort reason when it is aborted already. */
    join(member: CallContext): void {
      member.signal.throwIfAborted()
      if (removeListeners.has(member)) return
      if (member.priority > callContext.priority) callContext.priority = member.priority
      callContext.isPatient ||= member.isPatient
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
