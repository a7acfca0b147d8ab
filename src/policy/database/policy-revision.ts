import type { Knex } from 'knex'
import { inChunks } from '../../database/rows.ts'

/** Records a change of a policy, its exceptions or its tokens, so that every process loads it again. */
export async function notePolicyChange(db: Knex, guildIds: readonly string[]): Promise<void> {
  await inChunks(guildIds, (chunk) => db('policies').whereIn('guild_id', chunk).increment('revision', 1))
}
