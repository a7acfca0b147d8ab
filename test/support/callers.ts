import { createCallContext, type CallContext, type Usage } from '../../src/lib/call-context.ts'

/** The context of a call that is never cancelled. */
export const anyCall = (): CallContext => createCallContext(new AbortController().signal)

/** The context of a call that `leave` cancels, and the usage it counts. */
export function cancellableCall(): { callContext: CallContext; usage: Usage; leave: (reason?: unknown) => void } {
  const controller = new AbortController()
  const usage = { upstreamCalls: 0, cacheHits: 0 }
  return {
    callContext: createCallContext(controller.signal, usage),
    usage,
    leave: (reason) => controller.abort(reason),
  }
}
