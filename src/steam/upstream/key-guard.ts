import type { Clock } from '../../lib/clock.ts'
import type { RapsheetError } from '../../model/error.ts'
import type { TryResult } from './request.ts'

/** The guard against a refused key: sends it once per `pauseMs` only, because Steam limits addresses that repeat a bad key. */
export function createKeyGuard(pauseMs: number, clock: Clock) {
  let refusal: { error: RapsheetError; at: number } | undefined
  let probeAt = 0
  return {
    /** Throws while the key is refused; one call per `pauseMs` passes, to check whether the key is accepted again. */
    check(): void {
      if (!refusal) return
      if (clock.now() < probeAt) throw refusal.error
      probeAt = clock.now() + pauseMs
    },
    recordResult({ error }: Pick<TryResult, 'error'>): void {
      if (error === undefined) refusal = undefined
      else if (error.code === 'key_refused') {
        refusal = { error, at: clock.now() }
        probeAt = clock.now() + pauseMs
      }
    },
    /** When the key was refused last, monotonic milliseconds; undefined while it is accepted. */
    refusedAt: () => refusal?.at,
  }
}

export type KeyGuard = ReturnType<typeof createKeyGuard>
