import type { Knex } from 'knex'
import type { Database, KitRepositories } from '../../database/database.ts'
import { createGuildsRepository } from './guilds.ts'
import { createOutboxRepository } from './outbox.ts'
import { createToldAudit } from './told-audit.ts'

export const createOutboxRepositories = (db: Knex) => ({
  guilds: createGuildsRepository(db),
  outbox: createOutboxRepository(db),
  audit: createToldAudit(db),
})

/** The repositories that the outbox uses. */
export type OutboxRepositories = KitRepositories & ReturnType<typeof createOutboxRepositories>
export type OutboxDatabase = Database<OutboxRepositories>

/** Tables whose ids identify messages. After a restore, Discord may already have messages with later ids than the backup has. */
export const OUTBOX_PUBLISHED_IDS = ['outbox_entries', 'outbox_messages']
