import type { Clock } from '../lib/clock.ts'
import { DatabaseError } from '../model/database-error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { BanLists } from './ban-lists.ts'
import type { ListChange } from '../events/database/events.ts'
import type { DamagedBan, EnforcedBan } from './database/enforced-bans.ts'
import type { BanDatabase } from './database/repositories.ts'

/** Small enough that other transactions need not wait for long, and that the process answers requests in between. */
const BANS_PER_READ = 1_000
export const CHANGES_PER_READ = 500

interface ListReaderOptions {
  database: Pick<BanDatabase, 'read'>
  clock: Pick<Clock, 'unixSeconds'>
  /** Called with an error for each damaged ban that is read, and its server. */
  onError: (error: DatabaseError, guildId: string) => void
}

/** An import that has become valid or was undone, and whose bans with ids above `after` are still to be read. */
export interface UnreadImport {
  guildId: string
  importId: number
  after: number
  /** Adds bans of a valid import to the lists; null for one that was undone. */
  add: ((bans: readonly EnforcedBan[]) => void) | null
}

/** Creates the functions that read bans from the database into the lists in memory; they reject with a DatabaseError. */
export function createListReader({ database, clock, onError }: ListReaderOptions, lists: BanLists) {
  /** Reads all lists, or that of one server. */
  const readLists = async (guildId?: string) => {
    const reading = lists.beginReading(guildId)
    const now = clock.unixSeconds()
    for (let after: number | null = 0; after !== null;) {
      const from: number = after
      const part = await database.read(({ enforcedBans }) =>
        enforcedBans.part({ after: from, limit: BANS_PER_READ, now, guildId }),
      )
      reading.add(part.bans)
      for (const damaged of part.damaged) {
        reading.addDamaged(damaged.guildId)
        onError(describeDamage(damaged), damaged.guildId)
      }
      after = part.next
    }
    reading.finish()
  }
  const update = async (guildId: string, steamIds: readonly SteamId[]) => {
    try {
      const now = clock.unixSeconds()
      lists.update(
        guildId,
        steamIds,
        await database.read(({ enforcedBans }) => enforcedBans.of(guildId, steamIds, now)),
      )
    } catch (error) {
      if (!(error instanceof DatabaseError && error.problem === 'damaged')) throw error
      // Finds out which ban is damaged.
      await readLists(guildId)
    }
  }
  const addImported = async ({ guildId, importId, after }: UnreadImport, add: NonNullable<UnreadImport['add']>) => {
    const query = { after, limit: BANS_PER_READ, now: clock.unixSeconds(), guildId, importId }
    const { bans, damaged, next } = await database.read(({ enforcedBans }) => enforcedBans.part(query))
    add(bans)
    if (damaged.length > 0) await readLists(guildId)
    return next
  }
  const removeUndone = async ({ guildId, importId, after }: UnreadImport) => {
    const part = await database.read(({ banImports }) => banImports.bansPart(importId, after, CHANGES_PER_READ))
    const steamIds = part.map(({ steamId }) => steamId)
    await update(guildId, steamIds)
    return part.length < CHANGES_PER_READ ? null : (part.at(-1)?.id ?? null)
  }
  /** Reads the next bans of an import; returns what is left of it. */
  const readImport = async (unread: UnreadImport): Promise<UnreadImport[]> => {
    const next = unread.add ? await addImported(unread, unread.add) : await removeUndone(unread)
    return next === null ? [] : [{ ...unread, after: next }]
  }
  const beginImport = async (guildId: string, importId: number): Promise<UnreadImport> => {
    const found = await database.read(({ banImports }) => banImports.get(importId))
    return { guildId, importId, after: 0, add: found?.state === 'valid' ? lists.beginAdding() : null }
  }
  /**
   * Takes over changes, except imports, which it returns. The bans are read as they are now, so the order of changes makes no difference, and
   * reading them twice does no harm.
   */
  const apply = async (changes: readonly ListChange[]): Promise<UnreadImport[]> => {
    const accounts = new Map<string, Set<SteamId>>()
    const imports: UnreadImport[] = []
    for (const { guildId, steamId, importId } of changes) {
      if (steamId !== null) accounts.set(guildId, (accounts.get(guildId) ?? new Set()).add(steamId))
      else if (importId !== null) imports.push(await beginImport(guildId, importId))
      else await readLists(guildId)
    }
    for (const [guildId, steamIds] of accounts) await update(guildId, [...steamIds])
    return imports
  }
  return { readLists, apply, readImport }
}

const describeDamage = ({ guildId, id, field }: DamagedBan) =>
  new DatabaseError(
    'damaged',
    `The ban list of the Discord server ${guildId} is damaged: in the table bans, ${field} of the row with the id ${id} is not valid. The game servers of this Discord server get no decision (503) until the row is repaired or deleted, or a backup is restored. The list is read again each minute.`,
  )
