import { createHash } from 'node:crypto'
import type { Context } from '../accounts/context.ts'
import type { WatchRepositories } from './database/repositories.ts'
import { type CallContext, withOptions } from '../lib/call-context.ts'
import type { Clock } from '../lib/clock.ts'
import { TimeLimitError, withTimeout } from '../lib/timeout.ts'
import type { Actor } from '../model/actor.ts'
import type { BanRecord, NewestRecord } from '../model/ban-record.ts'
import { loggedBy } from '../model/ban.ts'
import { RapsheetError } from '../model/error.ts'
import { parseUntil } from '../model/parse-until.ts'
import { readOptionalReason, readReason } from '../model/reason.ts'
import type { SteamId } from '../model/steam-id.ts'
import { toTermsDetail } from '../model/terms-detail.ts'
import { type UndoId, undoOf } from '../model/undo.ts'
import { type Watch, WATCH_ACTIONS, type WatchAction, WatchError, type WatchProblem } from '../model/watch.ts'
import { applyRecords } from './alerts.ts'
import { type NewestBans, readNewestBans } from './history.ts'
import type { WatchContext, WatchLimits } from './watch-context.ts'
import type { WatchedIds } from './watched-ids.ts'

/** The number of entries that still fit on a list, and the limit that applies. */
interface ListRoom {
  room: number
  /** Number of entries on the list. */
  count: number
  /** The problem to throw when more are added. */
  problem: Extract<WatchProblem, { limit: number; code: 'list_full' | 'total_full' }>
}

/** Finds how many further entries the list of a server may have. The result stays valid only within the transaction. */
export async function findRoom(
  { watches }: Pick<WatchRepositories, 'watches'>,
  guildId: string,
  { maxPerGuild, maxTotal }: WatchLimits,
): Promise<ListRoom> {
  const [count, total] = [await watches.count(guildId), await watches.countAll()]
  const onList = Math.max(0, maxPerGuild - count)
  const inAll = Math.max(0, maxTotal - total)
  return inAll < onList
    ? { room: inAll, count, problem: { code: 'total_full', limit: maxTotal } }
    : { room: onList, count, problem: { code: 'list_full', limit: maxPerGuild } }
}

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
  undo: UndoId | null
}

/**
 * Adds an account to the list of a server, and checks its bans at once; without an answer of Steam it is added nevertheless. Throws a
 * WatchError, or `account_not_found` for an id that Steam does not know.
 */
export async function addWatch(context: WatchContext, given: NewWatch, callContext: CallContext): Promise<AddedWatch> {
  const { guildId, steamId } = given
  const reason = readOptionalReason(given.reason)
  const until = given.until === null ? null : parseUntil(given.until, context.clock.unixSeconds())
  const precondition: WatchPrecondition = (watch) => {
    if (watch) throw new WatchError({ code: 'already_watched', watch })
  }
  const options = { precondition, mayAsk: true, callContext }
  return storeEntry(context, { ...given, reason, until }, options, async (repositories, { watch, isChecked, undo }) => {
    const bansOf = await readNewestBans(repositories.accounts, [steamId])
    const guild = await repositories.guilds.get(guildId)
    const count = await repositories.watches.count(guildId)
    const hasAlertChannel = (guild?.alertChannelId ?? null) !== null
    return { watch, ...bansOf(steamId), isChecked, count, hasAlertChannel, undo }
  })
}

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
  /** Whether Steam may be asked about a new account. */
  mayAsk: boolean
  callContext: CallContext
}

/**
 * Puts an account on the list of a server with this reason and end. A new account is checked at once, as by `addWatch`; an entry that exists
 * keeps who added it, when, and its baseline, and is not written if nothing changes. Throws a WatchError, `account_not_found`, or what
 * `precondition` throws.
 */
export async function putWatch(context: PutWatchContext, given: PutWatch, options: PutOptions): Promise<StoredEntry> {
  return storeEntry(context, { ...given, reason: readReason(given.reason) }, options, async (_, stored) => stored)
}

interface StoredEntry {
  watch: Watch
  isNew: boolean
  /** Whether Steam has returned a record of the account. */
  isChecked: boolean
  /** Null if nothing was changed, and for a tool. */
  undo: UndoId | null
}

/** Stores an entry as `putWatch` describes it; resolves to what `read` returns of it within the transaction. */
async function storeEntry<T>(
  context: PutWatchContext,
  asked: PutWatch,
  { precondition, mayAsk, callContext }: PutOptions,
  read: (repositories: WatchRepositories, stored: StoredEntry) => Promise<T>,
): Promise<T> {
  const { database, clock, limits, watched, onNews } = context
  const { guildId, steamId } = asked
  const findCurrent = async (repositories: WatchRepositories) => {
    const current = await repositories.watches.get(guildId, steamId)
    precondition(current ?? null)
    if (current) return current
    const { room, problem } = await findRoom(repositories, guildId, limits)
    if (room === 0) throw new WatchError(problem)
    return undefined
  }
  const isListed = (await database.read(findCurrent)) !== undefined
  const record = isListed || !mayAsk ? null : await findRecordInTime(context, steamId, callContext)
  const { news, isNew, result } = await database.transaction(async (repositories) => {
    const now = clock.unixSeconds()
    const current = await findCurrent(repositories)
    const stored: NewestRecord[] = current ? [] : await addEntry(repositories, asked, record, now)
    const watch = current
      ? await change(repositories, current, asked, now)
      : await repositories.watches.get(guildId, steamId)
    if (!watch) throw new Error(`${steamId} was added, but is not stored`)
    const isNew = current === undefined
    const undo = await logEntry(repositories, asked, current, watch, now)
    return { news: stored, isNew, result: await read(repositories, { watch, isNew, isChecked: record !== null, undo }) }
  })
  onNews(news)
  if (isNew) watched.add([steamId])
  return result
}

/** Adds an entry, with the record of its account if Steam has returned one; returns the news for `onNews`. */
async function addEntry(
  repositories: WatchRepositories,
  { guildId, locale, userId, steamId, reason, until }: PutWatch,
  record: BanRecord | null,
  now: number,
): Promise<NewestRecord[]> {
  const { guilds, accounts, watches } = repositories
  await guilds.touch(guildId, locale, now, userId)
  await accounts.ensure([steamId])
  await watches.add([{ guildId, steamId, addedBy: userId, addedAt: now, reason, until, baselineAt: null }])
  const records = new Map(record ? [[steamId, record]] : [])
  const seen = { records, at: now, sweepId: null, areBaselines: true }
  return (await applyRecords(repositories, seen)).news
}

async function change(
  { guilds, watches }: WatchRepositories,
  current: Watch,
  { guildId, locale, userId, reason, until }: PutWatch,
  now: number,
): Promise<Watch> {
  if (current.reason === reason && current.until === until) return current
  await guilds.touch(guildId, locale, now, userId)
  await watches.change(current, { reason, until }, { at: now, author: userId })
  return { ...current, reason, until }
}

/** Logs a new or changed entry, and keeps how that is undone; null if nothing was changed. */
async function logEntry(
  { pending, audit }: WatchRepositories,
  { guildId, userId, steamId }: Pick<PutWatch, 'guildId' | 'userId' | 'steamId'>,
  before: Watch | undefined,
  after: Watch,
  now: number,
): Promise<UndoId | null> {
  if (after === before) return null
  const changed = undoOf(now, { watches: [{ steamId, before: before ?? null, after }] })
  const undo = await pending.keepUndo(changed, { guildId, userId })
  const action: WatchAction = before ? 'changed' : 'added'
  await audit.add([{ guildId, at: now, userId, action, steamId, detail: toTermsDetail(after, before), undo }])
  return undo
}

/** Stands for what an entry says, in the form that shows it. */
export const markOf = ({ reason, until, addedAt }: Watch): string =>
  createHash('sha256')
    .update(JSON.stringify([reason, until, addedAt]))
    .digest('base64url')
    .slice(0, 12)

/**
 * Gives an entry another reason and end, and keeps the rest; `until` is the typed end, null keeps it, and an empty text is no end. `mark` is that of the entry that was shown.
 * Throws a WatchError, `changed_meanwhile` if it was changed since. `undo` is null if nothing was changed.
 */
export async function editWatch(
  { database, clock }: Pick<WatchContext, 'database'> & { clock: Pick<Clock, 'unixSeconds'> },
  { steamId, until, mark, ...given }: NewWatch & { mark: string },
): Promise<{ watch: Watch; undo: UndoId | null }> {
  const reason = readOptionalReason(given.reason)
  return database.transaction(async (repositories) => {
    const now = clock.unixSeconds()
    const current = await repositories.watches.get(given.guildId, steamId)
    if (!current) throw new WatchError({ code: 'not_watched', steamId })
    if (markOf(current) !== mark) {
      const newest = await repositories.audit.newestOfEach(given.guildId, [steamId], { actions: WATCH_ACTIONS })
      const by = loggedBy(newest.get(steamId)) ?? { userId: current.addedBy, at: current.addedAt }
      throw new WatchError({ code: 'changed_meanwhile', by })
    }
    const end = until === null ? current.until : until === '' ? null : parseUntil(until, now)
    const watch = await change(repositories, current, { ...given, steamId, reason, until: end }, now)
    return { watch, undo: await logEntry(repositories, { ...given, steamId }, current, watch, now) }
  })
}

/** How long Steam is asked about a new account: a request with a slow body has little time left. Without an answer, the next sweep checks it. */
const CHECK_MS = 3_000

/** The current ban record of an account as `findFreshRecord` returns it; null, too, if Steam has not answered in time. */
function findRecordInTime(
  { steam, clock }: Pick<PutWatchContext, 'steam' | 'clock'>,
  steamId: SteamId,
  callContext: CallContext,
): Promise<BanRecord | null> {
  const ask = (signal: AbortSignal) => findFreshRecord({ steam }, steamId, { ...withOptions(callContext, {}), signal })
  return withTimeout(CHECK_MS, callContext.signal, ask, clock).catch((error: unknown) => {
    if (error instanceof TimeLimitError) return null
    throw error
  })
}

/**
 * The current ban record of an account, bypassing the cache; null when Steam returns no record at the moment. Throws `account_not_found`
 * when Steam has neither a record nor a profile.
 */
async function findFreshRecord(
  { steam }: Pick<Context, 'steam'>,
  steamId: SteamId,
  callContext: CallContext,
): Promise<BanRecord | null> {
  const records = await unlessUnavailable(steam.getBanRecords([steamId], callContext))
  if (!records) return null
  const record = records.get(steamId)
  if (record !== undefined) return record instanceof RapsheetError ? null : record
  const summary = await unlessUnavailable(steam.getSummary(steamId, callContext))
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

/** Removes an account from the list of a server; returns its entry, with how that is undone. Throws what `precondition` throws about the entry, or `not_watched`. */
export async function removeWatch(
  { database, clock }: Pick<WatchContext, 'database'> & { clock: Pick<Clock, 'unixSeconds'> },
  { guildId, locale, userId, steamId }: Actor & { steamId: SteamId },
  precondition: WatchPrecondition = () => {},
): Promise<{ watch: Watch; undo: UndoId | null }> {
  return database.transaction(async ({ guilds, watches, audit, pending }) => {
    const now = clock.unixSeconds()
    const current = await watches.get(guildId, steamId)
    precondition(current ?? null)
    const removed = await watches.remove(guildId, steamId, { at: now, author: userId })
    if (!removed) throw new WatchError({ code: 'not_watched', steamId })
    await guilds.touch(guildId, locale, now, userId)
    const changed = undoOf(now, { watches: [{ steamId, before: removed, after: null }] })
    const undo = await pending.keepUndo(changed, { guildId, userId })
    const action: WatchAction = 'removed'
    await audit.add([{ guildId, at: now, userId, action, steamId, detail: toTermsDetail(removed), undo }])
    return { watch: removed, undo }
  })
}

/** Removes from their lists all entries whose `until` has passed; returns the number of removed entries. */
export async function expireWatches({ database }: Pick<WatchContext, 'database'>, now: number): Promise<number> {
  return database.transaction(async ({ watches, audit }) => {
    const expired = await watches.expired(now)
    for (const { guildId, steamId } of expired) await watches.remove(guildId, steamId, { at: now, author: null })
    await audit.add(
      expired.map(({ guildId, steamId, reason }) => ({
        guildId,
        at: now,
        userId: null,
        action: 'expired' satisfies WatchAction,
        steamId,
        detail: reason,
      })),
    )
    return expired.length
  })
}
