import type { Knex } from 'knex'
import type { z } from 'zod'
import { columnsOf, inChunks, readRows } from '../../database/rows.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { isActive, newBanSchema, validBans } from './ban-rows.ts'

const enforcedBanSchema = newBanSchema.pick({ guildId: true, steamId: true, reason: true, until: true })
/** The part of a stored ban by which joins are refused. */
export type EnforcedBan = z.infer<typeof enforcedBanSchema>

interface EnforcedQuery {
  /** Only bans with an id above this are read. */
  after: number
  limit: number
  now: number
  /** The server whose bans are read; undefined for all servers. */
  guildId: string | undefined
  /** The import whose bans are read; undefined for all bans. */
  importId?: number
}

/** A row that is not valid, which makes the list of its server unknown. */
export interface DamagedBan {
  guildId: string
  /** The id of the row. */
  id: number
  /** The field that is not valid. */
  field: string
}

interface EnforcedPart {
  bans: EnforcedBan[]
  damaged: DamagedBan[]
  /** The id after which the next part begins; null if this is the last one. */
  next: number | null
}

/** The bans by which joins are refused. */
export function createEnforcedBansRepository(db: Knex) {
  return {
    /** The bans of these accounts by which joins are refused at `now`; throws when one is damaged. */
    async of(guildId: string, steamIds: readonly SteamId[], now: number): Promise<EnforcedBan[]> {
      const rows = await inChunks(steamIds, async (chunk): Promise<unknown[]> =>
        validBans(db)
          .where('b.guild_id', guildId)
          .whereIn('b.steam_id', chunk)
          .modify(isActive(now))
          .select(columnsOf(enforcedBanSchema, 'b')),
      )
      return readRows('bans', enforcedBanSchema, rows.flat())
    },

    /** A part of the bans by which joins are refused at `now`, of one import, of one server or of all, in the order of their ids. */
    async part({ after, limit, now, guildId, importId }: EnforcedQuery): Promise<EnforcedPart> {
      const bans = validBans(db).where('b.id', '>', after).modify(isActive(now)).orderBy('b.id').limit(limit)
      // Not of its server too, because Postgres without statistics would then read the whole list for each part.
      if (importId !== undefined) bans.where('b.import_id', importId)
      else if (guildId !== undefined) bans.where('b.guild_id', guildId)
      const rows: { id: number; guildId: string }[] = await bans.select({
        ...columnsOf(enforcedBanSchema, 'b'),
        id: 'b.id',
      })
      const parsed = rows.map((row) => ({ row, result: enforcedBanSchema.safeParse(row) }))
      return {
        bans: parsed.flatMap(({ result }) => (result.success ? [result.data] : [])),
        damaged: parsed.flatMap(({ row: { guildId: ofGuild, id }, result }) =>
          result.success ? [] : [{ guildId: ofGuild, id, field: result.error.issues[0]?.path.join('.') ?? '' }],
        ),
        next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
      }
    },
  }
}
