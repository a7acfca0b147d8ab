export interface Store<State> {
  get: () => State
  /** Replaces some fields and notifies the listeners. */
  update: (changes: Partial<State>) => void
  /** Calls `listener` after each update; returns a function that removes the listener. */
  subscribe: (listener: () => void) => () => void
}

/** Creates a store with listeners for a value that each update replaces as a whole. */
export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    update(changes) {
      state = { ...state, ...changes }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
