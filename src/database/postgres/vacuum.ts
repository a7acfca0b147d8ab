import { z } from 'zod'
import { createPostgresClient, MAINTENANCE_LIMITS } from './postgres-client.ts'

const tablesSchema = z.object({ rows: z.array(z.object({ name: z.string() })) })

/**
 * Removes deleted rows from all tables, while they are in use. Until Postgres uses their room again, or VACUUM FULL rewrites a table,
 * their bytes may still be on the server's disk.
 */
export async function vacuum(url: string): Promise<void> {
  const db = createPostgresClient(url, MAINTENANCE_LIMITS)
  try {
    const answer: unknown = await db.raw('SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()')
    // Not in a transaction, which VACUUM refuses.
    for (const { name } of tablesSchema.parse(answer).rows) await db.raw('VACUUM ??', [name])
  } finally {
    await db.destroy()
  }
}
