import { type AddedBans, addBans, type BanRequest, readBanTerms } from '../bans/add-bans.ts'
import { BanError } from '../model/ban.ts'
import type { PolicyAction } from '../model/policy.ts'
import type { StoredException } from './database/policy-exceptions.ts'
import { isValid } from './exceptions.ts'
import type { PolicyContext } from './change-policy.ts'

/** The bans that were added, and the exceptions that let their accounts in until now. */
export interface BannedAccounts extends AddedBans {
  exceptions: StoredException[]
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
    const { policyExceptions, audit } = repositories
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
    await audit.add(exceptions.map(({ steamId, reason }) => ({ ...line, steamId, detail: reason })))
    return { ...added, exceptions }
  })
  await Promise.all([bans.reload(), policies.reload()])
  return banned
}
