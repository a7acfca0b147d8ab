import { createCallContext, type CallContext, type Usage } from '../../src/lib/call-context.ts'

/** A caller who stays. */
export const anybody = (): CallContext => createCallContext(new AbortController().signal)

/** A caller who can leave, for the reason given, and the tally of what was done for them. */
export function visitor(): { callContext: CallContext; usage: Usage; leave: (reason?: unknown) => void } {
  const controller = new AbortController()
  const usage = { upstreamCalls: 0, cacheHits: 0 }
  return {
    callContext: createCallContext(controller.signal, usage),
    usage,
    leave: (reason) => controller.abort(reason),
  }
}
