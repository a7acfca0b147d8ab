import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import { DatabaseError } from '../model/database-error.ts'
import type { SteamId } from '../model/steam-id.ts'
import { createBanLists } from './ban-lists.ts'
import type { BanChange } from './database/ban-changes.ts'
import type { BanDatabase } from './database/repositories.ts'

/** Every process knows a change of a list at most two seconds after its commit. */
const INTERVAL_MS = 1_000
/** Small enough that other transactions need not wait for long, and that the process answers requests in between. */
const BANS_PER_READ = 1_000
const CHANGES_PER_READ = 500
/** All lists are read again after this time without an answer of the database, because changes are kept for a day only. */
const LOST_MS = 12 * 3_600_000
/** How often the list of a server with a damaged ban is read again, because it may have been repaired. */
const DAMAGED_MS = 60_000

export interface StoredBansOptions {
  database: Pick<BanDatabase, 'read'>
  clock: Clock
  /** Called with failures of the database; the lists in memory stay in use. */
  onError: (error: unknown) => void
}

export type StoredBans = ReturnType<typeof createStoredBans>

/** Keeps the ban lists in memory, and follows their changes. `load` reads them all. */
export function createStoredBans({ database, clock, onError }: StoredBansOptions) {
  const lists = createBanLists()
  let lastId = 0
  let readAt = clock.now()
  let damagedReadAt = clock.now()
  /** Reads all lists, or that of one server. */
  const readLists = async (guildId?: string) => {
    const reading = lists.beginReading(guildId)
    const now = clock.unixSeconds()
    for (let after: number | null = 0; after !== null;) {
      const from: number = after
      const part = await database.read(({ bans }) =>
        bans.enforcedPart({ after: from, limit: BANS_PER_READ, now, guildId }),
      )
      reading.add(part.bans)
      for (const damaged of part.damaged) reading.addDamaged(damaged)
      after = part.next
    }
    reading.finish()
  }
  const load = async () => {
    // Read before the lists, so that a change that is made meanwhile is read again.
    const newestId = await database.read(({ banChanges }) => banChanges.newestId())
    await readLists()
    lastId = newestId
    readAt = clock.now()
  }
  const update = async (guildId: string, steamIds: readonly SteamId[]) => {
    try {
      const now = clock.unixSeconds()
      lists.update(guildId, steamIds, await database.read(({ bans }) => bans.enforcedOf(guildId, steamIds, now)))
    } catch (error) {
      if (!(error instanceof DatabaseError && error.problem === 'damaged')) throw error
      lists.markDamaged(guildId)
      onError(error)
    }
  }
  const updateImported = async (guildId: string, importId: number) => {
    for (let after: SteamId | undefined = ''; after !== undefined;) {
      const from: SteamId = after
      const part = await database.read(({ banImports }) => banImports.accountsPart(importId, from, CHANGES_PER_READ))
      await update(guildId, part)
      after = part.length < CHANGES_PER_READ ? undefined : part.at(-1)
    }
  }
  // The bans are read as they are now, so the order of changes makes no difference, and reading them twice does no harm.
  const apply = async (changes: readonly BanChange[]) => {
    const accounts = new Map<string, Set<SteamId>>()
    for (const { guildId, steamId, importId } of changes) {
      if (steamId !== null) accounts.set(guildId, (accounts.get(guildId) ?? new Set()).add(steamId))
      else if (importId !== null) await updateImported(guildId, importId)
      else await readLists(guildId)
    }
    for (const [guildId, steamIds] of accounts) await update(guildId, [...steamIds])
  }
  const follow = async () => {
    if (clock.now() - readAt >= LOST_MS) await load()
    for (;;) {
      const changes = await database.read(({ banChanges }) => banChanges.after(lastId, CHANGES_PER_READ))
      await apply(changes)
      lastId = changes.at(-1)?.id ?? lastId
      if (changes.length < CHANGES_PER_READ) break
    }
    readAt = clock.now()
    if (lists.damaged().size > 0 && clock.now() - damagedReadAt >= DAMAGED_MS) {
      damagedReadAt = clock.now()
      for (const guildId of lists.damaged()) await readLists(guildId)
    }
  }
  /** Steps run one after another, because a later one must not be overtaken by an earlier one. */
  let following: Promise<void> = Promise.resolve()
  const followInTurn = () => (following = following.catch(() => {}).then(follow))
  return {
    find: lists.find,
    isKnown: lists.isKnown,
    damaged: lists.damaged,
    /** Reads all lists; rejects with a DatabaseError. */
    load,
    /** Takes over the changes that were committed; to be called after this process has changed a list. Never rejects. */
    reload: () => followInTurn().catch(onError),
    /** Takes over the changes of other processes each second, until the signal aborts. */
    run(signal: AbortSignal): Promise<void> {
      const step = async () => {
        // The pause does not grow after failures, so that changes during an outage are known soon after its end.
        await followInTurn().catch((error: unknown) => signal.aborted || onError(error))
        return INTERVAL_MS
      }
      return repeat(step, { clock, signal, onError })
    },
  }
}
