import type { Knex } from 'knex'
import { createAccountNamesRepository } from '../watch/database/account-names.ts'
import { createAccountsRepository } from '../watch/database/accounts.ts'
import { createAuditRepository } from '../database/audit.ts'
import { createGuildsRepository } from '../outbox/database/guilds.ts'
import { createJoinsRepository } from '../policy/database/joins.ts'
import { createLeasesRepository, type DatabaseNow } from '../database/leases.ts'
import { createMetaRepository } from '../database/meta.ts'
import { createOutboxRepository } from '../outbox/database/outbox.ts'
import { createPoliciesRepository } from '../policy/database/policies.ts'
import { createPolicyExceptionsRepository } from '../policy/database/policy-exceptions.ts'
import { createPolicyTokensRepository } from '../policy/database/policy-tokens.ts'
import { createRecordChangesRepository } from '../watch/database/record-changes.ts'
import { createSweepsRepository } from '../watch/database/sweeps.ts'
import { createWatchesRepository } from '../watch/database/watches.ts'

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
