import { untilAborted } from './abort.ts'
import type { CallContext } from './call-context.ts'
import { createSharedContext, type SharedContext } from './shared-context.ts'

/**
 * Deduplicates concurrent calls for the same key. The shared call is aborted when all its callers are aborted.
 * @example
 *   const once = createSingleFlight<Bans>()
 *   await once(steamId, callContext, (shared) => getBans(steamId, shared)) // concurrent calls share one getBans
 */
export function createSingleFlight<T>() {
  const flights = new Map<string, { shared: SharedContext; answer: Promise<T> }>()
  /** Calls `load` for a key, or joins a running call for the same key. */
  return async (key: string, callContext: CallContext, load: (callContext: CallContext) => Promise<T>): Promise<T> => {
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
