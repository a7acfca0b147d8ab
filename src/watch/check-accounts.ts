import { createCallContext, PRIORITY, withOptions, type Usage } from '../lib/call-context.ts'
import type { WallClock } from '../lib/clock.ts'
import type { BanChange, BanRecord } from '../model/ban-record.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import { applyRecords } from './apply-records.ts'
import type { WatchContext } from './watch-context.ts'

/** Number of failed turns after which an account waits for the next sweep. */
export const MAX_FAILED_TURNS = 3

/** The outcome of the check of up to 100 accounts. */
export type CheckOutcome =
  | ({ kind: 'answered' } & CheckedAccounts)
  /** Steam gave no usable answer. */
  | { kind: 'failed'; error: RapsheetError }

interface CheckedAccounts {
  /** Number of turns that ended with a valid record. */
  checked: number
  /** The accounts without a valid record. */
  failed: SteamId[]
  changes: BanChange[]
}

interface CheckContext extends Pick<WatchContext, 'database' | 'onNews'> {
  steam: Pick<WatchContext['steam'], 'getBanRecords'>
  clock: WallClock
}

export interface Check {
  sweepId: number
  /** At most 100 accounts. */
  steamIds: SteamId[]
}

/**
 * Asks Steam for ban records in one call, and stores their changes in one transaction. The turn of an account without a valid record counts
 * as failed. When the whole call fails, no turn counts as failed, unless the error is `platform_unavailable` and the call was for a single
 * account. Rejects with a DatabaseError, and with the reason of the signal.
 */
export async function checkAccounts(
  { steam, database, clock, onNews }: CheckContext,
  { sweepId, steamIds }: Check,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  const usage: Usage = { upstreamCalls: 0, cacheHits: 0 }
  const callContext = withOptions(createCallContext(signal, usage), { priority: PRIORITY.background })
  try {
    const answer = await steam.getBanRecords(steamIds, callContext)
    const at = clock.unixSeconds()
    const records = new Map<SteamId, BanRecord>()
    for (const [steamId, record] of answer) if (!(record instanceof RapsheetError)) records.set(steamId, record)
    const { news, ...outcome } = await database.transaction(async (repositories) => {
      const { sweeps } = repositories
      const { checked, changes, ...rest } = await applyRecords(repositories, {
        records,
        at,
        sweepId,
        areBaselines: true,
      })
      const isChecked = new Set(checked)
      const failed = steamIds.filter((steamId) => !isChecked.has(steamId))
      await sweeps.recordDone(sweepId, { steamIds: checked, checkedAt: at, calls: usage.upstreamCalls })
      await sweeps.recordFailed(sweepId, failed, MAX_FAILED_TURNS)
      return { kind: 'answered' as const, checked: checked.length, failed, changes, ...rest }
    })
    onNews(news)
    return outcome
  } catch (error) {
    if (signal.aborted || !(error instanceof RapsheetError)) throw error
    // After a call for several accounts, or with another error, it is not certain that an account is the cause.
    const endsTurn = steamIds.length === 1 && error.code === 'platform_unavailable'
    await database.transaction(async ({ sweeps }) => {
      if (endsTurn) await sweeps.recordFailed(sweepId, steamIds, MAX_FAILED_TURNS)
      await sweeps.addCalls(sweepId, usage.upstreamCalls)
    })
    return { kind: 'failed', error }
  }
}
