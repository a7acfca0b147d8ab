import type { Knex } from 'knex'
import type { Database } from '../../database/database.ts'
import type { OutboxRepositories } from '../../outbox/database/repositories.ts'
import { createToolTokensRepository } from './tool-tokens.ts'

export const createToolRepositories = (db: Knex) => ({ toolTokens: createToolTokensRepository(db) })

/** The repositories that tokens of tools use. */
export type ToolRepositories = OutboxRepositories & ReturnType<typeof createToolRepositories>
export type ToolDatabase = Database<ToolRepositories>
