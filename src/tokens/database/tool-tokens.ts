import type { Knex } from 'knex'
import { z } from 'zod'
import { columnsOf, jsonColumn, readInsertedId, readRows, selectRows, toRow } from '../../database/rows.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { TOOL_SCOPES, type ToolScope } from '../../model/tool-token.ts'

/**
 * The known scopes of a stored list. A scope that only a later version of the service knows opens nothing, and neither does a damaged list,
 * which must not keep the service from loading other tokens.
 */
const scopesColumn = jsonColumn(z.array(z.string()))
  .transform((stored): ToolScope[] => TOOL_SCOPES.filter((scope) => stored.includes(scope)))
  .catch([])

const tokenSchema = z.object({
  id: z.int(),
  guildId: z.string(),
  /** The tool of the token, by the name that a person chose. */
  name: z.string(),
  /** SHA-256 of the token, in hexadecimal digits. */
  hash: z.string(),
  scopes: scopesColumn,
  /** The Discord id of the user who created it. */
  createdBy: z.string(),
  createdAt: unixSecondsSchema,
  expiresAt: unixSecondsSchema,
  lastUsedAt: unixSecondsSchema.nullable(),
})
/** A token with which a tool uses the data of a Discord server; only its hash is stored. */
export type ToolToken = z.infer<typeof tokenSchema>

const locatedSchema = tokenSchema.extend({ locale: z.string() })
/** A token, and the locale of its server. */
export type LocatedToken = z.infer<typeof locatedSchema>

export function createToolTokensRepository(db: Knex) {
  return {
    /** The tokens of a server, including expired ones, in the order of their creation. */
    list: (guildId: string): Promise<ToolToken[]> =>
      selectRows('tool_tokens', tokenSchema, db('tool_tokens').where('guild_id', guildId).orderBy('id')),

    /** The tokens of all servers, including expired ones. */
    async all(): Promise<LocatedToken[]> {
      const rows: unknown = await db('tool_tokens as t')
        .join('guilds as g', 'g.guild_id', 't.guild_id')
        .select({ ...columnsOf(tokenSchema, 't'), locale: 'g.locale' })
      return readRows('tool_tokens', locatedSchema, rows)
    },

    /** Adds a token to a known server, and returns its id. */
    async add(token: Omit<ToolToken, 'id' | 'lastUsedAt'>): Promise<number> {
      const inserted: unknown = await db('tool_tokens').insert(toRow(tokenSchema, token)).returning('id')
      return readInsertedId(inserted)
    },

    /** Deletes the token of a server with this id. */
    async remove(guildId: string, id: number): Promise<void> {
      await db('tool_tokens').where({ guild_id: guildId, id }).delete()
    },

    /** Records that a token was used at `at`. */
    async noteUse(id: number, at: number): Promise<void> {
      await db('tool_tokens').where('id', id).update({ last_used_at: at })
    },

    /** Deletes tokens that expired at `before` or earlier. */
    async deleteExpired(before: number): Promise<void> {
      await db('tool_tokens').where('expires_at', '<=', before).delete()
    },
  }
}
