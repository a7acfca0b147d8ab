import type { AuditEntry } from '../database/audit.ts'
import type { WatchContext } from './watch-context.ts'

export type { AuditAction, AuditEntry, PolicyEntry, WatchAction } from '../database/audit.ts'

const MAX_ENTRIES = 5_000

/** The changes of a server's watch list and of its policy. */
export interface AuditLog {
  /** Newest first. */
  entries: AuditEntry[]
  /** Whether there are older ones. */
  isCut: boolean
  /** Whether there are changes that this reader may not see. */
  hasHiddenChanges: boolean
}

/** A change as it is listed: an import, which has an entry for each account, is one. */
export interface AuditLine extends AuditEntry {
  /** How many accounts an import has added; 1 for other changes. */
  count: number
}

/** Before imports had an entry for each account, theirs had the count and the reason as its detail. */
const COUNT_AND_REASON = /^(\d+): (.*)$/s

/**
 * The newest 5,000 entries of a server's log, without an import that they contain in part; changes of the policy, with the reasons
 * of exceptions and the names of tokens, only `withPolicy`.
 */
export async function readAuditLog(
  { database }: Pick<WatchContext, 'database'>,
  guildId: string,
  withPolicy: boolean,
): Promise<AuditLog> {
  const { found, hasHiddenChanges } = await database.read(async ({ audit }) =>
    withPolicy
      ? { found: await audit.list(guildId, MAX_ENTRIES + 1), hasHiddenChanges: false }
      : {
          found: await audit.listOfWatches(guildId, MAX_ENTRIES + 1),
          hasHiddenChanges: (await audit.listOfPolicy(guildId, 1)).length > 0,
        },
  )
  const next = found[MAX_ENTRIES]
  if (next === undefined) return { entries: found, isCut: false, hasHiddenChanges }
  const lastWhole = found.findLastIndex((entry, index) => index < MAX_ENTRIES && !isSameImport(entry, next))
  return { entries: found.slice(0, lastWhole + 1), isCut: true, hasHiddenChanges }
}

/** The changes that entries are about, in the same order. */
export function toAuditLines(entries: readonly AuditEntry[]): AuditLine[] {
  const lines: AuditLine[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    if (last && isSameImport(last, entry)) last.count += 1
    else lines.push(toLine(entry))
  }
  return lines
}

/** Whether both are accounts of the same import: those are stored directly one after another. */
function isSameImport(one: AuditEntry, other: AuditEntry): boolean {
  const isImported = one.action === 'imported' && other.action === 'imported'
  if (!isImported || one.steamId === null || other.steamId === null) return false
  return one.at === other.at && one.userId === other.userId && one.detail === other.detail
}

function toLine(entry: AuditEntry): AuditLine {
  const [, count, reason] = (entry.action === 'imported' && COUNT_AND_REASON.exec(entry.detail)) || []
  if (entry.steamId !== null || count === undefined || reason === undefined) return { ...entry, count: 1 }
  return { ...entry, count: Number(count), detail: reason }
}
