import type { Knex } from 'knex'
import { z } from 'zod'

const columnsSchema = z.object({ rows: z.array(z.object({ table: z.string(), column: z.string() })) })

/** The boolean columns of each table, which SQLite stores as 1 and 0. */
export async function readFlagColumns(db: Knex): Promise<Map<string, string[]>> {
  const answer: unknown = await db.raw(
    "SELECT table_name AS table, column_name AS column FROM information_schema.columns WHERE table_schema = current_schema() AND data_type = 'boolean'",
  )
  const columns = new Map<string, string[]>()
  for (const { table, column } of columnsSchema.parse(answer).rows)
    columns.set(table, [...(columns.get(table) ?? []), column])
  return columns
}

const sequencesSchema = z.object({ rows: z.array(z.object({ table: z.string(), last: z.int() })) })

/** The last id that each table has given, by table; tables that have given no id are left out. */
export async function readLastIds(db: Knex): Promise<Map<string, number>> {
  const answer: unknown = await db.raw(
    "SELECT replace(sequencename, '_id_seq', '') AS table, last_value AS last FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL",
  )
  return new Map(sequencesSchema.parse(answer).rows.map(({ table, last }) => [table, last]))
}
