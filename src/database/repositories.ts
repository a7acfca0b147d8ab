import type { Knex } from 'knex'
import { createAccountNamesRepository } from './account-names.ts'
import { createAccountsRepository } from './accounts.ts'
import { createAuditRepository } from './audit.ts'
import { createGuildsRepository } from './guilds.ts'
import { createJoinsRepository } from './joins.ts'
import { createLeasesRepository, type DatabaseNow } from './leases.ts'
import { createMetaRepository } from './meta.ts'
import { createOutboxRepository } from './outbox.ts'
import { createPoliciesRepository } from './policies.ts'
import { createPolicyExceptionsRepository } from './policy-exceptions.ts'
import { createPolicyTokensRepository } from './policy-tokens.ts'
import { createRecordChangesRepository } from './record-changes.ts'
import { createSweepsRepository } from './sweeps.ts'
import { createWatchesRepository } from './watches.ts'

/** The repositories of one transaction, one for each aggregate. All ids are decimal strings, all times Unix seconds. */
export type Repositories = ReturnType<typeof createRepositories>

/** Creates the repositories on a connection or transaction; methods with several statements are atomic only in a transaction. */
export function createRepositories(db: Knex, databaseNow: DatabaseNow) {
  return {
    guilds: createGuildsRepository(db),
    watches: createWatchesRepository(db),
    accounts: createAccountsRepository(db),
    accountNames: createAccountNamesRepository(db),
    recordChanges: createRecordChangesRepository(db),
    outbox: createOutboxRepository(db),
    sweeps: createSweepsRepository(db),
    policies: createPoliciesRepository(db),
    policyExceptions: createPolicyExceptionsRepository(db),
    policyTokens: createPolicyTokensRepository(db),
    joins: createJoinsRepository(db),
    audit: createAuditRepository(db),
    leases: createLeasesRepository(db, databaseNow),
    meta: createMetaRepository(db),
  }
}
