import type { Clock } from '../lib/clock.ts'
import { createQueue } from '../lib/queue.ts'
import { repeat } from '../lib/repeat.ts'
import { isInForce, type MaybeBan, type OwnBan } from '../model/ban.ts'
import { DatabaseError } from '../model/database-error.ts'
import { EVENTS } from '../model/event.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { ListChange } from '../events/database/events.ts'
import type { BanDatabase } from './database/repositories.ts'

/** Every process knows a change of a list at most two seconds after its commit. */
const INTERVAL_MS = 1_000
/** How often a list with a row that cannot be read is read again, because it may have been repaired. */
const CLOSED_MS = 60_000
/** All lists are read again after this time without an answer of the database, a day before changes are deleted. */
const LOST_SECONDS = EVENTS['ban.added'].keptSeconds - 86_400
const CHANGES_PER_READ = 1_000

export interface StoredBansOptions {
  database: Pick<BanDatabase, 'read'>
  clock: Clock
  /**
   * Called with failures of the database; the lists in memory stay in use. Called with `guildId` each minute while the list of that server has a
   * row that cannot be read, and so is not in use.
   */
  onError: (error: unknown, guildId?: string) => void
}

/** The ban list of a server. */
interface List {
  bans: Map<SteamId, OwnBan>
  /** The id of the newest event when the list was read. */
  upTo: number
  /** Whether a row cannot be read, so that it is unknown whom the server has banned. */
  isClosed: boolean
}

export type StoredBans = ReturnType<typeof createStoredBans>

/** Keeps the ban lists of all Discord servers in memory, by which joins are refused, and follows their changes. `load` reads them all. */
export function createStoredBans(options: StoredBansOptions) {
  const { database, clock, onError } = options
  let lists: Map<string, List> | undefined
  let lastId = 0
  let followedAt = 0
  let closedReadAt = clock.now()

  const readList = async (guildId: string) => {
    const { found } = await readLists(options, guildId)
    for (const [id, list] of found) lists?.set(id, list)
  }
  const load = async () => {
    const { upTo, found } = await readLists(options)
    lists = found
    lastId = upTo
    followedAt = clock.unixSeconds()
  }

  const apply = async (all: Map<string, List>, { id, guildId, type, steamId, object }: ListChange) => {
    const list = all.get(guildId) ?? emptyList(0)
    all.set(guildId, list)
    if (id <= list.upTo) return
    if (list.isClosed || steamId === null || object === null) return readList(guildId)
    if (type === 'ban.removed') list.bans.delete(steamId)
    else list.bans.set(steamId, object)
  }
  const follow = async () => {
    if (!lists || clock.unixSeconds() - followedAt >= LOST_SECONDS) return load()
    for (let isBehind = true; isBehind;) {
      const { changes, newestId } = await database.read(async ({ events }) => ({
        changes: await events.banChanges(lastId, CHANGES_PER_READ),
        newestId: await events.newestId(),
      }))
      for (const change of changes) await apply(lists, change)
      isBehind = changes.length === CHANGES_PER_READ
      // Past the events about other things too, which would otherwise be searched again each second. Never back, because old events are deleted.
      lastId = isBehind ? (changes.at(-1)?.id ?? lastId) : Math.max(lastId, newestId)
    }
    followedAt = clock.unixSeconds()
    if (clock.now() - closedReadAt < CLOSED_MS) return
    closedReadAt = clock.now()
    for (const [guildId, { isClosed }] of lists) if (isClosed) await readList(guildId)
  }
  /** Runs are one at a time, because an older read must not overwrite a newer one. */
  const inOrder = createQueue()
  const reload = () => inOrder(follow).catch((error: unknown) => onError(error))

  const isKnown = (guildId: string) => lists !== undefined && lists.get(guildId)?.isClosed !== true
  return {
    /** The ban of an account that is in force; `unknown` if the list was not loaded or has a row that cannot be read, and no ban is found. */
    find(guildId: string, steamId: SteamId): MaybeBan {
      const ban = lists?.get(guildId)?.bans.get(steamId)
      if (ban && isInForce(ban, clock.unixSeconds())) return ban
      return isKnown(guildId) ? null : 'unknown'
    },
    /** Whether the list of a server has a ban that is active at `now`, Unix seconds, or is unknown. */
    hasBans: (guildId: string, now: number): boolean =>
      !isKnown(guildId) || [...(lists?.get(guildId)?.bans.values() ?? [])].some((ban) => isInForce(ban, now)),
    /** Whether the list of any server contains the account. */
    isListed: (steamId: SteamId): boolean => [...(lists?.values() ?? [])].some(({ bans }) => bans.has(steamId)),
    /** Reads all lists; rejects with a DatabaseError. */
    load,
    /** Takes over the committed changes; to be called after this process has changed a list. Never rejects. */
    reload,
    /** Takes over the changes of other processes each second, until the signal aborts. */
    run(signal: AbortSignal): Promise<void> {
      // The pause does not grow after failures, so that changes during an outage are known soon after its end.
      const followOnce = () => reload().then(() => INTERVAL_MS)
      return repeat(followOnce, { clock, signal, onError })
    },
  }
}

/** Reads all lists, or that of one server, from one state of the database. */
const readLists = ({ database, onError }: StoredBansOptions, guildId?: string) =>
  database.read(async ({ events, bans }) => {
    const upTo = await events.newestId()
    const found = new Map<string, List>(guildId === undefined ? [] : [[guildId, emptyList(upTo)]])
    for await (const part of bans.enforced(guildId)) {
      for (const row of part) {
        const list = found.get(row.guildId) ?? emptyList(upTo)
        found.set(row.guildId, list)
        if (!('problem' in row)) list.bans.set(row.steamId, { reason: row.reason, until: row.until })
        else if (!list.isClosed) {
          list.isClosed = true
          onError(toError(row), row.guildId)
        }
      }
    }
    return { upTo, found }
  })

const emptyList = (upTo: number): List => ({ bans: new Map(), upTo, isClosed: false })

const toError = ({ guildId, problem }: { guildId: string; problem: string }) =>
  new DatabaseError(
    'damaged',
    `The ban list of the Discord server ${guildId} is damaged: in the table bans, ${problem} is not valid. The game servers of this Discord server get no decision (503) until the row is repaired or deleted, or a backup is restored. The list is read again each minute.`,
  )
