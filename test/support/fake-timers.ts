import { onTestFinished, vi } from 'vitest'

/** Replaces timers and the date until the end of the test. */
export function useFakeTimers(): void {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}
