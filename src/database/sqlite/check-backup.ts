import { stat } from 'node:fs/promises'
import { connectSqlite, inspectSqlite } from '../../lib/plain-sqlite.ts'
import { messageOf, systemCodeOf } from '../../lib/thrown.ts'
import { DatabaseError, type DatabaseProblem } from '../../model/database-error.ts'
import { APPLICATION_ID } from './check-file.ts'
import { findProblem } from '../migrate.ts'
import { MIGRATIONS } from '../migrations.ts'

const refused = (path: string, problem: DatabaseProblem, text: string, cause?: unknown) =>
  new DatabaseError(problem, `The backup ${path} ${text}`, { cause })

/** Rejects with a DatabaseError for a file that cannot be restored. */
export async function checkBackup(path: string): Promise<void> {
  try {
    if (!(await stat(path)).isFile()) throw refused(path, 'foreign', 'is not a file.')
    const { applicationId } = await inspectSqlite(path)
    if (applicationId !== APPLICATION_ID)
      throw refused(path, 'foreign', 'is not a database of Rapsheet, or its writing was interrupted.')
    await checkContent(path)
  } catch (error) {
    if (error instanceof DatabaseError) throw error
    const isDamaged = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'].includes(systemCodeOf(error))
    throw refused(path, isDamaged ? 'damaged' : 'unavailable', `cannot be read: ${messageOf(error)}.`, error)
  }
}

async function checkContent(path: string): Promise<void> {
  const connection = await connectSqlite(path, 'write')
  try {
    const [check] = await connection.query('PRAGMA integrity_check(1)')
    const found = String(check?.['integrity_check'])
    if (found !== 'ok') throw refused(path, 'damaged', `is damaged: ${found}.`)
    // The schemas of this program have none; a foreign one could change what is read from the backup.
    const [code] = await connection.query(
      "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view') OR sql LIKE 'CREATE VIRTUAL%'",
    )
    if (code)
      throw refused(
        path,
        'foreign',
        `has the ${String(code['type'])} ${String(code['name'])}, which is not of Rapsheet.`,
      )
    const [row] = await connection.query('SELECT max(version) AS version FROM schema_version')
    const problem = findProblem({ version: Number(row?.['version']) }, MIGRATIONS)
    if (problem) throw refused(path, ...problem)
  } finally {
    await connection.close()
  }
}
