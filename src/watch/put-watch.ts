import { type CallContext, withOptions } from '../lib/call-context.ts'
import type { Clock } from '../lib/clock.ts'
import { TimeLimitError, withTimeout } from '../lib/timeout.ts'
import type { Actor } from '../model/actor.ts'
import type { BanRecord, NewestRecord } from '../model/ban-record.ts'
import { readReason } from '../model/reason.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Watch, WatchAction } from '../model/watch.ts'
import { findFreshRecord, refuseNewWatch, storeWatch } from './add-watch.ts'
import type { WatchRepositories } from './database/repositories.ts'
import type { WatchContext } from './watch-context.ts'
import type { WatchedIds } from './watched-ids.ts'

/** Checks the entry that an account has before it is changed, within the transaction; throws to keep it. */
export type WatchPrecondition = (current: Watch | null) => void

export interface PutWatch extends Actor {
  steamId: SteamId
  reason: string
  /** When the account leaves the list by itself, Unix seconds; null for never. */
  until: number | null
}

export interface PutWatchContext extends Pick<WatchContext, 'database' | 'limits' | 'onNews' | 'steam'> {
  clock: Pick<Clock, 'unixSeconds' | 'setTimer'>
  watched: Pick<WatchedIds, 'add'>
}

interface PutOptions {
  precondition: WatchPrecondition
  /** How long Steam may be asked about a new account; without an answer, or with 0, the next sweep checks it. */
  checkMs: number
  callContext: CallContext
}

/**
 * Puts an account on the list of a server with this reason and end. A new account is checked at once, as by `addWatch`, but for `checkMs` at most; an entry that exists
 * keeps who added it, when, and its baseline, and is not written if nothing changes. Throws a WatchError, `account_not_found`, or what
 * `precondition` throws.
 */
export async function putWatch(
  context: PutWatchContext,
  given: PutWatch,
  { precondition, checkMs, callContext }: PutOptions,
): Promise<{ watch: Watch; isNew: boolean }> {
  const { database, clock, limits, watched, onNews } = context
  const asked = { ...given, reason: readReason(given.reason) }
  const isListed = await database.read(async (repositories) => {
    const current = await repositories.watches.get(given.guildId, given.steamId)
    precondition(current ?? null)
    if (!current) await refuseNewWatch(repositories, given, limits)
    return current !== undefined
  })
  const record = isListed || checkMs <= 0 ? null : await findRecordInTime(context, given.steamId, checkMs, callContext)
  const { watch, isNew, news } = await database.transaction(async (repositories) => {
    const now = clock.unixSeconds()
    const current = await repositories.watches.get(given.guildId, given.steamId)
    precondition(current ?? null)
    if (current) return { watch: await change(repositories, current, asked, now), isNew: false, news: [] }
    await refuseNewWatch(repositories, given, limits)
    const stored: NewestRecord[] = await storeWatch(repositories, asked, { record, now })
    const added = await repositories.watches.get(given.guildId, given.steamId)
    if (!added) throw new Error(`${given.steamId} was added, but is not stored`)
    return { watch: added, isNew: true, news: stored }
  })
  onNews(news)
  if (isNew) watched.add([given.steamId])
  return { watch, isNew }
}

/** The current ban record of an account as `findFreshRecord` returns it; null, too, if Steam has not answered in time. */
const findRecordInTime = (
  { steam, clock }: Pick<PutWatchContext, 'steam' | 'clock'>,
  steamId: SteamId,
  checkMs: number,
  callContext: CallContext,
): Promise<BanRecord | null> =>
  withTimeout(
    checkMs,
    callContext.signal,
    (signal) => findFreshRecord({ steam }, steamId, { ...withOptions(callContext, {}), signal }),
    clock,
  ).catch((error: unknown) => {
    if (error instanceof TimeLimitError) return null
    throw error
  })

async function change(
  { guilds, watches, audit }: WatchRepositories,
  current: Watch,
  { guildId, locale, userId, steamId, reason, until }: PutWatch,
  now: number,
): Promise<Watch> {
  if (current.reason === reason && current.until === until) return current
  await guilds.touch(guildId, locale, now, userId)
  await watches.change(current, { reason, until }, { at: now, author: userId })
  await audit.add([{ guildId, at: now, userId, action: 'changed' satisfies WatchAction, steamId, detail: reason }])
  return { ...current, reason, until }
}
