import type { StoredException } from '../database/policy-exceptions.ts'
import { MAX_EXCEPTIONS, type Decision } from '../model/policy.ts'
import { isSteamId, type SteamId } from '../model/steam-id.ts'
import { parseUntil } from '../model/parse-until.ts'
import { readReason } from '../model/reason.ts'
import type { Actor } from '../model/actor.ts'
import { changePolicy } from './change-policy.ts'
import type { PolicyContext } from './policy-context.ts'
import { PolicyError } from '../model/policy-error.ts'

export type { StoredException } from '../database/policy-exceptions.ts'

export interface NewException extends Actor {
  steamId: SteamId
  decision: Decision
  /** As typed. */
  reason: string
  /** When it ends, as typed (`parseUntil`); null for never. */
  until: string | null
}

/** Invisible characters, which could turn the direction of the text around. */
const FORMATTING = /[\p{Cf}\p{Zl}\p{Zp}]/gu

/**
 * Adds an exception for an account, in place of the one that it has, which is returned as `replaced`. Throws a PolicyError, or a
 * WatchError about the reason or its end.
 */
export async function addException(
  context: PolicyContext,
  { steamId, decision, ...given }: NewException,
): Promise<{ exception: StoredException; replaced: StoredException | null }> {
  if (!isSteamId(steamId)) throw new PolicyError({ code: 'not_a_player', steamId })
  const reason = readReason(given.reason.replaceAll(FORMATTING, ''))
  const until = given.until === null ? null : parseUntil(given.until, context.clock.unixSeconds())
  const { guildId, userId } = given
  return changePolicy(context, given, async ({ repositories, now, getPolicy, log }) => {
    const { policyExceptions } = repositories
    await getPolicy()
    const known = await policyExceptions.get(guildId, steamId)
    const replaced = known && isValid(known, now) ? known : null
    if (!replaced && (await policyExceptions.countValid(guildId, now)) >= MAX_EXCEPTIONS)
      throw new PolicyError({ code: 'exceptions_full', limit: MAX_EXCEPTIONS })
    const exception = { guildId, steamId, decision, reason, until, addedBy: userId, addedAt: now }
    await policyExceptions.set(exception)
    await log({ action: 'exception_added', steamId, detail: `${decision} ${reason}` })
    return { exception, replaced }
  })
}

/** Removes the exception of an account and returns it. Throws `no_exception`. */
export async function removeException(
  context: PolicyContext,
  { steamId, ...actor }: Actor & { steamId: SteamId },
): Promise<StoredException> {
  return changePolicy(context, actor, async ({ repositories, now, log }) => {
    const removed = await repositories.policyExceptions.remove(actor.guildId, steamId)
    if (!removed || !isValid(removed, now)) throw new PolicyError({ code: 'no_exception', steamId })
    await log({ action: 'exception_removed', steamId, detail: `${removed.decision} ${removed.reason}` })
    return removed
  })
}

/** The exceptions of a server that have not ended, newest first. */
export async function listExceptions(
  { database, clock }: Pick<PolicyContext, 'database' | 'clock'>,
  guildId: string,
): Promise<StoredException[]> {
  const all = await database.read(({ policyExceptions }) => policyExceptions.list(guildId))
  return all.filter((exception) => isValid(exception, clock.unixSeconds()))
}

const isValid = ({ until }: StoredException, now: number) => until === null || until > now
