import { join } from 'node:path'
import type { Knex } from 'knex'
import { onTestFinished } from 'vitest'
import { openSqlite } from '../../src/database/open-sqlite.ts'
import { systemClock, type WallClock } from '../../src/lib/clock.ts'
import { folderForTest } from './folder.ts'

/** The path of a database that does not exist yet, in a folder that is removed after the test. */
export const databasePath = () => join(folderForTest(), 'community.sqlite')

/** A connection to a database with the current schema; closed after the test. */
export async function sqliteForTest(path = databasePath(), clock: WallClock = systemClock): Promise<Knex> {
  const db = await openSqlite(path, clock)
  onTestFinished(() => db.destroy())
  return db
}
