import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { UndoId } from '../model/undo.ts'
import { eraseTraces } from './erase-traces.ts'
import { inChunks, insertInChunks, selectRows, toRow } from './rows.ts'

/** A change of a Discord server's data, and its author. Each feature has its own actions. */
export interface AuditEntry<Action extends string = string> {
  guildId: string
  at: number
  /** The Discord id of the user; null if the service made the change by itself. */
  userId: string | null
  action: Action
  /** The account that the change is about; null if it is about no account or several accounts. */
  steamId: SteamId | null
  /**
   * Depends on the action: the terms of a ban, an entry or an exception (`toTermsDetail`); the id of the channel for alerts, followed by a space and the id of the role if one is set; a
   * language; the version, mode or notices of a policy; the name of a token.
   */
  detail: string
}

/** An entry to be stored. */
export interface NewAuditEntry extends AuditEntry {
  /** The id of the *pending* row with which the change can be undone, for the line that tells the team of it. */
  undo?: UndoId | null
}

/** What a change was, without where, when and by whom. */
export type AuditChange = Pick<AuditEntry, 'action' | 'steamId' | 'detail'>

export type AuditRepository = ReturnType<typeof createAuditRepository>

const entrySchema = z.object({
  guildId: z.string(),
  at: unixSecondsSchema,
  userId: z.string().nullable(),
  action: z.string(),
  steamId: z.string().nullable(),
  detail: z.string(),
})

export function createAuditRepository(db: Knex) {
  const newest = async (
    guildId: string,
    limit: number | undefined,
    entries = db('audit_log'),
  ): Promise<AuditEntry[]> => {
    const ofServer = entries.where('guild_id', guildId).orderBy([
      { column: 'at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    if (limit !== undefined) void ofServer.limit(limit)
    return selectRows('audit_log', entrySchema, ofServer)
  }
  return {
    /** Adds entries; their servers must be stored already (`guilds.touch`). */
    async add(entries: readonly NewAuditEntry[]): Promise<void> {
      await insertInChunks(entries, (chunk) => db('audit_log').insert(chunk.map((entry) => toRow(entrySchema, entry))))
    },

    /** The newest entries of a server, newest first. */
    list: (guildId: string, limit: number): Promise<AuditEntry[]> => newest(guildId, limit),

    /** The newest entries of a server with one of these actions, newest first. */
    async listOf<Action extends string>(guildId: string, actions: readonly Action[], limit: number) {
      const isOf = (entry: AuditEntry): entry is AuditEntry<Action> => actions.some((action) => action === entry.action)
      return (await newest(guildId, limit, db('audit_log').whereIn('action', actions))).filter(isOf)
    },

    /** The newest entry of a server about each of these accounts with one of these actions, as far as it is not older than `since`. */
    async newestOfEach(
      guildId: string,
      steamIds: readonly SteamId[],
      { actions, since = 0 }: { actions: readonly string[]; since?: number },
    ): Promise<ReadonlyMap<SteamId | null, AuditEntry>> {
      const found = await inChunks(steamIds, (chunk) => {
        const entries = db('audit_log').whereIn('steam_id', chunk).whereIn('action', actions)
        return newest(guildId, undefined, entries.where('at', '>=', since))
      })
      // The newest one comes last, and stays.
      return new Map(
        found
          .flat()
          .toReversed()
          .map((entry) => [entry.steamId, entry]),
      )
    },

    /** The newest entries of a server about an account, newest first. */
    listAbout: (guildId: string, steamId: SteamId, limit: number): Promise<AuditEntry[]> =>
      newest(guildId, limit, db('audit_log').where('steam_id', steamId)),

    /** Whether a server has entries with actions other than `actions`. */
    hasOthers: async (guildId: string, actions: readonly string[]): Promise<boolean> =>
      (await newest(guildId, 1, db('audit_log').whereNotIn('action', actions))).length > 0,

    /** Removes the entries of a server about an account. */
    async forget(guildId: string, steamId: SteamId): Promise<void> {
      await db('audit_log').where({ guild_id: guildId, steam_id: steamId }).delete()
    },

    /** Erases every trace of an account; returns whether there was any. */
    erase: (steamId: SteamId): Promise<boolean> =>
      eraseTraces(db, steamId, { tables: ['audit_log'], texts: [{ table: 'audit_log', text: 'detail' }] }),

    async deleteOlderThan(before: number): Promise<void> {
      await db('audit_log').where('at', '<', before).delete()
    },
  }
}
