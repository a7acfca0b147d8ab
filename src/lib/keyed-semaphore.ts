/** So many places for each key, each held until it is given back. */
export interface KeyedSemaphore {
  /** Takes a place; false when all of this key's are taken. */
  tryAcquire(key: string): boolean
  /** Gives a place back that was taken. */
  release(key: string): void
}

/** Counts up to `perKey` places for each key; 0 is no limit. */
export function createKeyedSemaphore(perKey: number): KeyedSemaphore {
  if (perKey === 0) return { tryAcquire: () => true, release: () => {} }
  // Only keys that hold a place are in it, so that it stays as small as what goes on.
  const taken = new Map<string, number>()
  return {
    tryAcquire(key) {
      const count = taken.get(key) ?? 0
      if (count >= perKey) return false
      taken.set(key, count + 1)
      return true
    },
    release(key) {
      const count = taken.get(key) ?? 0
      if (count > 1) taken.set(key, count - 1)
      else taken.delete(key)
    },
  }
}
