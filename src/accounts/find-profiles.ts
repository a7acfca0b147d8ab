import { PRIORITY, withOptions, type CallContext } from '../lib/call-context.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { Context } from './context.ts'
import { valueWithin } from './optional-part.ts'

const TIMEOUT_MS = 2_000

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
  const current = await valueWithin(clock, TIMEOUT_MS, steam.getSummary(steamId, callContext))
  const summary = current && current.lastSeenAt === undefined ? current : await staleAnswers.getSummary(steamId)
  return summary?.value ? [[steamId, { name: summary.value.personaname, avatar: summary.value.avatarfull }]] : []
}
