/** A value that changes, with its listeners. */
export interface Store<T> {
  get: () => T
  set: (change: (value: T) => T) => void
  subscribe: (listener: () => void) => void
}

/** Creates a store with a first value. */
export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(change) {
      value = change(value)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => void listeners.add(listener),
  }
}
