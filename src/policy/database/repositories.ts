import type { Knex } from 'knex'
import type { Database } from '../../database/database.ts'
import type { BanRepositories } from '../../bans/database/repositories.ts'
import { createJoinsRepository } from './joins.ts'
import { createPoliciesRepository } from './policies.ts'
import { createPolicyExceptionsRepository } from './policy-exceptions.ts'
import { createPolicyTokensRepository } from './policy-tokens.ts'

export const createPolicyRepositories = (db: Knex) => ({
  policies: createPoliciesRepository(db),
  policyExceptions: createPolicyExceptionsRepository(db),
  policyTokens: createPolicyTokensRepository(db),
  joins: createJoinsRepository(db),
})

/** The repositories that policies use. */
export type PolicyRepositories = BanRepositories & ReturnType<typeof createPolicyRepositories>
export type PolicyDatabase = Database<PolicyRepositories>
