import type { Knex } from 'knex'
import { MIGRATIONS } from './migrations.ts'
import { refusal } from './sqlite-errors.ts'

const VERSIONS = 'schema_version'

/** The version of the schema of a database; 0 when it is empty. */
async function schemaVersion(db: Knex): Promise<number> {
  if (!(await db.schema.hasTable(VERSIONS))) return 0
  const row = await db(VERSIONS).max<{ version: number | null }>('version as version').first()
  return row?.version ?? 0
}

/** Rejects for a schema that this program does not know. */
export async function refuseNewer(db: Knex, path: string, migrations = MIGRATIONS): Promise<void> {
  const version = await schemaVersion(db)
  const known = migrations.at(-1)?.version ?? 0
  if (version <= known) return
  throw refusal(
    path,
    'newer',
    `has schema version ${version}, and this program knows versions up to ${known}. It was not changed; start the newer program that has written it, or restore an older backup.`,
  )
}

/** Runs the migrations that a database lacks. */
export async function migrate(transaction: Knex.Transaction, now: number, migrations = MIGRATIONS): Promise<void> {
  const before = await schemaVersion(transaction)
  if (before === 0) await transaction.schema.createTable(VERSIONS, createVersions)
  for (const { version, migrate } of migrations.filter(({ version }) => version > before)) {
    await migrate(transaction)
    await transaction(VERSIONS).insert({ version, migrated_at: now })
  }
}

function createVersions(table: Knex.CreateTableBuilder): void {
  table.integer('version').notNullable().primary()
  table.bigInteger('migrated_at').notNullable()
}
