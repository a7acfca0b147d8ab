import type { Knex } from 'knex'
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
  /** Absent before version 3. */
  oldest_program?: number | null
}

async function readNewest(db: Knex): Promise<SchemaVersion> {
  if (!(await db.schema.hasTable(VERSIONS))) return { version: 0 }
  const newest = await db<SchemaVersion>(VERSIONS).orderBy('version', 'desc').first('*')
  return newest ?? { version: 0 }
}

/** Rejects when the schema is newer than this program, unless the schema says that this program can use it. */
export async function refuseNewer(db: Knex, place: string, migrations: Migrations): Promise<void> {
  refuseNewerVersion(await readNewest(db), place, migrations)
}

/** Throws for the version of a schema that this program cannot use. */
export function refuseNewerVersion(
  { version, oldest_program: oldest }: SchemaVersion,
  place: string,
  migrations: Migrations,
): void {
  const known = latestVersion(migrations)
  if (version <= known || (oldest ?? version) <= known) return
  throw createDatabaseError(
    place,
    'newer',
    `has schema version ${version}, and this program knows versions up to ${known}. It was not changed; start the newer program that has written it, or restore an older backup.`,
  )
}

/** Runs the missing migrations of a database. */
export async function migrate(transaction: Knex.Transaction, now: number, migrations: Migrations): Promise<void> {
  const before = await readVersion(transaction)
  if (before === 0) await transaction.schema.createTable(VERSIONS, createVersions)
  for (const { version, oldestProgram, migrate } of migrations.filter(({ version }) => version > before)) {
    await migrate(transaction)
    const allows = oldestProgram === undefined ? {} : { oldest_program: oldestProgram }
    await transaction(VERSIONS).insert({ version, migrated_at: now, ...allows })
  }
}

function createVersions(table: Knex.CreateTableBuilder): void {
  table.integer('version').notNullable().primary()
  table.bigInteger('migrated_at').notNullable()
}
