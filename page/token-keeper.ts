import type { TokenKeeper } from './state/controller.ts'

const KEY = 'rapsheet-token'

/**
 * Keeps the token in the session storage: until the browser tab is closed, and in memory where the storage is blocked.
 * `openStorage` may throw: reading `sessionStorage` does in a browser that blocks it.
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
        // The token then lasts until the page is loaded anew.
      }
    },
  }
}
