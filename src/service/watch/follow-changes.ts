import type { Database } from '../../database/database.ts'
import type { NewestBans } from '../../steam/newest-bans.ts'

/** Every process knows of a changed record two seconds after its commit at the latest. */
const INTERVAL_MS = 1_000
const RECORDS_PER_READ = 500

export interface ChangeFollowerOptions {
  database: Pick<Database, 'read'>
  newestBans: Pick<NewestBans, 'learn'>
}

/**
 * Creates a step that learns the changed records of watched accounts which any process has committed since the last step, and
 * on the first step all that are stored: these are newer than what the cache may hold. Resolves to how long to wait before the next step, ms; rejects
 * with a DatabaseError.
 */
export function createChangeFollower({ database, newestBans }: ChangeFollowerOptions) {
  let lastId = 0
  return async (): Promise<number> => {
    for (;;) {
      const records = await database.read(({ recordChanges }) => recordChanges.after(lastId, RECORDS_PER_READ))
      for (const { id, steamId, record, seenAt } of records) {
        newestBans.learn(steamId, { record, fetchedAt: seenAt })
        lastId = id
      }
      if (records.length < RECORDS_PER_READ) return INTERVAL_MS
    }
  }
}
