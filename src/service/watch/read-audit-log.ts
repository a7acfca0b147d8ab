import type { AuditEntry } from '../../database/audit.ts'
import type { WatchContext } from './watch-context.ts'

export type { AuditEntry } from '../../database/audit.ts'

const MAX_ENTRIES = 500

/** The newest 500 changes of a server's list, newest first. */
export async function readAuditLog(
  { database }: Pick<WatchContext, 'database'>,
  guildId: string,
): Promise<AuditEntry[]> {
  return database.read(({ audit }) => audit.list(guildId, MAX_ENTRIES))
}
