import { RUST_APP_ID, type SimAccount } from '../../packages/sim-steam/src/account.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import type { Facts } from '../../src/model/facts.ts'

const UNAVAILABLE = { kind: 'unavailable' } as const

/** What a Steam without faults would answer about an account at a time, Unix seconds. It imports nothing but types from `src`. */
export function factsOf(world: World, steamId: string, now: number): Facts {
  const account = world.account(steamId)
  const known = <Value>(value: Value | null) =>
    value === null ? UNAVAILABLE : ({ kind: 'known', value, fetchedAt: now, isStale: false } as const)
  return {
    steamId,
    bans: known(account ? bansOf(world, account) : null),
    profile: known(account ? profileOf(account) : null),
    // For an account that does not exist Steam answers like for hidden games.
    rustHours: known(account ? hoursOf(account) : { kind: 'hidden' as const }),
  }
}

function bansOf(world: World, { steamId, bans }: SimAccount) {
  if (bans === null || bans === 'nullEntry') return null
  return {
    CommunityBanned: bans.community,
    VACBanned: bans.vac.length > 0,
    NumberOfVACBans: bans.vac.length,
    NumberOfGameBans: bans.game?.length ?? 0,
    DaysSinceLastBan: world.daysSinceLastBan(steamId, bans),
    EconomyBan: bans.economy,
  }
}

function profileOf({ profile }: SimAccount) {
  if (!profile) return null
  const isPublic = profile.visibility === 3
  return {
    isPrivate: !isPublic,
    isConfigured: profile.profileState === 1,
    createdAt: isPublic ? (profile.timeCreated ?? null) : null,
  }
}

function hoursOf({ games }: SimAccount) {
  if (games === 'hidden') return { kind: 'hidden' as const }
  const rust = games.find(({ appId }) => appId === RUST_APP_ID)
  if (!rust) return { kind: 'not_owned' as const }
  if (rust.minutes === 0 && rust.lastPlayed !== 0) return { kind: 'hidden' as const }
  return { kind: 'hours' as const, hours: rust.minutes / 60 }
}
