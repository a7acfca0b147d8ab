import type { CallContext } from '../lib/call-context.ts'
import type { AccountText } from '../text/account-list.ts'
import { readAccount, resolveAccount } from '../accounts/resolve-account.ts'
import type { Actor } from '../model/actor.ts'
import { RapsheetError } from '../model/error.ts'
import { readReason } from '../model/reason.ts'
import { isSteamId, type SteamId } from '../model/steam-id.ts'
import { type UndoClass, type UndoId, undoOf } from '../model/undo.ts'
import { type WatchAction, WatchError } from '../model/watch.ts'
import { findRoom } from './entries.ts'
import type { WatchContext } from './watch-context.ts'

/** Maximum number of accounts that one import adds. */
const MAX_IMPORT = 1_000
/** Maximum number of custom URLs, each of which costs a call to Steam; the same as in a batch. */
export const MAX_RESOLVED_NAMES = 50

/** The effect of an import. Each account is in one of the lists, in the given order. */
export interface ImportPreview {
  /** New accounts that fit; `importWatches` adds them. */
  fitting: SteamId[]
  alreadyWatched: SteamId[]
  /** New accounts that do not fit. */
  overLimit: SteamId[]
  /** The limit because of which accounts are in `overLimit`; null when all fit. */
  limit: ImportLimit | null
  notRecognized: string[]
  /** Custom URLs that no account has. */
  notFound: string[]
  /** Custom URLs beyond the first 50: their accounts need an ID. */
  overNames: string[]
  /** Custom URLs that could not be resolved, because Steam gave no answer or the day's calls are nearly used up. */
  unresolved: string[]
}

/** `import_full`: an import adds at most 1,000 accounts. The other limits are those of WatchProblem. */
export const IMPORT_LIMITS = ['import_full', 'list_full', 'total_full'] as const
export interface ImportLimit {
  code: (typeof IMPORT_LIMITS)[number]
  limit: number
}

/** Determines the effect of an import, without writing anything. Resolves its custom URLs. */
export async function previewImport(
  context: WatchContext,
  guildId: string,
  list: AccountText,
  callContext: CallContext,
): Promise<ImportPreview> {
  const resolved = await resolveNames(context, list.accounts, callContext)
  const { steamIds, ...names } = resolved
  return context.database.read(async (repositories) => {
    const existing = await repositories.watches.existing(guildId, steamIds)
    const { room, problem } = await findRoom(repositories, guildId, context.limits)
    const added = steamIds.filter((steamId) => !existing.has(steamId))
    const fits = Math.min(room, MAX_IMPORT)
    const limit = room > MAX_IMPORT ? { code: 'import_full' as const, limit: MAX_IMPORT } : problem
    return {
      fitting: added.slice(0, fits),
      alreadyWatched: steamIds.filter((steamId) => existing.has(steamId)),
      overLimit: added.slice(fits),
      limit: added.length > fits ? limit : null,
      notRecognized: list.notRecognized,
      ...names,
    }
  })
}

type Resolved = { steamId: SteamId } | { notFound: string } | { overNames: string } | { unresolved: string }

async function resolveNames(context: WatchContext, accounts: readonly string[], callContext: CallContext) {
  const names = accounts.filter((account) => !isSteamId(account))
  const resolvable = new Set(names.slice(0, MAX_RESOLVED_NAMES))
  const isAsked = !isReserved(context)
  const resolved = await Promise.all(
    accounts.map(async (account): Promise<Resolved> => {
      if (isSteamId(account)) return { steamId: account }
      if (!resolvable.has(account)) return { overNames: account }
      return isAsked ? resolveName(context, account, callContext) : { unresolved: account }
    }),
  )
  return {
    steamIds: [...new Set(resolved.flatMap((one) => ('steamId' in one ? [one.steamId] : [])))],
    notFound: resolved.flatMap((one) => ('notFound' in one ? [one.notFound] : [])),
    overNames: resolved.flatMap((one) => ('overNames' in one ? [one.overNames] : [])),
    unresolved: resolved.flatMap((one) => ('unresolved' in one ? [one.unresolved] : [])),
  }
}

async function resolveName(context: WatchContext, name: string, callContext: CallContext): Promise<Resolved> {
  try {
    return { steamId: (await resolveAccount(context, readAccount(name), callContext)).steamId }
  } catch (error) {
    if (!(error instanceof RapsheetError)) throw error
    return error.code === 'account_not_found' ? { notFound: name } : { unresolved: name }
  }
}

/** Whether the rest of the day's calls is reserved for lookups, in which case no custom URL is resolved. */
function isReserved({ refuseWhenReserved }: WatchContext): boolean {
  try {
    refuseWhenReserved('imports')
    return false
  } catch (error) {
    if (error instanceof RapsheetError) return true
    throw error
  }
}

export interface WatchImport extends Actor {
  /** The accounts to add, as `previewImport` returned them or as chosen from a message; the first 1,000 are added. */
  steamIds: readonly SteamId[]
  /** The reason as the user typed it, for all accounts. */
  reason: string
  /** The permissions with which it is undone; `manage` if it is left out. */
  undoClass?: UndoClass
}

export interface ImportedWatches {
  added: SteamId[]
  alreadyWatched: SteamId[]
  /** New accounts that do not fit. */
  overLimit: SteamId[]
  /** The limit because of which accounts are in `overLimit`; null when all fit. */
  limit: ImportLimit | null
  /** Number of entries on the list after the import. */
  count: number
  /** Whether the server has set a channel for alerts. */
  hasAlertChannel: boolean
  undo: UndoId | null
}

/**
 * Adds the new accounts that fit on the list of a server, in one transaction; sweeps check them next. Throws `reason_missing`,
 * `reason_too_long`, `nothing_new`, `list_full` or `total_full`; the last three when no account can be added.
 */
export async function importWatches(
  { database, clock, limits, watched }: WatchContext,
  { guildId, locale, userId, undoClass = 'manage', ...given }: WatchImport,
): Promise<ImportedWatches> {
  const reason = readReason(given.reason)
  const steamIds = [...new Set(given.steamIds)].slice(0, MAX_IMPORT)
  const imported = await database.transaction(async (repositories) => {
    const { guilds, watches, accounts, audit, pending } = repositories
    const existing = await watches.existing(guildId, steamIds)
    const { room, count, problem } = await findRoom(repositories, guildId, limits)
    const fresh = steamIds.filter((steamId) => !existing.has(steamId))
    if (fresh.length === 0) throw new WatchError({ code: 'nothing_new', alreadyWatched: existing.size })
    if (room === 0) throw new WatchError(problem)
    const added = fresh.slice(0, room)
    const now = clock.unixSeconds()
    const entry = { guildId, addedBy: userId, addedAt: now, reason, until: null, baselineAt: null }
    await guilds.touch(guildId, locale, now)
    await accounts.ensure(added)
    const entries = added.map((steamId) => ({ ...entry, steamId }))
    await watches.add(entries)
    const changed = entries.map((after) => ({ steamId: after.steamId, before: null, after }))
    const undo = await pending.keepUndo(undoOf(now, { watches: changed }), { guildId, userId }, undoClass)
    await audit.add(
      added.map((steamId) => ({
        guildId,
        at: now,
        userId,
        action: 'imported' satisfies WatchAction,
        steamId,
        detail: reason,
        undo,
      })),
    )
    return {
      added,
      alreadyWatched: [...existing],
      overLimit: fresh.slice(room),
      limit: fresh.length > room ? problem : null,
      count: count + added.length,
      hasAlertChannel: ((await guilds.get(guildId))?.alertChannelId ?? null) !== null,
      undo,
    }
  })
  watched.add(imported.added)
  return imported
}
