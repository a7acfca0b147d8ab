import type { JoinCount } from './database/joins.ts'

/** Maximum number of joins of the last 48 hours that are kept for each policy. */
export const MAX_JOINS = 10_000

/** How long joins are kept. */
export const KEPT_JOIN_SECONDS = 2 * 86_400

/**
 * Whether the counts of a period add up to the maximum number of kept joins. Older joins of the period may then have been deleted, so the
 * counts are lower bounds.
 */
export const isAtMaximum = (counts: readonly JoinCount[]): boolean =>
  counts.reduce((total, { count }) => total + count, 0) >= MAX_JOINS
