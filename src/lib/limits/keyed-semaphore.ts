/**
 * A semaphore with `permits` permits for each key; 0 for no limit.
 * @example
 *   const semaphore = createKeyedSemaphore(1)
 *   semaphore.tryAcquire('192.0.2.1') // true
 *   semaphore.tryAcquire('192.0.2.1') // false, until release('192.0.2.1')
 */
export function createKeyedSemaphore(permits: number) {
  // Contains only keys with acquired permits, so that it stays small.
  const acquired = new Map<string, number>()
  return {
    /** Takes a permit of the key; false when none is left. */
    tryAcquire(key: string): boolean {
      if (permits === 0) return true
      const count = acquired.get(key) ?? 0
      if (count >= permits) return false
      acquired.set(key, count + 1)
      return true
    },
    release(key: string): void {
      const count = acquired.get(key) ?? 0
      if (count > 1) acquired.set(key, count - 1)
      else acquired.delete(key)
    },
  }
}
