import type { JoinCount } from '../database/joins.ts'

/** The joins of the last 48 hours that are kept for each policy. */
export const MAX_JOINS = 10_000

/** Whether these joins are as many as are kept, so that older ones of the same time may have been deleted. */
export const areAllKept = (counts: readonly JoinCount[]): boolean =>
  counts.reduce((total, { count }) => total + count, 0) >= MAX_JOINS
