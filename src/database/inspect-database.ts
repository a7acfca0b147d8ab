import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { connectSqlite, readTables } from '../lib/plain-sqlite.ts'
import { isPostgresUrl } from '../lib/postgres-url.ts'
import { systemCodeOf } from '../lib/thrown.ts'
import { latestVersion, refuseVersion, type SchemaVersion } from './migrate.ts'
import { MIGRATIONS } from './migrations.ts'
import { refuseForeignFile } from './sqlite/check-file.ts'
import { databasePath } from './sqlite/database-path.ts'
import { explain } from './sqlite/sqlite-errors.ts'

/** The version of the schema of a database, 0 without one, and that of this program. */
export interface InspectedDatabase {
  version: number
  latest: number
}

/** Looks at the database of an address, and changes and creates nothing. Rejects with a DatabaseError when this user could not open it. */
export async function inspectDatabase(url: string): Promise<InspectedDatabase> {
  const latest = latestVersion(MIGRATIONS)
  if (isPostgresUrl(url)) {
    const { inspectPostgres } = await import('./postgres/open-postgres.ts')
    return { version: await inspectPostgres(url), latest }
  }
  const path = databasePath(url)
  try {
    const found = await inspectSqliteFile(path)
    refuseVersion(found, path, MIGRATIONS)
    return { version: found.version, latest }
  } catch (error) {
    throw explain(path, 'cannot be opened', error)
  }
}

async function inspectSqliteFile(path: string): Promise<SchemaVersion> {
  const found = await stat(path).catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error
  })
  if (!found) return checkFolder(dirname(path)).then(() => ({ version: 0 }))
  await refuseForeignFile(path)
  await access(path, constants.R_OK | constants.W_OK)
  await access(dirname(path), constants.W_OK)
  const connection = await connectSqlite(path, 'write')
  try {
    if (!(await readTables(connection)).includes('schema_version')) return { version: 0 }
    const [row] = await connection.query('SELECT * FROM schema_version ORDER BY version DESC LIMIT 1')
    const version = Number(row?.['version'] ?? 0)
    return { version, oldest_program: Number(row?.['oldest_program'] ?? version) }
  } finally {
    await connection.close()
  }
}

/** Rejects when this user could not create files in a folder, or the folder where it is missing. */
async function checkFolder(folder: string): Promise<void> {
  const error: unknown = await access(folder, constants.W_OK | constants.X_OK).catch((refusal: unknown) => refusal)
  if (error === undefined) return
  if (systemCodeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
  await checkFolder(dirname(folder))
}
