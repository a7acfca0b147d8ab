import { createCaller } from '../../src/lib/caller.ts'
import type { Caller, Tally } from '../../src/lib/caller.ts'

/** A caller who stays. */
export const anybody = (): Caller => createCaller(new AbortController().signal)

/** A caller who can leave, for the reason given, and the tally of what was done for them. */
export function visitor(): { caller: Caller; tally: Tally; leave: (reason?: unknown) => void } {
  const controller = new AbortController()
  const tally = { upstreamCalls: 0, cacheHits: 0 }
  return { caller: createCaller(controller.signal, tally), tally, leave: (reason) => controller.abort(reason) }
}
