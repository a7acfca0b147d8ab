import type { Retention } from '../database/database.ts'
import { REPLACED_TOKEN_SECONDS } from '../model/token-grant.ts'
import type { JoinCount } from './database/joins.ts'
import type { PolicyRepositories } from './database/repositories.ts'

const VERSION_SECONDS = 400 * 86_400

/** Maximum number of joins of the last 48 hours that are kept for each policy. */
export const MAX_JOINS = 10_000

/** How long joins are kept. */
export const KEPT_JOIN_SECONDS = 2 * 86_400

/** The data of policies that is deleted when its retention period has ended. */
export const POLICY_RETENTION: Retention<PolicyRepositories>[] = [
  ({ policies }, now) => policies.deleteVersions(now - VERSION_SECONDS),
  ({ policyTokens }, now) => policyTokens.deleteReplaced(now - REPLACED_TOKEN_SECONDS),
  ({ joins }, now) => joins.deleteOlderThan(now - KEPT_JOIN_SECONDS),
]

/**
 * Whether the counts of a period add up to the maximum number of kept joins. Older joins of the period may then have been deleted, so the
 * counts are lower bounds.
 */
export const isAtMaximum = (counts: readonly JoinCount[]): boolean =>
  counts.reduce((total, { count }) => total + count, 0) >= MAX_JOINS
