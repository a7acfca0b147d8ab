import type { WatchDatabase } from './database/repositories.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewestRecord } from '../model/ban-record.ts'
import type { SteamId } from '../model/steam-id.ts'

/** Interval at which changes are read, so that every process learns of a changed record at most two seconds after its commit. */
const INTERVAL_MS = 1_000
/** Interval of the check whether accounts were erased. */
const CHECK_ERASED_MS = 60_000
const RECORDS_PER_READ = 500

export interface ChangeFollowerOptions {
  database: Pick<WatchDatabase, 'read'>
  clock: Pick<Clock, 'now'>
  onNews: (news: readonly NewestRecord[]) => void
  /**
   * Called with each account whose change is no longer stored, because the account was erased or the change is older than any cached
   * answer.
   */
  onGone: (steamId: SteamId) => void
}

/**
 * Creates a step that reports the changed records of watched accounts that any process has committed since the last step. The first step
 * reports all stored changes, because they may be newer than the cache. Resolves to the wait before the next step, ms; rejects with a
 * DatabaseError.
 */
export function createChangeFollower({ database, clock, onNews, onGone }: ChangeFollowerOptions) {
  let lastId = 0
  let checkedAt = clock.now()
  const followed = new Set<SteamId>()

  const checkErased = async () => {
    const steamIds = [...followed]
    const present = new Set(await database.read(({ recordChanges }) => recordChanges.presentOf(steamIds)))
    for (const steamId of steamIds) {
      if (present.has(steamId)) continue
      followed.delete(steamId)
      onGone(steamId)
    }
    checkedAt = clock.now()
  }

  return async (): Promise<number> => {
    for (;;) {
      const records = await database.read(({ recordChanges }) => recordChanges.after(lastId, RECORDS_PER_READ))
      onNews(records)
      for (const { steamId } of records) followed.add(steamId)
      lastId = records.at(-1)?.id ?? lastId
      if (records.length === RECORDS_PER_READ) continue
      if (clock.now() - checkedAt >= CHECK_ERASED_MS) await checkErased()
      return INTERVAL_MS
    }
  }
}
