import { addAbortListener } from 'node:events'
import type { CallContext } from './call-context.ts'

/** The listeners of one signal, and a function that stops listening to the signal. */
interface Listeners {
  calls: Set<() => void>
  stop: () => void
}

/** The listeners of each signal that has any. */
const listenersOf = new WeakMap<AbortSignal, Listeners>()

/**
 * Calls `listener` with the reason when `signal` aborts, or at once if it is aborted already; returns a function that removes the listener.
 * All listeners of a signal share one event listener: Node searches its list of event listeners at each addition and removal, and the calls
 * of a friend scan would add hundreds.
 */
export function onAbort(signal: AbortSignal, listener: (reason: unknown) => void): () => void {
  if (signal.aborted) {
    listener(signal.reason)
    return () => {}
  }
  const { calls, stop } = listenersOf.get(signal) ?? listenTo(signal)
  const call = () => listener(signal.reason)
  calls.add(call)
  return () => {
    // A signal of `AbortSignal.any` stays in memory while it has an event listener.
    if (calls.delete(call) && calls.size === 0) stop()
  }
}

function listenTo(signal: AbortSignal): Listeners {
  const calls = new Set<() => void>()
  const registration = addAbortListener(signal, () => {
    for (const call of calls) call()
  })
  const listeners = {
    calls,
    stop() {
      registration[Symbol.dispose]()
      listenersOf.delete(signal)
    },
  }
  listenersOf.set(signal, listeners)
  return listeners
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
    let isSettled = false
    let removeListener = () => {}
    const settle = () => {
      isSettled = true
      removeListener()
    }
    const cleanUp = start(
      (value) => {
        settle()
        resolve(value)
      },
      (reason) => {
        settle()
        reject(reason)
      },
    )
    // Most permits are given at once, and need no abort listener.
    if (isSettled) return undefined
    removeListener = onAbort(signal, (reason) => {
      cleanUp?.()
      reject(reason)
    })
  })
}

/** Waits for `work`; rejects with the abort reason as soon as the call is aborted. */
export function untilAborted<T>({ signal }: Pick<CallContext, 'signal'>, work: Promise<T>): Promise<T> {
  // When the signal is already aborted, nothing else handles a failure of the work.
  work.catch(() => {})
  return abortable<T>(signal, (resolve, reject) => void work.then(resolve, reject))
}
