import type { Clock } from '../lib/clock.ts'
import type { ToolDatabase } from './database/repositories.ts'

/** The dependencies of use cases that read or change the tokens of tools. */
export interface ToolsContext {
  database: ToolDatabase
  clock: Pick<Clock, 'unixSeconds'>
  /** Loads the changes of the tokens into the memory of this process; never rejects. */
  toolTokens: { reload: () => Promise<void> }
}
