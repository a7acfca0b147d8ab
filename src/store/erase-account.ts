import { stat } from 'node:fs/promises'
import { connectSqlite, emptyLog, readTables, type SqliteConnection } from '../lib/plain-sqlite.ts'
import { systemCodeOf } from '../lib/thrown.ts'
import type { SteamId } from '../model/steam-id.ts'
import { searchTermsOf } from './search-terms.ts'
import { explain } from './sqlite-errors.ts'

const BUSY_TIMEOUT_MS = 5_000

/**
 * Deletes every row of a store file that names an account in any of its written forms, which may include a few about others.
 * Then the file is rewritten, because its unused parts may contain older versions of a row; it may be in use meanwhile. Returns how
 * many rows there were; 0 without a file. Rejects with an error for the operator.
 */
export async function eraseFromStore(path: string, steamId: SteamId): Promise<number> {
  try {
    if (!(await exists(path))) return 0
    const connection = await connectSqlite(path, 'write')
    try {
      return await eraseRows(connection, steamId)
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (systemCodeOf(error) !== 'SQLITE_BUSY') throw explain('could not be erased from and written anew', path, error)
    const message = `STORE_URL ${path} is busy: another process uses it. Try again, or stop the service first.`
    throw new Error(message, { cause: error })
  }
}

async function eraseRows(connection: SqliteConnection, steamId: SteamId): Promise<number> {
  await connection.query(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  if (!(await readTables(connection)).includes('keyv')) return 0
  const rows = await connection.query(...deleteStatement(steamId))
  await connection.query('VACUUM')
  if (!(await emptyLog(connection))) throw Object.assign(new Error('its log is read'), { code: 'SQLITE_BUSY' })
  return rows.length
}

function deleteStatement(steamId: SteamId): [sql: string, ...values: string[]] {
  const { forms, keys } = searchTermsOf(steamId)
  const mentions = forms.map(() => 'instr(key, ?) > 0 OR instr(value, ?) > 0').join(' OR ')
  const isKey = keys.map(() => 'key = ?').join(' OR ')
  return [
    `DELETE FROM keyv WHERE ${mentions} OR ${isKey} RETURNING 1`,
    ...forms.flatMap((form) => [form, form]),
    ...keys,
  ]
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return false
    throw error
  }
}
