import pg from 'pg'
import type { SteamId } from '../model/steam-id.ts'
import { explainPostgres, isMissingTable, type PostgresPlace } from './postgres-errors.ts'
import { eraseRows } from './postgres-table.ts'
import { searchTermsOf } from './search-terms.ts'

const CONNECT_WITHIN_MS = 10_000
/** Every row is searched. */
const STATEMENT_WITHIN_MS = 10 * 60_000

/**
 * Deletes every row of the cache in a Postgres database that names an account in any of its written forms, which may include a
 * few about others, also from the unused parts of the table. Replicas may be running; those that have such an answer in memory may
 * write it again. Returns how many rows there were; 0 without a table. Rejects with an error for the operator, without the
 * password.
 */
export async function eraseFromPostgres(
  url: string,
  steamId: SteamId,
  setting: PostgresPlace['setting'] = 'STORE_URL',
): Promise<number> {
  try {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      query_timeout: STATEMENT_WITHIN_MS,
    })
    // Without a listener, a connection that breaks would end the process; the statement rejects as well.
    client.on('error', () => {})
    await client.connect()
    try {
      const { forms, keys } = searchTermsOf(steamId)
      return await eraseRows(client, forms, keys)
    } finally {
      await client.end()
    }
  } catch (error) {
    if (isMissingTable(error)) return 0
    throw explainPostgres('could not be searched', { url, setting }, error)
  }
}
