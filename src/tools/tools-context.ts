import type { Clock } from '../lib/clock.ts'
import type { ToolDatabase } from './database/repositories.ts'
import type { StoredTokens } from './stored-tokens.ts'

/** The dependencies of use cases that read or change the tokens of tools. */
export interface ToolsContext {
  database: ToolDatabase
  clock: Pick<Clock, 'unixSeconds'>
  toolTokens: Pick<StoredTokens, 'reload'>
}
