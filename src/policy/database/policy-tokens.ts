import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { notePolicyChange } from './policies.ts'
import { readInsertedId, selectRows, toRow } from '../../database/rows.ts'

export type PolicyTokensRepository = ReturnType<typeof createPolicyTokensRepository>

const tokenSchema = z.object({
  id: z.int(),
  guildId: z.string(),
  /** The game server of the token, by the name that its owner chose. */
  name: z.string(),
  /** SHA-256 of the token, in hexadecimal digits. */
  hash: z.string().regex(/^[\da-f]{64}$/),
  createdAt: unixSecondsSchema,
  /** The Discord id of the user who created it. */
  createdBy: z.string(),
  firstUsedAt: unixSecondsSchema.nullable(),
  lastAskedAt: unixSecondsSchema.nullable(),
  /** When a newer token of this name replaced it; null for the current token of the name. */
  replacedAt: unixSecondsSchema.nullable(),
})
/** A token with which a game server asks for verdicts; only its hash is stored. */
export type PolicyToken = z.infer<typeof tokenSchema>

export function createPolicyTokensRepository(db: Knex) {
  const named = (guildId: string, name: string) => db('policy_tokens').where({ guild_id: guildId, name })
  const remove = async (guildId: string, tokens: Knex.QueryBuilder) => {
    const removed: number = await tokens.delete()
    if (removed > 0) await notePolicyChange(db, [guildId])
    return removed
  }
  const find = async (tokens: Knex.QueryBuilder) => selectRows('policy_tokens', tokenSchema, tokens.orderBy('id'))

  return {
    /** The tokens of a policy, including replaced tokens, in the order of their creation. */
    list: (guildId: string): Promise<PolicyToken[]> => find(db('policy_tokens').where('guild_id', guildId)),
    /** The current tokens of all policies. */
    current: (): Promise<PolicyToken[]> => find(db('policy_tokens').whereNull('replaced_at')),

    /** Adds a token to an existing policy, and returns its id. */
    async add(token: Pick<PolicyToken, 'guildId' | 'name' | 'hash' | 'createdAt' | 'createdBy'>): Promise<number> {
      const inserted: unknown = await db('policy_tokens').insert(toRow(tokenSchema, token)).returning('id')
      await notePolicyChange(db, [token.guildId])
      return readInsertedId(inserted)
    },

    /** Records that the current token of a name is replaced. */
    async replace(guildId: string, name: string, at: number): Promise<void> {
      await named(guildId, name).whereNull('replaced_at').update({ replaced_at: at })
      await notePolicyChange(db, [guildId])
    },

    /** Deletes all tokens of a name, including replaced ones; returns their number. */
    revoke: (guildId: string, name: string): Promise<number> => remove(guildId, named(guildId, name)),
    /** Deletes the replaced tokens of a name; returns their number. */
    revokeReplaced: (guildId: string, name: string): Promise<number> =>
      remove(guildId, named(guildId, name).whereNotNull('replaced_at')),

    /** Records that a token was used at `at`; the first use of a token deletes the tokens that it has replaced. */
    async noteUse(id: number, at: number): Promise<void> {
      const [token] = await find(db('policy_tokens').where('id', id))
      if (!token) return
      await db('policy_tokens').where('id', id).update({ last_asked_at: at })
      if (token.firstUsedAt !== null) return
      await db('policy_tokens').where('id', id).update({ first_used_at: at })
      await remove(token.guildId, named(token.guildId, token.name).where('id', '<', id))
    },

    /** Deletes tokens that were replaced at `before` or earlier. */
    async deleteReplaced(before: number): Promise<void> {
      const old = db('policy_tokens').where('replaced_at', '<=', before)
      await notePolicyChange(db, await old.clone().distinct().pluck<string[]>('guild_id'))
      await old.delete()
    },
  }
}
