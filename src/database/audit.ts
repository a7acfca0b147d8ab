import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../model/bounds.ts'
import type { SteamId } from '../model/steam-id.ts'
import { columnsOf, insertInChunks, readRows, toRow } from './rows.ts'

/** Changes of a watch list; `channel_set` and `forgotten` concern all data of the server. */
export const WATCH_ACTIONS = ['added', 'removed', 'imported', 'expired', 'channel_set', 'forgotten'] as const
const POLICY_ACTIONS = [
  'policy_saved',
  'policy_mode_set',
  'policy_notify_set',
  'exception_added',
  'exception_removed',
  'exception_expired',
  'token_created',
  'token_revoked',
] as const
export type WatchAction = (typeof WATCH_ACTIONS)[number]
export type PolicyAction = (typeof POLICY_ACTIONS)[number]
export type AuditAction = WatchAction | PolicyAction

/** A change of a Discord server's data, and its author. */
export interface AuditEntry<Action extends AuditAction = AuditAction> {
  guildId: string
  at: number
  /** The Discord id of the user; null if the service made the change by itself. */
  userId: string | null
  action: Action
  /** The account of the change; null if it concerns none or several. */
  steamId: SteamId | null
  /**
   * The reason, or a channel. For a policy: its version, mode or notices; the decision of an exception, a space and its reason; the name of
   * a token.
   */
  detail: string
}

/** What a change of a policy was, without where, when and by whom. */
export type PolicyEntry = Pick<AuditEntry<PolicyAction>, 'action' | 'steamId' | 'detail'>

const entryShape = {
  guildId: z.string(),
  at: unixSecondsSchema,
  userId: z.string().nullable(),
  steamId: z.string().nullable(),
  detail: z.string(),
}
const entrySchema = z.object({ ...entryShape, action: z.enum([...WATCH_ACTIONS, ...POLICY_ACTIONS]) })
const policyEntrySchema = z.object({ ...entryShape, action: z.enum(POLICY_ACTIONS) })

export function createAuditRepository(db: Knex) {
  const ofGuild = (guildId: string) => db('audit_log').where('guild_id', guildId)
  const newest = async (entries: Knex.QueryBuilder, limit: number): Promise<unknown> =>
    entries
      .orderBy([
        { column: 'at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit)
      .select(columnsOf(entrySchema))
  return {
    /** Adds entries of known servers (`guilds.touch`). */
    async add(entries: readonly AuditEntry[]): Promise<void> {
      await insertInChunks(entries, (chunk) => db('audit_log').insert(chunk.map((entry) => toRow(entrySchema, entry))))
    },

    /** The newest entries of a server, newest first. */
    list: async (guildId: string, limit: number): Promise<AuditEntry[]> =>
      readRows('audit_log', entrySchema, await newest(ofGuild(guildId), limit)),
    /** The newest entries of a server that do not concern its policy, newest first. */
    listOfWatches: async (guildId: string, limit: number): Promise<AuditEntry[]> =>
      readRows('audit_log', entrySchema, await newest(ofGuild(guildId).whereIn('action', WATCH_ACTIONS), limit)),
    /** The newest entries of a server that concern its policy, newest first. */
    listOfPolicy: async (guildId: string, limit: number): Promise<AuditEntry<PolicyAction>[]> =>
      readRows('audit_log', policyEntrySchema, await newest(ofGuild(guildId).whereIn('action', POLICY_ACTIONS), limit)),

    /** Removes the entries of a server about an account. */
    async forget(guildId: string, steamId: SteamId): Promise<void> {
      await db('audit_log').where({ guild_id: guildId, steam_id: steamId }).delete()
    },

    async deleteOlderThan(before: number): Promise<void> {
      await db('audit_log').where('at', '<', before).delete()
    },
  }
}
