import type { Retention } from '../database/database.ts'
import type { ToolRepositories } from './database/repositories.ts'

const DAY = 86_400
/** An expired token is kept for some time, so that its tool is told that it expired, and people see it in the list. */
const EXPIRED_DAYS = 90

/** The data of tools that is deleted when its retention period has ended. */
export const TOOL_RETENTION: Retention<ToolRepositories>[] = [
  ({ toolTokens }, now) => toolTokens.deleteExpired(now - EXPIRED_DAYS * DAY),
]
