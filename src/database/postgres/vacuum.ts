import type { Knex } from 'knex'
import { z } from 'zod'

const tablesSchema = z.object({ rows: z.array(z.object({ name: z.string() })) })

/** Removes deleted rows from the files of all tables. Takes minutes for large ones, so that the client needs such limits. */
export async function vacuum(db: Knex): Promise<void> {
  const answer: unknown = await db.raw('SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()')
  // Not in a transaction, which VACUUM refuses.
  for (const { name } of tablesSchema.parse(answer).rows) await db.raw('VACUUM ??', [name])
}
