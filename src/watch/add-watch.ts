import type { Context } from '../accounts/context.ts'
import type { WatchRepositories } from './database/repositories.ts'
import type { CallContext } from '../lib/call-context.ts'
import type { Actor } from '../model/actor.ts'
import type { BanRecord, NewestRecord } from '../model/ban-record.ts'
import { RapsheetError } from '../model/error.ts'
import { parseUntil } from '../model/parse-until.ts'
import { readReason } from '../model/reason.ts'
import type { SteamId } from '../model/steam-id.ts'
import { type Watch, type WatchAction, WatchError } from '../model/watch.ts'
import { applyRecords } from './apply-records.ts'
import { type NewestBans, readNewestBans } from './history.ts'
import { findRoom } from './list-room.ts'
import type { WatchContext } from './watch-context.ts'

export interface NewWatch extends Actor {
  steamId: SteamId
  /** The reason as the user typed it. */
  reason: string
  /** The typed end of the entry; null for none. */
  until: string | null
}

export interface AddedWatch extends NewestBans {
  watch: Watch
  /** Whether Steam returned a record. If not, the next sweep checks the account, and the known bans may be old. */
  isChecked: boolean
  /** Number of entries on the list, including this one. */
  count: number
  /** Whether the server has set a channel for alerts. */
  hasAlertChannel: boolean
}

/**
 * Adds an account to the list of a server, and checks its bans at once; without an answer of Steam it is added nevertheless. Throws a
 * WatchError, or `account_not_found` for an id that Steam does not know.
 */
export async function addWatch(context: WatchContext, given: NewWatch, callContext: CallContext): Promise<AddedWatch> {
  const { database, clock, limits, watched, onNews } = context
  const reason = readReason(given.reason)
  const until = given.until === null ? null : parseUntil(given.until, clock.unixSeconds())
  await database.read((repositories) => refuseNewWatch(repositories, given, limits))
  const record = await findFreshRecord(context, given.steamId, callContext)
  const now = clock.unixSeconds()
  const { added, news } = await database.transaction(async (repositories) => {
    await refuseNewWatch(repositories, given, limits)
    const news = await storeWatch(repositories, { ...given, reason, until }, { record, now })
    return { added: await readAdded(repositories, given, record !== null), news }
  })
  onNews(news)
  watched.add([given.steamId])
  return added
}

/** Throws a WatchError with the reason if the account cannot be added. */
export async function refuseNewWatch(
  repositories: WatchRepositories,
  { guildId, steamId }: Pick<NewWatch, 'guildId' | 'steamId'>,
  limits: WatchContext['limits'],
): Promise<void> {
  const watch = await repositories.watches.get(guildId, steamId)
  if (watch) throw new WatchError({ code: 'already_watched', watch })
  const { room, problem } = await findRoom(repositories, guildId, limits)
  if (room === 0) throw new WatchError(problem)
}

/** Stores a new entry, with the record of its account if Steam has returned one; returns the news for `onNews`. */
export async function storeWatch(
  repositories: WatchRepositories,
  { guildId, locale, userId, steamId, reason, until }: Omit<NewWatch, 'until'> & { until: number | null },
  { record, now }: { record: BanRecord | null; now: number },
): Promise<NewestRecord[]> {
  const { guilds, accounts, watches, audit } = repositories
  await guilds.touch(guildId, locale, now, userId)
  await accounts.ensure([steamId])
  await watches.add([{ guildId, steamId, addedBy: userId, addedAt: now, reason, until, baselineAt: null }])
  await audit.add([{ guildId, at: now, userId, action: 'added' satisfies WatchAction, steamId, detail: reason }])
  const records = new Map(record ? [[steamId, record]] : [])
  const { news } = await applyRecords(repositories, { records, at: now, sweepId: null, areBaselines: true })
  return news
}

async function readAdded(
  { guilds, accounts, watches }: WatchRepositories,
  { guildId, steamId }: NewWatch,
  isChecked: boolean,
): Promise<AddedWatch> {
  const watch = await watches.get(guildId, steamId)
  if (!watch) throw new Error(`${steamId} was added, but is not stored`)
  const guild = await guilds.get(guildId)
  const bansOf = await readNewestBans(accounts, [steamId])
  return {
    watch,
    ...bansOf(steamId),
    isChecked,
    count: await watches.count(guildId),
    hasAlertChannel: (guild?.alertChannelId ?? null) !== null,
  }
}

/**
 * The current ban record of an account, bypassing the cache; null when Steam returns no record at the moment. Throws `account_not_found`
 * when Steam has neither a record nor a profile.
 */
export async function findFreshRecord(
  context: Pick<Context, 'steam'>,
  steamId: SteamId,
  callContext: CallContext,
): Promise<BanRecord | null> {
  const records = await unlessUnavailable(context.steam.getBanRecords([steamId], callContext))
  if (!records) return null
  const record = records.get(steamId)
  if (record !== undefined) return record instanceof RapsheetError ? null : record
  const summary = await unlessUnavailable(context.steam.getSummary(steamId, callContext))
  if (summary?.value === null)
    throw new RapsheetError('account_not_found', `Steam has no account ${steamId}; it may have been deleted.`)
  return null
}

/** Resolves to null if a call fails. Throws unexpected errors and the abort of the request. */
async function unlessUnavailable<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof RapsheetError) return null
    throw error
  }
}
