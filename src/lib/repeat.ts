import type { Clock } from './clock.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/** The pause in milliseconds after a number of failures in a row: doubles with each, up to a minute. */
export function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10))
}

export interface RepeatOptions {
  clock: Clock
  signal: AbortSignal
  /** Called with the error of a step; the next step comes after a pause. */
  onError: (error: unknown) => void
}

/** Runs one step after another until the signal aborts; each step returns the milliseconds to wait before the next step. Never rejects. */
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
