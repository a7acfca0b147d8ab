/** A semaphore with its own permits for each key. */
export interface KeyedSemaphore {
  /** Takes a permit; false when the key has none left. */
  tryAcquire(key: string): boolean
  release(key: string): void
}

/** Creates a semaphore with `permits` permits for each key; 0 for no limit. */
export function createKeyedSemaphore(permits: number): KeyedSemaphore {
  if (permits === 0) return { tryAcquire: () => true, release: () => {} }
  // Contains only keys with acquired permits, so that it stays small.
  const acquired = new Map<string, number>()
  return {
    tryAcquire(key) {
      const count = acquired.get(key) ?? 0
      if (count >= permits) return false
      acquired.set(key, count + 1)
      return true
    },
    release(key) {
      const count = acquired.get(key) ?? 0
      if (count > 1) acquired.set(key, count - 1)
      else acquired.delete(key)
    },
  }
}
