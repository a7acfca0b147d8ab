import type { Clock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'
import { createBanLists } from './ban-lists.ts'
import { CHANGES_PER_READ, createListReader, type UnreadImport } from './read-ban-lists.ts'
import type { BanDatabase } from './database/repositories.ts'

/** Every process knows a change of a list at most two seconds after its commit. */
const INTERVAL_MS = 1_000
/** All lists are read again after this time without an answer of the database, because old changes are deleted. */
const LOST_MS = 12 * 3_600_000
/**
 * All lists are read again after the clock was set by more than this, or the machine was suspended for longer: bans that had ended by a wrong
 * clock are not in memory, and changes may have been deleted meanwhile.
 */
const SHIFT_MS = 60_000
/** How often the list of a server with a damaged ban is read again, because it may have been repaired. */
const DAMAGED_MS = 60_000

export interface StoredBansOptions {
  database: Pick<BanDatabase, 'read'>
  clock: Clock
  /**
   * Called with failures of the database; the lists in memory stay in use. Called with `guildId` each minute while the list of that server is
   * damaged, and so not in use.
   */
  onError: (error: unknown, guildId?: string) => void
}

export type StoredBans = ReturnType<typeof createStoredBans>

/** Keeps the ban lists in memory, and follows their changes. `load` reads them all. */
export function createStoredBans({ database, clock, onError }: StoredBansOptions) {
  const lists = createBanLists()
  let lastId = 0
  let readAt = clock.now()
  /** The monotonic clock stands still while the machine is suspended, and the other one can be set. */
  const clockShift = () => clock.unixMs() - clock.now()
  let loadedShift = clockShift()
  let damagedReadAt = clock.now()
  /** Read in parts, between which other changes are taken over. */
  let unread: UnreadImport[] = []
  const { readLists, apply, readImport } = createListReader({ database, clock, onError }, lists)
  const load = async () => {
    // Read before the lists, so that a change that is made meanwhile is read again.
    const shift = clockShift()
    const newestId = await database.read(({ events }) => events.newestId())
    await readLists()
    lastId = newestId
    loadedShift = shift
    unread = []
    readAt = clock.now()
  }
  const follow = async () => {
    if (clock.now() - readAt >= LOST_MS || Math.abs(clockShift() - loadedShift) >= SHIFT_MS) await load()
    for (;;) {
      const { changes, newestId } = await database.read(async ({ events }) => ({
        changes: await events.banChanges(lastId, CHANGES_PER_READ),
        newestId: await events.newestId(),
      }))
      unread.push(...(await apply(changes)))
      if (changes.length === CHANGES_PER_READ) {
        lastId = changes.at(-1)?.id ?? lastId
        continue
      }
      // Past the events about other things too, which would otherwise be searched again each second. Never back, because old events are deleted.
      lastId = Math.max(lastId, newestId)
      break
    }
    readAt = clock.now()
    if (lists.damaged().size > 0 && clock.now() - damagedReadAt >= DAMAGED_MS) {
      damagedReadAt = clock.now()
      for (const guildId of lists.damaged()) await readLists(guildId)
    }
  }
  const step = async () => {
    await follow()
    const [first, ...others] = unread
    if (first) unread = [...(await readImport(first)), ...others]
  }
  /** Steps run one at a time, because an older read must not overwrite a newer one. */
  let following: Promise<void> = Promise.resolve()
  const stepInTurn = () => (following = following.catch(() => {}).then(step))
  const followAll = async () => {
    do await stepInTurn()
    while (unread.length > 0)
  }
  return {
    find: lists.find,
    isKnown: lists.isKnown,
    hasBans: lists.hasBans,
    isListed: lists.isListed,
    /** Reads all lists; rejects with a DatabaseError. */
    load,
    /** Takes over the committed changes, except imports; to be called after this process has changed a list. Never rejects. */
    reload: () => stepInTurn().catch((error: unknown) => onError(error)),
    /** Takes over all committed changes; to be called after this process has completed or undone an import. Never rejects. */
    reloadImports: () => followAll().catch((error: unknown) => onError(error)),
    /** Takes over the changes of other processes each second, until the signal aborts. */
    run(signal: AbortSignal): Promise<void> {
      const followOnce = async () => {
        // The pause does not grow after failures, so that changes during an outage are known soon after its end.
        await followAll().catch((error: unknown) => signal.aborted || onError(error))
        return INTERVAL_MS
      }
      return repeat(followOnce, { clock, signal, onError })
    },
  }
}
