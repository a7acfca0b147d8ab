import type { Knex } from 'knex'
import type { DatabaseProblem } from '../model/database-error.ts'
import type { MIGRATIONS } from './migrations.ts'
import { createDatabaseError } from './create-database-error.ts'

type Migrations = typeof MIGRATIONS

const VERSIONS = 'schema_version'

export const latestVersion = (migrations: Migrations) => migrations.at(-1)?.version ?? 0

/** The version of the schema of a database; 0 when it is empty. */
export async function readVersion(db: Knex): Promise<number> {
  return (await readNewest(db)).version
}

/** A version of the schema, and the oldest version whose programs can use it. */
export interface SchemaVersion {
  version: number
  oldest_program?: number | null
}

async function readNewest(db: Knex): Promise<SchemaVersion> {
  if (!(await db.schema.hasTable(VERSIONS))) return { version: 0 }
  const newest = await db<SchemaVersion>(VERSIONS).orderBy('version', 'desc').first('*')
  return newest ?? { version: 0 }
}

/** Rejects for a schema that this program can neither use nor migrate. */
export async function refuseUnusable(db: Knex, place: string, migrations: Migrations): Promise<void> {
  refuseVersion(await readNewest(db), place, migrations)
}

/** Throws for the version of a schema that this program can neither use nor migrate. */
export function refuseVersion(found: SchemaVersion, place: string, migrations: Migrations): void {
  const problem = findProblem(found, migrations)
  if (problem) throw createDatabaseError(place, ...problem)
}

/** What is wrong with a version of the schema and what to do; undefined for one that this program can use or migrate. */
function findProblem(
  { version, oldest_program: oldest }: SchemaVersion,
  migrations: Migrations,
): [DatabaseProblem, string] | undefined {
  const [first, known] = [migrations[0]?.version ?? 0, latestVersion(migrations)]
  if (version > 0 && version < first)
    return [
      'unavailable',
      `has schema version ${version}, which belongs to an unpublished version of Rapsheet and cannot be migrated. It was not changed; export its lists with the version that has written it, and import them into a new database.`,
    ]
  if (version <= known || (oldest ?? version) <= known) return undefined
  return [
    'newer',
    `has schema version ${version}, and this program knows versions up to ${known}. It was not changed; start the newer program that has written it, or restore an older backup.`,
  ]
}

/** Runs the missing migrations of a database. */
export async function migrate(transaction: Knex.Transaction, now: number, migrations: Migrations): Promise<void> {
  const before = await readVersion(transaction)
  if (before === 0) await transaction.schema.createTable(VERSIONS, createVersions)
  for (const { version, oldestProgram, migrate } of migrations.filter(({ version }) => version > before)) {
    await migrate(transaction)
    await transaction(VERSIONS).insert({ version, migrated_at: now, oldest_program: oldestProgram ?? null })
  }
}

function createVersions(table: Knex.CreateTableBuilder): void {
  table.integer('version').notNullable().primary()
  table.bigInteger('migrated_at').notNullable()
  /** The oldest version of the schema whose programs can use this version; null if only programs of this version or newer can use it. */
  table.integer('oldest_program')
}
