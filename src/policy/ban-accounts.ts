import { type AddedBans, addBans, type BanRequest, readBanTerms } from '../bans/add-bans.ts'
import { BanError } from '../model/ban.ts'
import type { PolicyAction } from '../model/policy.ts'
import { toTermsDetail } from '../model/terms-detail.ts'
import type { SteamId } from '../model/steam-id.ts'
import { type UndoId, undoOf } from '../model/undo.ts'
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
    const added = await addBans(repositories, { ...given, terms }, { now, limits })
    const exceptions: StoredException[] = []
    for (const { steamId } of added.added) {
      const exception = await policyExceptions.get(guildId, steamId)
      if (!exception || !isValid(exception, now)) continue
      await policyExceptions.remove(guildId, steamId)
      exceptions.push(exception)
    }
    if (exceptions.length > 0 && !replacesExceptions)
      throw new BanError({ code: 'exempted', steamIds: exceptions.map(({ steamId }) => steamId) })
    const line = { guildId, at: now, userId, action: 'exception_removed' satisfies PolicyAction }
    await audit.add(
      exceptions.map((exception) => ({ ...line, steamId: exception.steamId, detail: toTermsDetail(exception) })),
    )
    const bans = added.added.map((ban) => ({ ...changeOf(ban.steamId, added.replaced), after: ban }))
    const removed = exceptions.map((exception) => ({ ...changeOf(exception.steamId, exceptions), after: null }))
    const undo = bans.length > 0 ? await pending.keepUndo(undoOf(now, { bans, exceptions: removed }), given) : null
    return { ...added, exceptions, undo }
  })
  await Promise.all([bans.reload(), policies.reload()])
  return banned
}

/** The entry that an account had before. */
const changeOf = <Entry extends { steamId: SteamId }>(steamId: SteamId, before: readonly Entry[]) => ({
  steamId,
  before: before.find((entry) => entry.steamId === steamId) ?? null,
})
