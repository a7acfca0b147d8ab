import type { Retention } from '../database/database.ts'
import { REPLACED_TOKEN_SECONDS } from '../model/token-grant.ts'
import type { PolicyRepositories } from './database/repositories.ts'

const DAY = 86_400
const VERSION_DAYS = 400
const JOIN_DAYS = 2

/** The data of policies that is deleted when its retention period has ended. */
export const POLICY_RETENTION: Retention<PolicyRepositories>[] = [
  ({ policies }, now) => policies.deleteVersions(now - VERSION_DAYS * DAY),
  ({ policyTokens }, now) => policyTokens.deleteReplaced(now - REPLACED_TOKEN_SECONDS),
  ({ joins }, now) => joins.deleteOlderThan(now - JOIN_DAYS * DAY),
]
