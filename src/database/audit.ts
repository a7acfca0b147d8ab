import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { SteamId } from '../model/steam-id.ts'
import { insertInChunks, readRows } from './rows.ts'

const AUDIT_ACTIONS = ['added', 'removed', 'imported', 'expired', 'channel_set', 'forgotten'] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** A change to the data of a Discord server, and who made it. */
export interface AuditEntry {
  guildId: string
  at: number
  /** The Discord id of the user; null when the service did it by itself. */
  userId: string | null
  action: AuditAction
  /** The account that it is about; null when it is about none or several. */
  steamId: SteamId | null
  /** The reason, or a channel, as text. */
  detail: string
}

export interface AuditRepository {
  /** Adds entries of servers that are known (`guilds.touch`). */
  add(entries: readonly AuditEntry[]): Promise<void>
  /** The newest entries of a server, newest first. */
  list(guildId: string, limit: number): Promise<AuditEntry[]>
  /** Removes the entries of a server about an account. */
  forget(guildId: string, steamId: SteamId): Promise<void>
  deleteOlderThan(before: number): Promise<void>
}

const entrySchema = z.object({
  guildId: z.string(),
  at: unixSecondsSchema,
  userId: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  steamId: z.string().nullable(),
  detail: z.string(),
})

export function createAuditRepository(db: Knex): AuditRepository {
  return {
    async add(entries) {
      await insertInChunks(entries, (chunk) => db('audit_log').insert(chunk.map(toRow)))
    },

    async list(guildId, limit) {
      const rows: unknown = await db('audit_log')
        .where('guild_id', guildId)
        .orderBy([
          { column: 'at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(limit)
        .select({
          guildId: 'guild_id',
          at: 'at',
          userId: 'user_id',
          action: 'action',
          steamId: 'steam_id',
          detail: 'detail',
        })
      return readRows('audit_log', entrySchema, rows)
    },

    async forget(guildId, steamId) {
      await db('audit_log').where({ guild_id: guildId, steam_id: steamId }).delete()
    },

    async deleteOlderThan(before) {
      await db('audit_log').where('at', '<', before).delete()
    },
  }
}

function toRow({ guildId, at, userId, action, steamId, detail }: AuditEntry) {
  return { guild_id: guildId, at, user_id: userId, action, steam_id: steamId, detail }
}
