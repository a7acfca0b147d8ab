import type { CallContext } from '../lib/call-context.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { Bans, Profile } from '../model/account.ts'
import type { Cached } from '../model/cached.ts'
import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Summary } from '../steam/methods/get-player-summaries.ts'
import type { Context } from './context.ts'
import { isOutage, valueWithin } from './optional-part.ts'

/** When the profile could not be fetched: how long to wait for the ban record, which is added to the failure. */
const BANS_WITHIN_MS = 1_000

/** Profile and ban record of an account. Both are required, because an account without one of them is never reported as clean. */
export interface AccountRecord {
  summary: Cached<Summary>
  bans: Cached<Bans>
}

/** The ban record of an account, and its profile if Steam has returned it. Without a profile the account is never reported as clean. */
export interface PartialRecord {
  summary: Cached<Summary> | null
  bans: Cached<Bans>
}

/** A question about an account, whose record Steam may leave out of an answer. */
interface Question {
  context: Context
  steamId: SteamId
  callContext: CallContext
  /** Whether Steam has just named the account, for example in a friend list. */
  isNamed: boolean
}

/**
 * Fetches profile and ban record. Throws `account_not_found` when the account does not exist, or has a ban record but no profile, and
 * `platform_unavailable` when one part is missing for now, or when an account that was known, is on a list or `isNamed` is missing for now.
 * The error contains the ban record if there is one. Works synchronously if both parts are in memory.
 */
export function findRecord(
  context: Context,
  steamId: SteamId,
  callContext: CallContext,
  isNamed = false,
): MaybePromise<AccountRecord> {
  const question = { context, steamId, callContext, isNamed }
  const { steam, rememberedAnswers } = context
  const bans = rememberedAnswers.getBans(steamId, callContext) ?? steam.getBans(steamId, callContext)
  const summary = rememberedAnswers.getSummary(steamId, callContext) ?? steam.getSummary(steamId, callContext)
  if (!(summary instanceof Promise || bans instanceof Promise)) return toRecord(question, summary, bans)
  return Promise.all([summary, bans])
    .catch(async (error: unknown) => {
      throw await withReturnedBans(context, steamId, error, bans)
    })
    .then(([theSummary, theBans]) => toRecord(question, theSummary, theBans))
}

/** Combines the answers into a record; asks again for a missing profile, and for a known account of which both parts are missing. */
function toRecord(
  question: Question,
  summary: Cached<Summary | null>,
  bans: Cached<Bans | null>,
): MaybePromise<AccountRecord> {
  const { context, steamId, isNamed } = question
  if (isPresent(summary) || isPresent(bans)) context.missingAccounts.reportFound(steamId)
  if (isPresent(summary)) context.missingProfiles.reportFound(steamId)
  if (isPresent(bans)) {
    context.onRecord(steamId, bans)
    if (isPresent(summary)) return { summary, bans }
    return findMissingProfile(question, bans, summary.lastSeenAt).then((found) => ({ summary: found, bans }))
  }
  if (isPresent(summary)) {
    throw new RapsheetError(
      'platform_unavailable',
      'Steam returned the profile of this account but no ban record, so its bans are unknown; try again in a minute.',
      { missingHalf: 'bans', isUnusableRecord: true },
    )
  }
  const lastSeenAt = Math.max(summary.lastSeenAt ?? 0, bans.lastSeenAt ?? 0)
  if (lastSeenAt > 0 || isNamed || context.isListed(steamId)) return findMissingAccount(question, lastSeenAt)
  throw noAccount(steamId)
}

const noAccount = (steamId: SteamId) =>
  new RapsheetError('account_not_found', `Steam has no account ${steamId}; it may have been deleted.`)

/** Asks Steam again for a known account; throws when it stays missing. */
async function findMissingAccount(question: Question, lastSeenAt: number): Promise<AccountRecord> {
  const { context, steamId, callContext } = question
  const { steam, missingAccounts } = context
  const missing = missingAccounts.reportMissing(steamId, lastSeenAt)
  if (missing.kind === 'wait') {
    throw new RapsheetError(
      'platform_unavailable',
      `Steam's answer lacks this account; try again in ${missing.seconds} s to confirm that it is gone.`,
      { retryAfter: missing.seconds, isUnusableRecord: true },
    )
  }
  if (missing.kind === 'ask again') {
    const [summary, bans] = await Promise.all([
      steam.confirmSummary(steamId, callContext),
      steam.confirmBans(steamId, callContext),
    ])
    if (isPresent(summary) || isPresent(bans)) return toRecord(question, summary, bans)
    missingAccounts.confirm(steamId)
  }
  throw noAccount(steamId)
}

/**
 * The newest known bans of an account, for use when time has passed since `bans` were read. Throws `platform_unavailable` when the newest
 * record is incomplete.
 */
export function newestBansOf(
  { newestBans }: Pick<Context, 'newestBans'>,
  steamId: SteamId,
  bans: Cached<Bans>,
): Cached<Bans> {
  const newest = newestBans.of(steamId, bans)
  if (isPresent(newest)) return newest
  throw new RapsheetError(
    'platform_unavailable',
    'The newest ban record of this account is incomplete, so its bans are unknown; try again in a minute.',
    { missingHalf: 'bans', isUnusableRecord: true },
  )
}

/**
 * Replaces the ban record in `failure`, and in its message, by the newest known record. A failure without a ban record is returned
 * unchanged.
 */
export function withNewestBansOnRecord(context: Pick<Context, 'newestBans'>, failure: RapsheetError): RapsheetError {
  const { code, message, bansOnRecord: value, bansFetchedAt: fetchedAt, steamId, ...details } = failure
  if (!value || fetchedAt === undefined || steamId === undefined) return failure
  const bans = newestBansOf(context, steamId, { value, fetchedAt, expiresAt: fetchedAt })
  if (bans.value === value) return failure
  const renewed = message.replace(listBans(value), listBans(bans.value))
  return new RapsheetError(code, renewed, { ...details, ...onRecord(steamId, bans), cause: failure.cause })
}

/** Combines the answers into a record; null without bans. */
function toPartialRecord(
  summary: Cached<Summary | null> | undefined,
  bans: Cached<Bans | null> | undefined,
): PartialRecord | null {
  if (!bans || !isPresent(bans)) return null
  return { summary: summary && isPresent(summary) ? summary : null, bans }
}

/** Adds the ban record, if Steam has returned one, to the failure of the call for the profile. */
async function withReturnedBans(
  context: Context,
  steamId: SteamId,
  failure: unknown,
  bansCall: MaybePromise<Cached<Bans | null>>,
) {
  if (!(failure instanceof RapsheetError) || !isOutage(failure)) return failure
  const returned = await valueWithin(context.clock, BANS_WITHIN_MS, bansCall)
  if (!returned || !isPresent(returned)) return failure
  context.onRecord(steamId, returned)
  const bans = newestBansOf(context, steamId, returned)
  const { code, message, ...details } = failure
  return new RapsheetError(code, `${message} Bans on record: ${listBans(bans.value)}.`, {
    ...details,
    ...onRecord(steamId, bans),
    missingHalf: 'profile',
    cause: failure.cause,
  })
}

/** The part of a summary that the API returns. */
export function toProfile({ avatar: _, isPrivate: __, isConfigured: ___, ...profile }: Summary): Profile {
  return profile
}

/** Asks Steam again for the missing profile of an account with a ban record; throws when it stays missing. */
async function findMissingProfile(
  { context, steamId, callContext }: Question,
  known: Cached<Bans>,
  lastSeenAt: number | undefined,
): Promise<Cached<Summary>> {
  const { steam, missingProfiles } = context
  const missing = missingProfiles.reportMissing(steamId, lastSeenAt)
  if (missing.kind === 'wait') {
    // The bans are read again, because the profile may have taken seconds.
    const bans = newestBansOf(context, steamId, known)
    throw new RapsheetError(
      'platform_unavailable',
      `Steam returned the ban record of this account but no profile; try again in ${missing.seconds} s to confirm that it has none. Bans on record: ${listBans(bans.value)}.`,
      { ...onRecord(steamId, bans), retryAfter: missing.seconds, missingHalf: 'profile', isUnusableRecord: true },
    )
  }
  if (missing.kind === 'ask again') {
    const second = await steam.confirmSummary(steamId, callContext)
    if (isPresent(second)) {
      missingProfiles.reportFound(steamId)
      return second
    }
    missingProfiles.confirm(steamId)
  }
  const bans = newestBansOf(context, steamId, known)
  throw new RapsheetError(
    'account_not_found',
    `${steamId} has no profile: the account was deleted or never set up. Bans on record: ${listBans(bans.value)}.`,
    onRecord(steamId, bans),
  )
}

const onRecord = (steamId: SteamId, bans: Cached<Bans>) => ({
  bansOnRecord: bans.value,
  bansFetchedAt: bans.fetchedAt,
  steamId,
})

function listBans(bans: Bans): string {
  const { NumberOfVACBans: vac, NumberOfGameBans: game, DaysSinceLastBan: days } = bans
  return [
    `VAC ${vac}`,
    `game ${game}`,
    ...(vac + game > 0 ? [`last ban ${days} days ago`] : []),
    `community ${bans.CommunityBanned ? 'banned' : 'none'}`,
    `trade ${bans.EconomyBan}`,
  ].join(', ')
}

const isPresent = <T>(part: Cached<T | null>): part is Cached<T> => part.value !== null

/** Time limit for the record of the account whose friends are scanned. */
const OWN_RECORD_WITHIN_MS = 3_000

/**
 * Ban record and profile of the account whose friends are scanned; null when the bans are missing, cannot be fetched, or take longer than
 * three seconds. The profile is needed for the name anyway, so only the bans cost a further call.
 */
export async function findOwnRecord(
  context: Pick<Context, 'steam' | 'clock' | 'onRecord'>,
  steamId: SteamId,
  callContext: CallContext,
): Promise<PartialRecord | null> {
  const { steam, clock } = context
  const [summary, bans] = await Promise.all([
    valueWithin(clock, OWN_RECORD_WITHIN_MS, steam.getSummary(steamId, callContext)),
    valueWithin(clock, OWN_RECORD_WITHIN_MS, steam.getBans(steamId, callContext)),
  ])
  const record = toPartialRecord(summary, bans)
  if (record) context.onRecord(steamId, record.bans)
  return record
}

/** Current ban record and profile of an account in memory; null without bans. Never calls Steam. */
export function findRememberedRecord(
  { rememberedAnswers }: Pick<Context, 'rememberedAnswers'>,
  steamId: SteamId,
  callContext: CallContext,
): PartialRecord | null {
  const bans = rememberedAnswers.getBans(steamId, callContext)
  const summary = rememberedAnswers.getSummary(steamId, callContext)
  return toPartialRecord(summary, bans)
}
