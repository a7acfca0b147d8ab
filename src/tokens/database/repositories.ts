import type { Knex } from 'knex'
import type { Database } from '../../database/database.ts'
import type { OutboxRepositories } from '../../outbox/database/repositories.ts'
import { createToolTokensRepository } from './tool-tokens.ts'

export const createToolRepositories = (db: Knex) => ({ toolTokens: createToolTokensRepository(db) })

/** Tables whose ids messages on Discord may contain: the buttons that revoke a token name its id. */
export const TOOL_PUBLISHED_IDS = ['tool_tokens']

/** The repositories that tokens of tools use. */
export type ToolRepositories = OutboxRepositories & ReturnType<typeof createToolRepositories>
export type ToolDatabase = Database<ToolRepositories>
