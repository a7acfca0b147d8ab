import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Database } from 'sqlite3'
import { openDatabase } from '../../src/app/database.ts'
import { connectSqlite, readTables } from '../../src/lib/plain-sqlite.ts'
import type { Findings, Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

/** Dumps of databases of each version of the schema, with rows in every table. */
const FIXTURES = fileURLToPath(new URL('../../../test/database/fixtures', import.meta.url))

type StoredRow = Record<string, unknown>
type Tables = Map<string, StoredRow[]>

/** The tables that schema 5 has replaced: where their rows are, and what is equal there. */
const MOVED: Record<string, { table: string; toRow: (row: StoredRow) => StoredRow }> = {
  alerts: {
    table: 'outbox_entries',
    toRow: ({ guild_id, steam_id, observation_id, created_at, is_parked, mark }) => ({
      kind: 'alert',
      guild_id,
      steam_id,
      observation_id,
      created_at,
      is_parked,
      mark,
    }),
  },
  refusals: {
    table: 'outbox_entries',
    toRow: ({ guild_id, steam_id, first_at, day }) => ({
      kind: 'refusal',
      guild_id,
      steam_id,
      created_at: first_at,
      key: String(day),
    }),
  },
  deliveries: { table: 'outbox_messages', toRow: ({ id: _, mark: __, ...row }) => ({ ...row, kind: 'alert' }) },
  refusal_notices: { table: 'outbox_messages', toRow: ({ id: _, mark: __, ...row }) => ({ ...row, kind: 'refusal' }) },
}

/** Opens a database of each version of the schema as a start does, and counts the rows that are lost or changed. */
export async function measureSchemas(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  for (const name of await readdir(FIXTURES)) {
    const path = join(await testbed.folder(), 'community.sqlite')
    await load(path, await readFile(join(FIXTURES, name), 'utf8'))
    const before = await readAll(path)
    await (await openDatabase(`sqlite://${path}`)).close()
    const { stored, lost } = compare(before, await readAll(path))
    rows.push({
      what: `start with a database of ${name.replace('.sql', '')}`,
      target: 'migrated, nothing lost',
      measured: `${lost} of ${stored} rows lost or changed`,
      isMet: stored > 0 && lost === 0,
    })
  }
  return { rows }
}

/** Creates a database from a dump. */
async function load(path: string, dump: string): Promise<void> {
  const database = new Database(path)
  await promisify(database.exec.bind(database))(dump)
  await promisify(database.close.bind(database))()
}

async function readAll(path: string): Promise<Tables> {
  const connection = await connectSqlite(path, 'readonly')
  const tables: Tables = new Map()
  for (const table of await readTables(connection)) {
    if (table !== 'schema_version') tables.set(table, await connection.query(`SELECT * FROM ${table}`))
  }
  await connection.close()
  return tables
}

/** Counts the rows before, and those of them that have no row with equal values afterwards. */
function compare(before: Tables, after: Tables): { stored: number; lost: number } {
  let [stored, lost] = [0, 0]
  const left = new Map([...after].map(([table, rows]) => [table, [...rows]]))
  for (const [name, rows] of before) {
    for (const row of rows) {
      stored++
      const { table, wanted } = placeAfter(after, name, row)
      const candidates = left.get(table) ?? []
      const index = candidates.findIndex((each) =>
        Object.entries(wanted).every(([column, value]) => each[column] === value),
      )
      if (index === -1) lost++
      else candidates.splice(index, 1)
    }
  }
  return { stored, lost }
}

/** Where a row is after the migration, and what is equal there. */
function placeAfter(after: Tables, name: string, row: StoredRow): { table: string; wanted: StoredRow } {
  const moved = MOVED[name]
  if (!after.has(name) && moved) return { table: moved.table, wanted: moved.toRow(row) }
  if (name !== 'policy_exceptions' || row['decision'] !== 'deny') return { table: name, wanted: row }
  // Schema 6 has made bans of exceptions that always refuse, because the policies of the dumps with such exceptions enforce.
  const { decision: _, reason: note, ...rest } = row
  return { table: 'bans', wanted: { ...rest, note } }
}
