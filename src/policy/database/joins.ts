import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { factsSchema } from '../../model/facts.ts'
import { POLICY_MODES } from '../../model/policy.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { judgedReasonSchema, VERDICTS } from '../../model/verdict.ts'
import { columnsOf, inChunks, insertInChunks, jsonColumn, readRows, selectRows, toRow } from '../../database/rows.ts'

export type JoinsRepository = ReturnType<typeof createJoinsRepository>

const joinSchema = z.object({
  id: z.int(),
  guildId: z.string(),
  tokenId: z.int(),
  /** The name of the token at the time of the join. */
  tokenName: z.string(),
  steamId: z.string(),
  at: unixSecondsSchema,
  verdict: z.enum(VERDICTS),
  mode: z.enum(POLICY_MODES),
  /** The version of the policy. */
  version: z.int(),
  reasons: jsonColumn(z.array(judgedReasonSchema)),
  facts: jsonColumn(factsSchema),
})
/** A player whom a game server asked about, and the verdict. */
export type Join = z.infer<typeof joinSchema>

const newJoinSchema = joinSchema.omit({ id: true })

const countSchema = z.object({
  verdict: z.enum(VERDICTS),
  mode: z.enum(POLICY_MODES),
  count: z.coerce.number(),
})
/** Number of joins with this verdict in this mode. */
export type JoinCount = z.infer<typeof countSchema>

const tokenNameSchema = joinSchema.pick({ steamId: true, tokenName: true })

export function createJoinsRepository(db: Knex) {
  const since = (guildId: string, at: number) => db('joins').where('guild_id', guildId).where('at', '>=', at)
  return {
    /** Adds joins; their policies must exist. */
    async add(joins: readonly Omit<Join, 'id'>[]): Promise<void> {
      await insertInChunks(joins, (chunk) => db('joins').insert(chunk.map((join) => toRow(newJoinSchema, join))))
    },

    /**
     * One page of the joins since `at`, of which only the newest join of each account counts: at most `limit` joins with an id above
     * `afterId`, in the order of their ids.
     */
    async newestOfEach(guildId: string, at: number, afterId: number, limit: number): Promise<Join[]> {
      const newest = since(guildId, at).groupBy('steam_id').max('id')
      const page = db('joins').whereIn('id', newest).where('id', '>', afterId).orderBy('id').limit(limit)
      return selectRows('joins', joinSchema, page)
    },

    /** The next joins since `at` with an id below `before`, newest first; from the newest one if `before` is null. */
    async newestPart(guildId: string, at: number, before: number | null, limit: number): Promise<Join[]> {
      const joins = since(guildId, at)
      if (before !== null) void joins.where('id', '<', before)
      return selectRows('joins', joinSchema, joins.orderBy('id', 'desc').limit(limit))
    },

    /** The joins of an account at a server, newest first. */
    async of(guildId: string, steamId: SteamId, limit: number): Promise<Join[]> {
      const joins = db('joins').where({ guild_id: guildId, steam_id: steamId }).orderBy('id', 'desc').limit(limit)
      return selectRows('joins', joinSchema, joins)
    },

    async counts(guildId: string, at: number): Promise<JoinCount[]> {
      const rows: unknown = await since(guildId, at)
        .groupBy('verdict', 'mode')
        .select({ verdict: 'verdict', mode: 'mode' })
        .count({ count: '*' })
      return readRows('joins', countSchema, rows)
    },

    /**
     * The names of the tokens that asked about these accounts since `at`, by account; with `areDenied` only those whose answer was a denial.
     * Accounts without any are missing.
     */
    async askingTokens(
      guildId: string,
      steamIds: readonly SteamId[],
      at: number,
      areDenied: boolean,
    ): Promise<Map<SteamId, string[]>> {
      const found = await inChunks(steamIds, async (chunk) => {
        const asking = since(guildId, at).whereIn('steam_id', chunk)
        if (areDenied) void asking.where('verdict', 'deny')
        const rows: unknown = await asking.distinct(columnsOf(tokenNameSchema)).orderBy(['steam_id', 'token_name'])
        return readRows('joins', tokenNameSchema, rows)
      })
      return groupNames(found.flat())
    },

    ...createRemovals(db),
  }
}

function createRemovals(db: Knex) {
  return {
    /** Deletes all but the newest `kept` joins of a policy. */
    async trim(guildId: string, kept: number): Promise<void> {
      const ofPolicy = db('joins').where('guild_id', guildId)
      const [last] = await ofPolicy
        .clone()
        .orderBy([
          { column: 'at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .offset(kept)
        .limit(1)
        .select<{ at: number; id: number }[]>('at', 'id')
      if (last) await ofPolicy.whereRaw('(at, id) <= (?, ?)', [last.at, last.id]).delete()
    },

    async deleteOlderThan(before: number): Promise<void> {
      await db('joins').where('at', '<', before).delete()
    },

    /** Deletes the joins of an account at a server. */
    async forget(guildId: string, steamId: SteamId): Promise<void> {
      await db('joins').where({ guild_id: guildId, steam_id: steamId }).delete()
    },
  }
}

function groupNames(tokens: readonly z.infer<typeof tokenNameSchema>[]): Map<SteamId, string[]> {
  const names = new Map<SteamId, string[]>()
  for (const { steamId, tokenName } of tokens) names.set(steamId, [...(names.get(steamId) ?? []), tokenName])
  return names
}
