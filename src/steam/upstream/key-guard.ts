import type { Clock } from '../../lib/clock.ts'
import { localPause, type Pause, type SharedPause } from '../../lib/limits/shared-pause.ts'
import type { RapsheetError } from '../../model/error.ts'
import { keyRefused } from './answer.ts'
import type { TryResult } from './request.ts'

/**
 * The guard against a refused key. It lets the key be sent only once per `pauseMs`, because Steam limits addresses that repeat a bad key.
 * Replicas that share the refusal also send the key only once in that time, all together.
 */
export function createKeyGuard(pauseMs: number, clock: Clock, sharedRefusal: SharedPause = localPause) {
  let refusal: { error: RapsheetError; at: number } | undefined
  let probeAt = 0
  let hasTurn = false
  const own = { pauseMs, leftMs: pauseMs }

  /**
   * Whether this call may check the key. If the other replicas have to be asked first, their answer is too late for this call, and a later
   * call checks the key.
   */
  const mayProbe = (): boolean => {
    if (hasTurn) {
      hasTurn = false
      return true
    }
    if (clock.now() < probeAt) return false
    probeAt = clock.now() + pauseMs
    const turn = sharedRefusal.takeTurn(own)
    if (typeof turn === 'boolean') return turn
    void turn.then((isTaken) => (hasTurn = isTaken && refusal !== undefined))
    return false
  }
  const follow = (pause: Pause | undefined) => {
    hasTurn = false
    if (!pause) return void (refusal = undefined)
    refusal ??= { error: keyRefused(), at: clock.now() }
    probeAt = clock.now() + pause.leftMs
  }
  const known = sharedRefusal.known()
  // A stored refusal that has ended says nothing about the key now. A refusal that ends far in the future was stored while the clock was
  // wrong, so it is shortened.
  if (known && known.leftMs > 0) follow({ ...known, leftMs: Math.min(known.leftMs, pauseMs) })
  sharedRefusal.listen(follow)

  return {
    /** Throws while the key is refused; one call per `pauseMs` passes, to check whether the key is accepted again. */
    check(): void {
      if (refusal && !mayProbe()) throw refusal.error
    },
    recordResult({ error }: Pick<TryResult, 'error'>): void {
      if (error === undefined) {
        if (refusal) sharedRefusal.keep(undefined)
        refusal = undefined
      } else if (error.code === 'key_refused') {
        refusal = { error, at: clock.now() }
        probeAt = clock.now() + pauseMs
        sharedRefusal.keep(own)
      }
    },
    /** When the key was refused last, monotonic milliseconds; undefined while it is accepted. */
    refusedAt: () => refusal?.at,
  }
}

export type KeyGuard = ReturnType<typeof createKeyGuard>
