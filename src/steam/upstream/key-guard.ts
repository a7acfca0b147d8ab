import { RapsheetError } from '../../model/error.ts'

/** Keeps a key that Steam has refused from being sent with every look-up: Steam limits the address of whoever does. */
export interface KeyGuard {
  /** Throws the refusal while it is fresh; lets one call through each `pauseMs`, to see whether it still stands. */
  check(): void
  /** Hears how a call that sent the key ended; undefined when it was answered. */
  recordResult(error: unknown): void
}

/** Starts with a key nobody has refused. `now` is in milliseconds. */
export function createKeyGuard(pauseMs: number, now: () => number = () => performance.now()): KeyGuard {
  let refusal: RapsheetError | undefined
  let askAgainAt = 0
  return {
    check() {
      if (!refusal) return
      if (now() < askAgainAt) throw refusal
      askAgainAt = now() + pauseMs
    },
    recordResult(error) {
      if (error === undefined) refusal = undefined
      else if (error instanceof RapsheetError && error.code === 'key_refused') {
        refusal = error
        askAgainAt = now() + pauseMs
      }
    },
  }
}
