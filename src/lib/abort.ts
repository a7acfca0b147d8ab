import { addAbortListener } from 'node:events'
import type { CallContext } from './call-context.ts'

/** Calls `listener` with the reason once `signal` aborts, at once if it already has; returns a function that removes the listener. */
export function onAbort(signal: AbortSignal, listener: (reason: unknown) => void): () => void {
  if (signal.aborted) {
    listener(signal.reason)
    return () => {}
  }
  const registration = addAbortListener(signal, () => listener(signal.reason))
  return () => registration[Symbol.dispose]()
}

/**
 * A promise that `start` settles, and that rejects with the signal's reason as soon as the signal aborts. `start` can return a
 * function that cleans up after an abort.
 */
export function abortable<T>(
  signal: AbortSignal,
  start: (resolve: (value: T) => void, reject: (reason: unknown) => void) => (() => void) | void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    let cleanUp: (() => void) | void
    const removeListener = onAbort(signal, (reason) => {
      cleanUp?.()
      reject(reason)
    })
    cleanUp = start(
      (value) => {
        removeListener()
        resolve(value)
      },
      (reason) => {
        removeListener()
        reject(reason)
      },
    )
  })
}

/** Waits for `work`; rejects with the abort reason as soon as the call is aborted. */
export function untilAborted<T>({ signal }: Pick<CallContext, 'signal'>, work: Promise<T>): Promise<T> {
  // When the signal is already aborted, nothing else handles a failure of the work.
  work.catch(() => {})
  return abortable<T>(signal, (resolve, reject) => void work.then(resolve, reject))
}
