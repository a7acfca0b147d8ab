/** Calls the listener at each change; returns a function that removes it. */
export type OnChange = (listener: () => void) => () => void

/** Reads now and after each change; resolves with the first value that is not undefined. */
export function waitFor<T>(
  read: () => T | undefined,
  onChange: OnChange,
  timeoutMs: number,
  explain: () => string,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (): boolean => {
      const value = read()
      if (value !== undefined) resolve(value)
      return value !== undefined
    }
    if (settle()) return
    const stop = onChange(() => {
      if (!settle()) return
      stop()
      clearTimeout(timer)
    })
    const timer = setTimeout(() => {
      stop()
      reject(new Error(explain()))
    }, timeoutMs).unref()
  })
}
