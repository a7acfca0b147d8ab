/** A promise with its `resolve` and `reject`. */
export interface Deferred<T> {
  promise: Promise<T>
  resolve: (value: T) => void
  reject: (error: unknown) => void
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((fulfil, fail) => {
    resolve = fulfil
    reject = fail
  })
  return { promise, resolve, reject }
}
