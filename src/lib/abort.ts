import type { CallContext } from './call-context.ts'

/** Calls `listener` with the reason once `signal` is aborted, at once if it is already; returns a function that removes the listener. */
export function onAbort(signal: AbortSignal, listener: (reason: unknown) => void): () => void {
  const call = () => listener(signal.reason)
  if (signal.aborted) {
    call()
    return () => {}
  }
  signal.addEventListener('abort', call, { once: true })
  return () => signal.removeEventListener('abort', call)
}

/** Waits for `work`; rejects with the abort reason as soon as the call is aborted. */
export function untilAborted<T>({ signal }: Pick<CallContext, 'signal'>, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const removeListener = onAbort(signal, reject)
    work.then(resolve, reject).finally(removeListener)
  })
}
