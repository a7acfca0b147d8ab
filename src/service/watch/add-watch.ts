import type { Repositories } from '../../database/database.ts'
import type { Watch } from '../../database/watches.ts'
import type { CallContext } from '../../lib/call-context.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { toKnownBans, type KnownBans } from './known-bans.ts'
import { findRoom } from './list-room.ts'
import { parseUntil } from './parse-until.ts'
import { readReason } from './reason.ts'
import type { Actor, WatchContext } from './watch-context.ts'
import { WatchError } from './watch-error.ts'

export interface NewWatch extends Actor {
  steamId: SteamId
  /** As typed. */
  reason: string
  /** When it leaves the list, as typed; null for never. */
  until: string | null
}

export interface AddedWatch {
  watch: Watch
  bans: KnownBans
  /** Whether Steam gave a record for it; else the next sweep checks the account, and what is known may be old. */
  isChecked: boolean
  /** Entries on the list, with this one. */
  count: number
  /** Whether the server has set a channel for alerts. */
  hasAlertChannel: boolean
}

/**
 * Puts an account on the list of a server, and checks its bans at once; without an answer of Steam it is added all the same.
 * Throws a WatchError, or `account_not_found` for an id that Steam does not know.
 */
export async function addWatch(context: WatchContext, given: NewWatch, _: CallContext): Promise<AddedWatch> {
  const { database, clock, limits, watched } = context
  const { guildId, locale, userId, steamId } = given
  const now = clock.unixSeconds()
  const reason = readReason(given.reason)
  const until = given.until === null ? null : parseUntil(given.until, now)
  await database.read((repositories) => refuse(repositories, given, limits))
  const added = await database.transaction(async (repositories) => {
    const { guilds, watches, accounts, audit } = repositories
    await refuse(repositories, given, limits)
    await guilds.touch(guildId, locale, now)
    await accounts.ensure([steamId])
    await watches.add([{ guildId, steamId, addedBy: userId, addedAt: now, reason, until, baselineAt: null }])
    await audit.add([{ guildId, at: now, userId, action: 'added', steamId, detail: reason }])
    const [account] = await accounts.get([steamId])
    const watch = await watches.get(guildId, steamId)
    if (!account || !watch) throw new Error(`${steamId} was added and is not stored`)
    return {
      watch,
      bans: toKnownBans(account),
      isChecked: false,
      count: await watches.count(guildId),
      hasAlertChannel: ((await guilds.get(guildId))?.alertChannelId ?? null) !== null,
    }
  })
  watched.add([steamId])
  return added
}

/** Throws why the account cannot be added. */
async function refuse(
  repositories: Repositories,
  { guildId, steamId }: Pick<NewWatch, 'guildId' | 'steamId'>,
  limits: WatchContext['limits'],
): Promise<void> {
  const watch = await repositories.watches.get(guildId, steamId)
  if (watch) throw new WatchError({ code: 'already_watched', watch })
  const { room, problem } = await findRoom(repositories, guildId, limits)
  if (room === 0) throw new WatchError(problem)
}
