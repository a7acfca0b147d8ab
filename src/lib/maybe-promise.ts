/** A value, or a promise of it. Answers from memory are plain values, because even a settled promise takes time. */
export type MaybePromise<T> = T | Promise<T>

/**
 * Calls `use` with the value, synchronously if it is not a promise.
 * @example
 *   whenReady(2, (value) => value * 2) // 4, and with a promise of 2 a promise of 4
 */
export function whenReady<T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}
