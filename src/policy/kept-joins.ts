import type { JoinCount } from './database/joins.ts'

/** Maximum number of joins of the last 48 hours that are kept for each policy. */
export const MAX_JOINS = 10_000

/** Whether the number of counted joins has reached the maximum, so that older joins of the counted time may have been deleted. */
export const isAtMaximum = (counts: readonly JoinCount[]): boolean =>
  counts.reduce((total, { count }) => total + count, 0) >= MAX_JOINS
