import type { WatchAction } from '../model/watch.ts'
import type { SteamId } from '../model/steam-id.ts'
import { findRoom } from './list-room.ts'
import { MAX_IMPORT, type ImportLimit } from './preview-import.ts'
import { readReason } from '../model/reason.ts'
import type { WatchContext } from './watch-context.ts'
import type { Actor } from '../model/actor.ts'
import { WatchError } from '../model/watch.ts'

export interface WatchImport extends Actor {
  /** The accounts to add, as `previewImport` returned them or as chosen from a message; the first 1,000 are added. */
  steamIds: readonly SteamId[]
  /** The reason as the user typed it, for all accounts. */
  reason: string
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
}

/**
 * Adds the new accounts that fit on the list of a server, in one transaction; sweeps check them next. Throws `reason_missing`,
 * `reason_too_long`, `nothing_new`, `list_full` or `total_full`; the last three when no account can be added.
 */
export async function importWatches(
  { database, clock, limits, watched }: WatchContext,
  { guildId, locale, userId, ...given }: WatchImport,
): Promise<ImportedWatches> {
  const reason = readReason(given.reason)
  const steamIds = [...new Set(given.steamIds)].slice(0, MAX_IMPORT)
  const imported = await database.transaction(async (repositories) => {
    const { guilds, watches, accounts, audit } = repositories
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
    await watches.add(added.map((steamId) => ({ ...entry, steamId })))
    await audit.add(
      added.map((steamId) => ({
        guildId,
        at: now,
        userId,
        action: 'imported' satisfies WatchAction,
        steamId,
        detail: reason,
      })),
    )
    return {
      added,
      alreadyWatched: [...existing],
      overLimit: fresh.slice(room),
      limit: fresh.length > room ? problem : null,
      count: count + added.length,
      hasAlertChannel: ((await guilds.get(guildId))?.alertChannelId ?? null) !== null,
    }
  })
  watched.add(imported.added)
  return imported
}
