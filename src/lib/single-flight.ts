import { untilAborted } from './abort.ts'
import type { CallContext } from './call-context.ts'
import { createSharedContext } from './shared-context.ts'
import type { SharedContext } from './shared-context.ts'

/** Asks `load` for a key, joining whoever already waits for the same key. */
export type SingleFlight<T> = (
  key: string,
  callContext: CallContext,
  load: (callContext: CallContext) => Promise<T>,
) => Promise<T>

/** Makes the same question, asked by several at once, one question; it is given up when the last of them has left. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, { joint: SharedContext; answer: Promise<T> }>()
  return async (key, callContext, load) => {
    const joinable = flights.get(key)
    if (joinable && !joinable.joint.callContext.signal.aborted) {
      joinable.joint.join(callContext)
      return untilAborted(callContext, joinable.answer)
    }
    const joint = createSharedContext()
    joint.join(callContext)
    const answer = load(joint.callContext).finally(() => {
      joint.release()
      if (flights.get(key)?.joint === joint) flights.delete(key)
    })
    flights.set(key, { joint, answer })
    return untilAborted(callContext, answer)
  }
}
