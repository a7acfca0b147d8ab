import { withOptions, PRIORITY, type CallContext, type Priority } from '../lib/call-context.ts'
import type { BatchEntry, BatchResult, BatchRest } from '../model/account.ts'
import { MAX_BATCH } from '../model/limits.ts'
import { ERROR_CODES, isInconclusive, RapsheetError, toBatchFailure } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { findRecord, newestBansOf, toProfile, withNewestBansOnRecord } from './find-record.ts'
import type { ProfileFacts } from '../model/facts.ts'
import { toProfileFacts } from './to-facts.ts'
import { readAccount, resolveAccount, type ResolvedAccount } from './resolve-account.ts'

/**
 * The outcome of one entry: its account and the profile facts that policies need, or its failure. `steamId` of a failure is the id of the
 * account, if the input could be resolved.
 */
export type BatchOutcome =
  | { input: string; entry: BatchEntry; profileFacts: ProfileFacts }
  | { input: string; steamId: SteamId | undefined; failure: RapsheetError }

/**
 * Looks up the first 50 entries; the results are in the order given. When all entries fail, throws an error with all failures in `batch`.
 */
export async function lookupBatch(context: Context, entries: string[], callContext: CallContext): Promise<BatchResult> {
  const outcomes = await lookupEach(context, entries, callContext)
  const results = outcomes.flatMap((outcome) => ('entry' in outcome ? [outcome.entry] : []))
  const failed = outcomes.flatMap((outcome) => ('failure' in outcome ? [outcome] : []))
  const rest = {
    failures: failed.map(({ input, failure }) => toBatchFailure(input, failure)),
    dropped: entries.length - outcomes.length,
  }
  if (results.length > 0) return { results, resolved: results.length, failed: failed.length, ...rest }
  const failures = failed.map(({ failure }) => failure)
  throw toBatchError(failures, rest)
}

/** Looks up the first 50 entries; resolves to the outcome of each, in the order given. Throws `budget_spent`. */
export async function lookupEach(
  context: Context,
  entries: string[],
  callContext: CallContext,
): Promise<BatchOutcome[]> {
  context.refuseWhenReserved('batches')
  const lookups = startLookups(context, entries.slice(0, MAX_BATCH), callContext, PRIORITY.lookup)
  return (await Promise.all(lookups)).map((outcome) => withNewestBans(context, outcome))
}

/**
 * Updates the bans in an outcome, because they may have changed while other entries were looked up. The outcome becomes a failure if the
 * newest record is incomplete.
 */
export function withNewestBans(context: Context, outcome: BatchOutcome): BatchOutcome {
  const { input } = outcome
  try {
    if ('failure' in outcome) return { ...outcome, failure: withNewestBansOnRecord(context, outcome.failure) }
    const { entry } = outcome
    const bans = { value: entry.bans, fetchedAt: entry.fetchedAt, expiresAt: entry.fetchedAt }
    const { value, fetchedAt } = newestBansOf(context, entry.steamId, bans)
    return value === entry.bans ? outcome : { ...outcome, entry: { ...entry, bans: value, fetchedAt } }
  } catch (failure) {
    const { steamId } = 'failure' in outcome ? outcome : outcome.entry
    if (failure instanceof RapsheetError) return { input, steamId, failure }
    throw failure
  }
}

/**
 * Starts the lookup of each entry. `namePriority` is the priority of resolving custom URLs, which takes one call each. The records of
 * accounts with custom URLs are fetched when all names are resolved, so that few calls are needed for them.
 */
export function startLookups(
  context: Context,
  entries: readonly string[],
  callContext: CallContext,
  namePriority: Priority,
): Promise<BatchOutcome>[] {
  const naming = withOptions(callContext, { priority: namePriority })
  const resolving = entries.map(async (input) => {
    const account = readAccount(input)
    return { account, ...(await resolveAccount(context, account, naming)) }
  })
  const allResolved = Promise.allSettled(resolving)
  return resolving.map(async (resolving, index) => {
    const input = entries[index] ?? ''
    let steamId: SteamId | undefined
    try {
      const resolved = await resolving
      steamId = resolved.steamId
      if (resolved.account.kind !== 'steamId') await allResolved
      return await lookupAccount(context, input, resolved, callContext)
    } catch (error) {
      if (error instanceof RapsheetError) return { input, steamId, failure: error }
      throw error
    }
  })
}

async function lookupAccount(
  context: Context,
  input: string,
  { steamId, resolvedFrom }: ResolvedAccount,
  callContext: CallContext,
): Promise<BatchOutcome> {
  const { summary, bans } = await findRecord(context, steamId, callContext)
  return {
    input,
    entry: {
      input,
      steamId,
      resolvedFrom,
      profile: toProfile(summary.value),
      bans: bans.value,
      fetchedAt: bans.fetchedAt,
    },
    profileFacts: toProfileFacts(summary.value),
  }
}

/**
 * The error of a batch whose entries all failed, with all failures in `batch`. Its code is that of the most severe failure of Steam or of
 * this server; without such a failure it is `account_not_found`.
 */
export function toBatchError(failures: RapsheetError[], batch: BatchRest): RapsheetError {
  const mostSevere = ERROR_CODES.filter(isInconclusive)
    .map((code) => failures.find((failure) => failure.code === code))
    .find(Boolean)
  // The messages about accounts without a profile contain their bans, which must not be lost.
  const withBans = failures.filter(({ bansOnRecord }) => bansOnRecord !== undefined)
  const reported = mostSevere ?? (withBans.length === 1 ? withBans[0] : undefined)
  if (reported) {
    const { code, message, cause, upstreamStatus, retryAfter } = reported
    return new RapsheetError(code, message, { cause, upstreamStatus, retryAfter, batch })
  }
  const message =
    withBans.length > 0
      ? withBans.map((failure) => failure.message).join(' ')
      : 'No entry leads to an existing Steam account; `failures` lists the reasons.'
  return new RapsheetError('account_not_found', message, { batch })
}
