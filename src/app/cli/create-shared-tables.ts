import type { ClientBase } from 'pg'
import type { Settings } from '../settings/read-settings.ts'
import { systemClock } from '../../lib/clock.ts'
import { createPostgresPool } from '../../lib/postgres-pool.ts'
import { isPostgresUrl } from '../../lib/postgres-url.ts'
import { explainFailure } from '../explain-failure.ts'
import { createTables } from '../../cluster/create-tables.ts'
import { explainPostgres } from '../../store/postgres-errors.ts'
import { prepareTable } from '../../store/postgres-table.ts'

const WITHIN_MS = 10_000

/** Creates the missing tables of replicas and of the cache. Rejects with an error for the operator. */
export async function createSharedTables({ database, store }: Pick<Settings, 'database' | 'store'>): Promise<void> {
  if (isPostgresUrl(database.url))
    await runOnce(database.url, createTables).catch(async (error: unknown) => {
      throw await explainFailure(error, { isShared: true, database })
    })
  if (isPostgresUrl(store.url))
    await runOnce(store.url, prepareTable).catch((error: unknown) => {
      throw explainPostgres('cannot be used', store, error)
    })
}

async function runOnce(url: string, task: (client: ClientBase) => Promise<void>): Promise<void> {
  const pool = createPostgresPool({ url, name: 'rapsheet migrate', connections: 1, clock: systemClock })
  try {
    await pool.run(WITHIN_MS, (client) => task(client))
  } finally {
    await pool.close()
  }
}
