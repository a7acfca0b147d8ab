import type { AuditEntry } from '../database/audit.ts'
import { BAN_ACTIONS } from '../model/ban.ts'
import type { SteamId } from '../model/steam-id.ts'
import { isOfImport, WATCH_ACTIONS } from '../model/watch.ts'
import { readAccountsInMessage } from '../text/account-list.ts'
import type { WatchRepositories } from './database/repositories.ts'
import type { WatchContext } from './watch-context.ts'

export type { AuditChange, AuditEntry } from '../database/audit.ts'

const MAX_ENTRIES = 5_000
/** The changes that every moderator may see. */
const FOR_MODERATORS = [...WATCH_ACTIONS, ...BAN_ACTIONS]

/** The changes of a server. */
export interface AuditLog {
  /** The entries, newest first. */
  entries: AuditEntry[]
  /** Whether there are older entries. */
  isCut: boolean
  /** Whether there are changes that this reader may not see. */
  hasHiddenChanges: boolean
}

/** Which changes are wanted. */
export interface LogFilter {
  /** An account, or a part of its name or of a reason; empty for all. */
  search: string
  /** The Discord id of who made them; empty for everybody. */
  userId: string
}

/** A line of the log. An import, which has an entry for each account, is one line. */
export interface AuditLine extends AuditEntry {
  /** Number of accounts that an import has added; 1 for other changes. */
  count: number
}

/**
 * The newest 5,000 entries of a server's log, and of these the ones that pass a filter. If the oldest of these are only a part of an import, they
 * are left out. Changes of the policy, with reasons of exceptions and names of tokens, are included only `withPolicy`.
 */
export async function readAuditLog(
  { database }: Pick<WatchContext, 'database'>,
  guildId: string,
  withPolicy: boolean,
  filter: LogFilter = { search: '', userId: '' },
): Promise<AuditLog> {
  return database.read(async (repositories) => {
    const { audit } = repositories
    const found = withPolicy
      ? await audit.list(guildId, MAX_ENTRIES + 1)
      : await audit.listOf<string>(guildId, FOR_MODERATORS, MAX_ENTRIES + 1)
    const next = found[MAX_ENTRIES]
    const whole = found.slice(0, MAX_ENTRIES).filter((entry) => !next || !isSameImport(entry, next))
    const named = await findNamed(repositories, guildId, whole, filter)
    return {
      entries: whole.filter((entry) => passes(entry, filter, named)),
      isCut: next !== undefined,
      hasHiddenChanges: !withPolicy && (await audit.hasOthers(guildId, FOR_MODERATORS)),
    }
  }, guildId)
}

/** The changes of a server about an account, newest first; those of exceptions only `withPolicy`. */
export async function readChangesOf(
  { database }: Pick<WatchContext, 'database'>,
  guildId: string,
  steamId: SteamId,
  withPolicy: boolean,
): Promise<AuditEntry[]> {
  const entries = await database.read(({ audit }) => audit.listAbout(guildId, steamId, MAX_ENTRIES))
  return entries.filter(({ action }) => withPolicy || FOR_MODERATORS.some((each) => each === action))
}

const isIn = (text: string, search: string) =>
  text.normalize('NFKC').toLowerCase().includes(search.normalize('NFKC').toLowerCase())

/** The accounts of these entries that are on the list of the server, and had a name with the searched text. */
async function findNamed(
  { watches, accountNames }: Pick<WatchRepositories, 'watches' | 'accountNames'>,
  guildId: string,
  entries: readonly AuditEntry[],
  { search }: LogFilter,
): Promise<ReadonlySet<SteamId>> {
  if (search === '') return new Set()
  const steamIds = [...new Set(entries.flatMap(({ steamId }) => steamId ?? []))]
  const names = await accountNames.ofAll([...(await watches.existing(guildId, steamIds))])
  return new Set(names.filter(({ name }) => isIn(name, search)).map(({ steamId }) => steamId))
}

function passes(entry: AuditEntry, { search, userId }: LogFilter, named: ReadonlySet<SteamId>): boolean {
  if (userId !== '' && entry.userId !== userId) return false
  if (search === '') return true
  const [steamId] = readAccountsInMessage(search).accounts
  if (steamId !== undefined) return entry.steamId === steamId
  return isIn(entry.detail, search) || (entry.steamId !== null && named.has(entry.steamId))
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
  const isImported = isOfImport(one.action) && one.action === other.action
  if (!isImported || one.steamId === null || other.steamId === null) return false
  return one.at === other.at && one.userId === other.userId && one.detail === other.detail
}
