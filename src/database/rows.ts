import type { Knex } from 'knex'
import { z } from 'zod'
import { DatabaseError } from '../model/database-error.ts'
import { RESTORE } from './create-database-error.ts'

/** Maximum number of ids in one statement, and of rows in one INSERT; SQLite inserts at most 500 rows. */
const IDS_PER_STATEMENT = 500
const ROWS_PER_INSERT = 200

/** Splits a list into parts that fit into one statement, runs work on each part in turn, and returns the results. */
export async function inChunks<T, R>(ids: readonly T[], work: (chunk: T[]) => Promise<R>): Promise<R[]> {
  return eachPart(ids, IDS_PER_STATEMENT, work)
}

/** Splits rows into parts that fit into one INSERT statement, and inserts one part after another. */
export async function insertInChunks<T>(rows: readonly T[], insert: (chunk: T[]) => Promise<unknown>): Promise<void> {
  await eachPart(rows, ROWS_PER_INSERT, insert)
}

async function eachPart<T, R>(items: readonly T[], size: number, work: (chunk: T[]) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += size) results.push(await work(items.slice(start, start + size)))
  return results
}

// Created once, because zod compiles a schema on its first use, which takes a millisecond.
const rowsSchema = z.array(z.unknown())
const countSchema = z.tuple([z.object({ count: z.coerce.number() })])
const insertedSchema = z.tuple([z.object({ id: z.int() })])

/** Checks the result of a query; throws a DatabaseError with the problem `damaged` when a row does not match the schema. */
export function readRows<T>(table: string, schema: z.ZodType<T>, rows: unknown): T[] {
  return rowsSchema.parse(rows).map((row) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new DatabaseError(
      'damaged',
      `The database is damaged: in the table ${table}, ${issue?.path.join('.')} of a row is not valid (${issue?.message}). ${RESTORE}`,
      { cause: parsed.error },
    )
  })
}

/** A column of JSON text whose content must match a schema. */
export const jsonColumn = <T>(schema: z.ZodType<T>) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.issues.push({ code: 'custom', message: 'Invalid JSON', input: text })
        return z.NEVER
      }
    })
    .pipe(schema)

const columnNames = new Map<string, string>()

/** `guild_id` for `guildId`. */
function columnOf(field: string): string {
  const known = columnNames.get(field)
  if (known !== undefined) return known
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columnNames.set(field, column)
  return column
}

/** The columns to select for the fields of a schema; `table` is their table if several are joined. */
export function columnsOf(schema: z.ZodObject, table?: string): Record<string, string> {
  const prefix = table === undefined ? '' : `${table}.`
  return Object.fromEntries(Object.keys(schema.shape).map((field) => [field, prefix + columnOf(field)]))
}

/** Selects the fields of a schema; throws as `readRows` does. */
export const selectRows = async <T>(
  table: string,
  schema: z.ZodObject & z.ZodType<T>,
  rows: Knex.QueryBuilder,
): Promise<T[]> => readRows(table, schema, await rows.select(columnsOf(schema)))

/** The values as a row, by column. Values that are no fields of the schema are left out; objects become JSON text. */
export function toRow(schema: z.ZodObject, values: object): Record<string, unknown> {
  const given = Object.entries(values).filter(([field]) => field in schema.shape)
  return Object.fromEntries(given.map(([field, value]) => [columnOf(field), toColumn(value)]))
}

const toColumn = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

/** A boolean column, which SQLite stores as 0 or 1. */
export const flagColumn = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)

/** Reads the result of `count({ count: '*' })`. */
export function readCount(rows: unknown): number {
  return countSchema.parse(rows)[0].count
}

/** Reads the result of inserting one row with `returning('id')`. */
export function readInsertedId(rows: unknown): number {
  return insertedSchema.parse(rows)[0].id
}
