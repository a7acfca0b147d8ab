import type { AuditEntry } from '../database/audit.ts'
import { WATCH_ACTIONS } from '../model/watch.ts'
import type { WatchContext } from './watch-context.ts'

export type { AuditChange, AuditEntry } from '../database/audit.ts'

const MAX_ENTRIES = 5_000

/** The changes of a server's watch list and of its policy. */
export interface AuditLog {
  /** The entries, newest first. */
  entries: AuditEntry[]
  /** Whether there are older entries. */
  isCut: boolean
  /** Whether there are changes that this reader may not see. */
  hasHiddenChanges: boolean
}

/** A line of the log. An import, which has an entry for each account, is one line. */
export interface AuditLine extends AuditEntry {
  /** Number of accounts that an import has added; 1 for other changes. */
  count: number
}

/**
 * The newest 5,000 entries of a server's log. If the oldest of these are only a part of an import, they are left out. Changes of the policy,
 * with reasons of exceptions and names of tokens, are included only `withPolicy`.
 */
export async function readAuditLog(
  { database }: Pick<WatchContext, 'database'>,
  guildId: string,
  withPolicy: boolean,
): Promise<AuditLog> {
  return database.read(async ({ audit }) => {
    const found = withPolicy
      ? await audit.list(guildId, MAX_ENTRIES + 1)
      : await audit.listOf(guildId, WATCH_ACTIONS, MAX_ENTRIES + 1)
    const next = found[MAX_ENTRIES]
    return {
      entries: found.slice(0, MAX_ENTRIES).filter((entry) => !next || !isSameImport(entry, next)),
      isCut: next !== undefined,
      hasHiddenChanges: !withPolicy && (await audit.hasOthers(guildId, WATCH_ACTIONS)),
    }
  }, guildId)
}

/** Groups entries into lines, in the same order. */
export function toAuditLines(entries: readonly AuditEntry[]): AuditLine[] {
  const lines: AuditLine[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    if (last && isSameImport(last, entry)) last.count += 1
    else lines.push({ ...entry, count: 1 })
  }
  return lines
}

/** Whether both entries belong to one import, whose entries are stored directly one after another. */
function isSameImport(one: AuditEntry, other: AuditEntry): boolean {
  const isImported = one.action === 'imported' && other.action === 'imported'
  if (!isImported || one.steamId === null || other.steamId === null) return false
  return one.at === other.at && one.userId === other.userId && one.detail === other.detail
}
