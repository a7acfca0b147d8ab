import { untilAborted } from './abort.ts'
import type { CallContext } from './call-context.ts'
import { createSharedContext, type SharedContext } from './shared-context.ts'

/** Calls `load` for a key, or joins a running call for the same key. */
export type SingleFlight<T> = (
  key: string,
  callContext: CallContext,
  load: (callContext: CallContext) => Promise<T>,
) => Promise<T>

/** Deduplicates concurrent calls for the same key. The shared call is aborted when all its callers are aborted. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, { shared: SharedContext; answer: Promise<T> }>()
  return async (key, callContext, load) => {
    const running = flights.get(key)
    if (running && !running.shared.callContext.signal.aborted) {
      running.shared.join(callContext)
      return untilAborted(callContext, running.answer)
    }
    const shared = createSharedContext()
    shared.join(callContext)
    const answer = load(shared.callContext).finally(() => {
      shared.release()
      if (flights.get(key)?.shared === shared) flights.delete(key)
    })
    flights.set(key, { shared, answer })
    return untilAborted(callContext, answer)
  }
}
