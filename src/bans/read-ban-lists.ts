import type { Clock } from '../lib/clock.ts'
import { DatabaseError } from '../model/database-error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { BanLists } from './ban-lists.ts'
import type { BanChange } from './database/ban-changes.ts'
import type { DamagedBan } from './database/enforced-bans.ts'
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
  return { readLists, apply }
}

const describeDamage = ({ guildId, id, field }: DamagedBan) =>
  new DatabaseError(
    'damaged',
    `The ban list of the Discord server ${guildId} is damaged: in the table bans, ${field} of the row with the id ${id} is not valid. The game servers of this Discord server get no decision (503) until the row is repaired or deleted, or a backup is restored. The list is read again each minute.`,
  )
