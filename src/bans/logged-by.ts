import type { AuditEntry } from '../database/audit.ts'
import type { LoggedChange } from '../model/ban.ts'

/** By whom and when a logged change was made; null without an entry, or for a change by the service itself. */
export const loggedBy = (entry: AuditEntry | undefined): LoggedChange | null =>
  entry?.userId ? { userId: entry.userId, at: entry.at } : null
