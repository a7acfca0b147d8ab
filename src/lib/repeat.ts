import type { Clock } from './clock.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** A pause after failures in a row: doubles with each, up to a minute. Milliseconds. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10))
}

export interface RepeatOptions {
  clock: Clock
  signal: AbortSignal
  /** Called with what a step throws; the next one comes after a pause. */
  onError: (error: unknown) => void
}

/** Takes one step after another until the signal aborts; each returns how long to wait before the next one, ms. Never rejects. */
export async function repeat(
  step: (signal: AbortSignal) => Promise<number>,
  { clock, signal, onError }: RepeatOptions,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let waitMs: number
    try {
      waitMs = await step(signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      onError(error)
      waitMs = pauseAfter(++failures)
    }
    await clock.sleep(waitMs, signal).catch(() => {})
  }
}
