const MINUTE_MS = 60_000

/** How wrong the clocks of the replicas are, milliseconds. */
export const SHIFTS_MS = [-5 * MINUTE_MS, 0, 5 * MINUTE_MS]

/** The setting that shifts the clock of a process by `ms`. */
export const shiftedBy = (ms: number): Record<string, string> => ({ BENCH_CLOCK_SHIFT_MS: String(ms) })
