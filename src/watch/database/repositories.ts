import type { Knex } from 'knex'
import type { Database } from '../../database/database.ts'
import type { EventRepositories } from '../../events/database/repositories.ts'
import type { OutboxRepositories } from '../../outbox/database/repositories.ts'
import { createAccountNamesRepository } from './account-names.ts'
import { createAccountsRepository } from './accounts.ts'
import { createRecordChangesRepository } from './record-changes.ts'
import { createSweepsRepository } from './sweeps.ts'
import { createWatchesRepository } from './watches.ts'

export const createWatchRepositories = (db: Knex) => ({
  watches: createWatchesRepository(db),
  accounts: createAccountsRepository(db),
  accountNames: createAccountNamesRepository(db),
  recordChanges: createRecordChangesRepository(db),
  sweeps: createSweepsRepository(db),
})

/** The repositories that watch lists use. */
export type WatchRepositories = OutboxRepositories & EventRepositories & ReturnType<typeof createWatchRepositories>
export type WatchDatabase = Database<WatchRepositories>

/** Tables whose ids identify messages. After a restore, Discord may already have messages with later ids than the backup has. */
export const WATCH_PUBLISHED_IDS = ['observations']
