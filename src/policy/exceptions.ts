import { removeBans } from '../bans/add-bans.ts'
import type { PolicyRepositories } from './database/repositories.ts'
import type { StoredException } from './database/policy-exceptions.ts'
import type { Actor } from '../model/actor.ts'
import { parseUntil } from '../model/parse-until.ts'
import { PolicyError } from '../model/policy-error.ts'
import { MAX_EXCEPTIONS, type PolicyAction } from '../model/policy.ts'
import { readReason } from '../model/reason.ts'
import { isSteamId, type SteamId } from '../model/steam-id.ts'
import { toTermsDetail } from '../model/terms-detail.ts'
import { type UndoId, undoOf } from '../model/undo.ts'
import { changePolicy, type PolicyContext } from './change-policy.ts'

export type { StoredException } from './database/policy-exceptions.ts'

export interface NewException extends Actor {
  steamId: SteamId
  /** The reason as the user typed it. */
  reason: string
  /** When the exception ends, as the user typed it (`parseUntil`); null for never. */
  until: string | null
  /** Whether a ban of the account is lifted. Only for users with *Manage Server* and *Ban Members* who have confirmed. */
  replacesBan?: boolean
}

/**
 * Adds an exception that lets an account in; the exception that it replaces is returned as `replaced`. Throws a PolicyError, `banned_here` if the server
 * has banned the account, or a WatchError about
 * the reason or the end.
 */
export async function addException(
  context: PolicyContext,
  { steamId, replacesBan = false, ...given }: NewException,
): Promise<{ exception: StoredException; replaced: StoredException | null; undo: UndoId | null }> {
  if (!isSteamId(steamId)) throw new PolicyError({ code: 'not_a_player', steamId })
  const reason = readReason(given.reason)
  const until = given.until === null ? null : parseUntil(given.until, context.clock.unixSeconds())
  const { guildId, userId } = given
  return changePolicy(context, given, async ({ repositories, now, getPolicy, log }) => {
    const { policyExceptions } = repositories
    await getPolicy()
    const [ban] = await repositories.bans.activeOf(guildId, [steamId], now)
    if (ban && !replacesBan) throw new PolicyError({ code: 'banned_here', ban })
    const known = await policyExceptions.get(guildId, steamId)
    const replaced = known && isValid(known, now) ? known : null
    if (!replaced && (await policyExceptions.countValid(guildId, now)) >= MAX_EXCEPTIONS)
      throw new PolicyError({ code: 'exceptions_full', limit: MAX_EXCEPTIONS })
    const exception = { guildId, steamId, reason, until, addedBy: userId, addedAt: now }
    await policyExceptions.set(exception)
    const changed = {
      exceptions: [{ steamId, before: replaced, after: exception }],
      bans: ban ? [{ steamId, before: ban, after: null }] : [],
    }
    const undo = await repositories.pending.keepUndo(undoOf(now, changed), given)
    if (ban) await removeBans(repositories, given, [steamId], now, undo)
    await log({ action: 'exception_added', steamId, detail: toTermsDetail(exception, replaced ?? undefined), undo })
    return { exception, replaced, undo }
  })
}

/** Removes the exception of an account and returns it. Throws `no_exception` if there is none or it has ended. */
export async function removeException(
  context: PolicyContext,
  { steamId, ...actor }: Actor & { steamId: SteamId },
): Promise<{ exception: StoredException; undo: UndoId | null }> {
  return changePolicy(context, actor, async ({ repositories, now, log }) => {
    const removed = await repositories.policyExceptions.remove(actor.guildId, steamId)
    if (!removed || !isValid(removed, now)) throw new PolicyError({ code: 'no_exception', steamId })
    const changed = undoOf(now, { exceptions: [{ steamId, before: removed, after: null }] })
    const undo = await repositories.pending.keepUndo(changed, actor)
    await log({ action: 'exception_removed', steamId, detail: toTermsDetail(removed), undo })
    return { exception: removed, undo }
  })
}

/** The exceptions of a server that have not ended, newest first. */
export async function listExceptions(
  { database, clock }: Pick<PolicyContext, 'database' | 'clock'>,
  guildId: string,
): Promise<StoredException[]> {
  const all = await database.read(({ policyExceptions }) => policyExceptions.list(guildId), guildId)
  return all.filter((exception) => isValid(exception, clock.unixSeconds()))
}

export const isValid = ({ until }: StoredException, now: number) => until === null || until > now

/** Removes exceptions whose `until` has passed, and which therefore have no effect; returns their number. */
export async function expireExceptions({ database }: Pick<PolicyContext, 'database'>, now: number): Promise<number> {
  return database.transaction(async ({ policyExceptions, audit }) => {
    const expired = await policyExceptions.expired(now)
    for (const { guildId, steamId } of expired) await policyExceptions.remove(guildId, steamId)
    await audit.add(
      expired.map(({ guildId, steamId, reason }) => ({
        guildId,
        at: now,
        userId: null,
        action: 'exception_expired' satisfies PolicyAction,
        steamId,
        detail: reason,
      })),
    )
    return expired.length
  })
}

/** Deletes the data of a policy about an account: its exception and joins. Returns whether it had an exception. */
export async function forgetInPolicy(
  { policyExceptions, joins }: Pick<PolicyRepositories, 'policyExceptions' | 'joins'>,
  guildId: string,
  steamId: SteamId,
): Promise<boolean> {
  const exception = await policyExceptions.remove(guildId, steamId)
  await joins.forget(guildId, steamId)
  return exception !== undefined
}
