import { type AddedBans, addBans, type BanRequest, readBanTerms } from '../bans/add-bans.ts'
import { type Ban, BanError } from '../model/ban.ts'
import type { StoredBan } from '../bans/database/bans.ts'
import type { PolicyAction } from '../model/policy.ts'
import { toTermsDetail } from '../model/terms-detail.ts'
import type { SteamId } from '../model/steam-id.ts'
import { type UndoId, undoOf, undoOfLine } from '../model/undo.ts'
import type { StoredException } from './database/policy-exceptions.ts'
import { isValid } from './exceptions.ts'
import type { PolicyContext } from './change-policy.ts'

/** The bans that were added, and the exceptions that let their accounts in until now. */
export interface BannedAccounts extends AddedBans {
  exceptions: StoredException[]
  /** Null if nobody was banned. */
  undo: UndoId | null
}

/**
 * Bans accounts by hand; every process refuses them within two seconds. Throws a BanError, `exempted` if an exception lets one of them in, or a
 * WatchError about the end.
 */
export async function banAccounts(
  context: PolicyContext,
  { typed, replacesExceptions, ...given }: BanRequest,
): Promise<BannedAccounts> {
  const { database, clock, bans, policies, banLimits: limits } = context
  const terms = readBanTerms(typed, clock.unixSeconds())
  const { guildId, userId } = given
  const banned = await database.transaction(async (repositories) => {
    const { policyExceptions, audit, pending } = repositories
    const now = clock.unixSeconds()
    const exceptions: StoredException[] = []
    const keepUndo = async (added: readonly Ban[], replaced: readonly StoredBan[]) => {
      for (const { steamId } of added) {
        const exception = await policyExceptions.get(guildId, steamId)
        if (!exception || !isValid(exception, now)) continue
        await policyExceptions.remove(guildId, steamId)
        exceptions.push(exception)
      }
      const bans = added.map((ban) => ({ ...changeOf(ban.steamId, replaced), after: ban }))
      const removed = exceptions
        .filter(({ steamId }) => added.some((ban) => ban.steamId === steamId))
        .map(({ steamId }) => ({ ...changeOf(steamId, exceptions), after: null }))
      return pending.keepUndo(undoOf(now, { bans, exceptions: removed }), given)
    }
    const added = await addBans(repositories, { ...given, terms }, { now, limits, keepUndo })
    if (exceptions.length > 0 && !replacesExceptions)
      throw new BanError({ code: 'exempted', steamIds: exceptions.map(({ steamId }) => steamId) })
    const action: PolicyAction = 'exception_removed'
    const line = { guildId, at: now, userId, action, ...undoOfLine(added.undo, added.added.length) }
    await audit.add(
      exceptions.map((exception) => ({ ...line, steamId: exception.steamId, detail: toTermsDetail(exception) })),
    )
    return { ...added, exceptions }
  })
  await Promise.all([bans.reload(), policies.reload()])
  return banned
}

/** The entry that an account had before. */
const changeOf = <Entry extends { steamId: SteamId }>(steamId: SteamId, before: readonly Entry[]) => ({
  steamId,
  before: before.find((entry) => entry.steamId === steamId) ?? null,
})
