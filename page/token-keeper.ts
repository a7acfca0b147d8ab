import type { TokenKeeper } from './state/controller.ts'

const KEY = 'rapsheet-token'

/**
 * Keeps the token in the session storage until the browser tab is closed, or in memory if the storage is blocked. `openStorage` may throw,
 * because reading `sessionStorage` throws in a browser that blocks the storage.
 */
export function createTokenKeeper(openStorage: () => Pick<Storage, 'getItem' | 'setItem'>): TokenKeeper {
  let inMemory: string | null = null
  return {
    get() {
      if (inMemory !== null) return inMemory
      try {
        return openStorage().getItem(KEY)
      } catch {
        return null
      }
    },
    set(token) {
      inMemory = token
      try {
        openStorage().setItem(KEY, token)
      } catch {
        // Storage is blocked, so the token lasts until the page is reloaded.
      }
    },
  }
}
