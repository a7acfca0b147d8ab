import { stat } from 'node:fs/promises'
import pg from 'pg'
import { connectSqlite, emptyLog, readTables, type SqliteConnection } from '../lib/plain-sqlite.ts'
import { withoutCredentials } from '../lib/postgres-url.ts'
import { systemCodeOf } from '../lib/thrown.ts'
import { type SteamId, toSteam2, toSteam3 } from '../model/steam-id.ts'
import { explain } from './disk.ts'
import { CACHE_TABLE, isMissingTable, toStoredKey } from './postgres-disk.ts'

const BUSY_TIMEOUT_MS = 5_000

const CONNECT_WITHIN_MS = 10_000
/** Long, because every row is searched. */
const STATEMENT_WITHIN_MS = 10 * 60_000

/**
 * Deletes every row of a store file that contains a written form of an account; a few rows about other accounts may contain one too. Then
 * rewrites the file, because its unused parts may contain older versions of a row. The service may use the file meanwhile. Returns the
 * number of deleted rows; 0 if there is no file. Rejects with an error for the operator.
 */
export async function eraseFromStore(path: string, steamId: SteamId): Promise<number> {
  try {
    if (!(await exists(path))) return 0
    const connection = await connectSqlite(path, 'write')
    try {
      return await eraseFromFile(connection, steamId)
    } finally {
      await connection.close()
    }
  } catch (error) {
    const isBusy = systemCodeOf(error) === 'SQLITE_BUSY'
    const problem = isBusy
      ? 'is used by another process, so try again or stop the service first'
      : 'could not be erased from and written anew'
    throw explain(`STORE_URL ${path}`, problem, error)
  }
}

async function eraseFromFile(connection: SqliteConnection, steamId: SteamId): Promise<number> {
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

const ERASE = `
  DELETE FROM ${CACHE_TABLE} WHERE key = ANY($2::text[]) OR EXISTS (
    SELECT FROM unnest($1::text[]) AS form WHERE strpos(key, form) > 0 OR strpos(value, form) > 0
  )`

/**
 * Deletes every row of the Postgres cache that contains a written form of an account; a few rows about other accounts may contain one too.
 * Then removes the remains of these rows from unused parts of the table. Running replicas may write an answer about the account again from
 * their memory. Returns the number of deleted rows; 0 if there is no table. Rejects with an error for the operator, without the password.
 */
export async function eraseFromPostgres(
  url: string,
  steamId: SteamId,
  setting: 'STORE_URL' | 'DATABASE_URL' = 'STORE_URL',
): Promise<number> {
  try {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: STATEMENT_WITHIN_MS,
    })
    // Without a listener, a connection that breaks would end the process. The error is not lost, because the running statement rejects as
    // well.
    client.on('error', () => {})
    await client.connect()
    try {
      const { forms, keys } = searchTermsOf(steamId)
      const { rowCount } = await client.query(ERASE, [forms, keys.map(toStoredKey)])
      await client.query(`VACUUM ${CACHE_TABLE}`)
      return rowCount ?? 0
    } finally {
      await client.end()
    }
  } catch (error) {
    if (isMissingTable(error)) return 0
    throw explain(`${setting} ${withoutCredentials(url)}`, 'could not be searched', error)
  }
}

/**
 * `forms`: the written forms of an account, to be searched for in keys and values. `keys`: whole keys that name the account in another way.
 */
function searchTermsOf(steamId: SteamId): { forms: string[]; keys: string[] } {
  const steam2 = toSteam2(steamId).slice('STEAM_0'.length)
  const accountId = toSteam3(steamId).slice('[U:1:'.length, -1)
  return {
    // The forms without their letters, because the case of letters can differ.
    forms: [steamId, steam2, `:1:${accountId}`],
    // A friend code is cached under the same key as the name of a custom URL.
    keys: [`vanity:${accountId}`],
  }
}
