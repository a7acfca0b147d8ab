import { z } from 'zod'
import { DatabaseError } from '../model/database-error.ts'
import { RESTORE } from './refusal.ts'

/** A statement takes a limited number of values: SQLite at most 500 rows to insert. */
const IDS_PER_STATEMENT = 500
const ROWS_PER_INSERT = 200

/** Runs work on parts of a list that fit into one statement each, one after another, and returns their results. */
export async function inChunks<T, R>(ids: readonly T[], work: (chunk: T[]) => Promise<R>): Promise<R[]> {
  return eachPart(ids, IDS_PER_STATEMENT, work)
}

/** Like `inChunks`, for rows to insert. */
export async function insertInChunks<T>(rows: readonly T[], insert: (chunk: T[]) => Promise<unknown>): Promise<void> {
  await eachPart(rows, ROWS_PER_INSERT, insert)
}

async function eachPart<T, R>(items: readonly T[], size: number, work: (chunk: T[]) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += size) results.push(await work(items.slice(start, start + size)))
  return results
}

// zod compiles a schema when it is first used, which takes a millisecond: none is created for each query.
const rowsSchema = z.array(z.unknown())
const countSchema = z.tuple([z.object({ count: z.coerce.number() })])
const insertedSchema = z.tuple([z.object({ id: z.int() })])

/** Checks what a query returned; a DatabaseError with the problem `damaged` when a row is not as this program writes it. */
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

/** What to select for rows of a schema: its fields, from the columns of a table that is named where several are joined. */
export function columnsOf(schema: z.ZodObject, table?: string): Record<string, string> {
  const prefix = table === undefined ? '' : `${table}.`
  return Object.fromEntries(Object.keys(schema.shape).map((field) => [field, prefix + columnOf(field)]))
}

/** The row with the fields of a schema that values have; those with JSON columns are given as text. */
export function toRow(schema: z.ZodObject, values: object): Record<string, unknown> {
  const given = Object.entries(values).filter(([field]) => field in schema.shape)
  return Object.fromEntries(given.map(([field, value]) => [columnOf(field), value]))
}

/** A column of a flag, which SQLite stores as 0 or 1. */
export const flagColumn = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)

/** The answer of `count({ count: '*' })`. */
export function readCount(rows: unknown): number {
  return countSchema.parse(rows)[0].count
}

/** The answer of an insert of one row with `returning('id')`. */
export function readInsertedId(rows: unknown): number {
  return insertedSchema.parse(rows)[0].id
}
