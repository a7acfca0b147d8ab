/** A value, or a promise of it. What is remembered is there at once: a settled promise would take time all the same. */
export type MaybePromise<T> = T | Promise<T>

/** Calls `use` with the value, at once where it is there. */
export function whenReady<T, R>(value: MaybePromise<T>, use: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}
