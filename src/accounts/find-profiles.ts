import { type CallContext, PRIORITY, withOptions } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { valueWithin } from './optional-part.ts'
import type { Summary } from '../steam/methods/get-player-summaries.ts'

const TIMEOUT_MS = 2_000
const REMEMBERED_WITHIN_MS = 500

/** Name and picture of an account. */
export interface NamedProfile {
  name: string
  /** The address of the picture; empty without a picture. */
  avatar: string
}

/**
 * Names and pictures of accounts for messages that must not wait for Steam. When Steam does not answer within two seconds, or leaves the profile out, the last known
 * profile is used. Accounts without a known profile are left out. The calls have the lowest priority.
 */
export async function findProfiles(
  context: Pick<Context, 'steam' | 'staleAnswers' | 'clock'>,
  steamIds: readonly SteamId[],
  callContext: CallContext,
): Promise<Map<SteamId, NamedProfile>> {
  const inBackground = withOptions(callContext, { priority: PRIORITY.background })
  const found = await Promise.all([...new Set(steamIds)].map((steamId) => findProfile(context, steamId, inBackground)))
  return new Map(found.flat())
}

async function findProfile(
  { steam, staleAnswers, clock }: Pick<Context, 'steam' | 'staleAnswers' | 'clock'>,
  steamId: SteamId,
  callContext: CallContext,
): Promise<[SteamId, NamedProfile][]> {
  const { summary } = await findSummary({ steam, staleAnswers, clock }, steamId, callContext, TIMEOUT_MS)
  return summary ? [[steamId, { name: summary.personaname, avatar: summary.avatarfull }]] : []
}

/**
 * The profile of an account for a message that must not wait for it; null if none is known. When Steam fails, leaves the profile out or takes
 * longer than `timeoutMs`, it is the last known one, and `isCurrent` is false.
 */
export async function findSummary(
  { steam, staleAnswers, clock }: Pick<Context, 'steam' | 'staleAnswers' | 'clock'>,
  steamId: SteamId,
  callContext: CallContext,
  timeoutMs = 1_000,
): Promise<{ summary: Summary | null; isCurrent: boolean }> {
  const current = await valueWithin(clock, timeoutMs, steam.getSummary(steamId, callContext))
  if (current && current.lastSeenAt === undefined) return { summary: current.value, isCurrent: true }
  return { summary: (await staleAnswers.getSummary(steamId))?.value ?? null, isCurrent: false }
}

/** The last known name of an account, or its id: for the title of a form, which waits neither for Steam nor long for the cache. */
export async function rememberedName(
  { staleAnswers, clock }: Pick<Context, 'staleAnswers' | 'clock'>,
  steamId: SteamId,
): Promise<string> {
  const summary = await valueWithin(clock, REMEMBERED_WITHIN_MS, staleAnswers.getSummary(steamId))
  return summary?.value?.personaname || steamId
}

/** The part of a profile that a message shows. */
export interface ShownProfile {
  /** The display name; null when it is unknown. */
  name: string | null
  /** Whether the profile is private; null when that is unknown. */
  isPrivate: boolean | null
}

const UNKNOWN_PROFILE: ShownProfile = { name: null, isPrivate: null }

/** The shown part of a profile, read from its summary; both fields are null without a summary. */
export function toShownProfile(
  summary: { value: { personaname: string; timecreated: number | null } | null } | undefined,
): ShownProfile {
  if (!summary?.value) return UNKNOWN_PROFILE
  // Steam leaves out the creation time of private profiles only.
  return { name: summary.value.personaname, isPrivate: summary.value.timecreated === null }
}

/**
 * The shown part of a profile for a message that must not wait for it. Both fields are null when Steam has no profile of the account. When
 * Steam does not answer, `name` is the last known name and `isPrivate` is null.
 */
export async function findShownProfile(
  context: Pick<Context, 'steam' | 'clock' | 'staleAnswers'>,
  steamId: SteamId,
  callContext: CallContext,
): Promise<ShownProfile> {
  const { summary, isCurrent } = await findSummary(context, steamId, callContext)
  const profile = toShownProfile({ value: summary })
  return isCurrent ? profile : { ...UNKNOWN_PROFILE, name: profile.name }
}

/** The display name of an account for headings; null when it is unknown. */
export async function findName(context: Context, steamId: SteamId, callContext: CallContext): Promise<string | null> {
  const { name } = await findShownProfile(context, steamId, callContext)
  return name
}
