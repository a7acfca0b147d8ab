import type { TokenKeeper } from './state/controller.ts'

const KEY = 'rapsheet-token'

/** Keeps the token in the session storage: until the browser tab is closed, and in memory where the storage is blocked. */
export function createTokenKeeper(storage: Pick<Storage, 'getItem' | 'setItem'>): TokenKeeper {
  let inMemory: string | null = null
  return {
    get() {
      try {
        return storage.getItem(KEY) ?? inMemory
      } catch {
        return inMemory
      }
    },
    set(token) {
      inMemory = token
      try {
        storage.setItem(KEY, token)
      } catch {
        // The token then lasts until the page is loaded anew.
      }
    },
  }
}
