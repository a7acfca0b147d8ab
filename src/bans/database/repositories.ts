import type { Knex } from 'knex'
import type { Database } from '../../database/database.ts'
import type { EventRepositories } from '../../events/database/repositories.ts'
import type { OutboxRepositories } from '../../outbox/database/repositories.ts'
import { createBanImportsRepository } from './ban-imports.ts'
import { createBansRepository } from './bans.ts'
import { createEnforcedBansRepository } from './enforced-bans.ts'
import { createExemptedAccountsRepository } from './exempted-accounts.ts'

export const createBanRepositories = (db: Knex) => ({
  bans: createBansRepository(db),
  enforcedBans: createEnforcedBansRepository(db),
  banImports: createBanImportsRepository(db),
  exemptedAccounts: createExemptedAccountsRepository(db),
})

/** Tables whose ids messages on Discord may contain: the question whether to undo an import names its id. */
export const BAN_PUBLISHED_IDS = ['ban_imports']

/** The repositories that ban lists use. */
export type BanRepositories = OutboxRepositories & EventRepositories & ReturnType<typeof createBanRepositories>
export type BanDatabase = Database<BanRepositories>
