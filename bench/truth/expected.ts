import { RUST_APP_ID, type SimAccount, type SimBans, type SimProfile } from '../../packages/sim-steam/src/account.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import type { Fields } from './verdict.ts'

/** The account that an input identifies, if any. */
export type Named = {
  input: string
  names: string | null
  /** The input is malformed. */
  isMalformed?: boolean
}

/** An account with a profile and a ban record. */
export type Whole = SimAccount & { profile: SimProfile; bans: SimBans }

export const accountOf = (world: World, { names }: Named) => (names === null ? undefined : world.account(names))

/** The account, unless Steam lacks its profile or its ban record. */
export function wholeOf(account: SimAccount | undefined): Whole | undefined {
  return account?.profile && hasBans(account) ? (account as Whole) : undefined
}

export const isUnknownAccount = (account: SimAccount | undefined) => !account || (!account.profile && !hasBans(account))
export const hasBans = ({ bans }: SimAccount) => bans !== null && bans !== 'nullEntry'
export const isPrivateList = (list: SimAccount['friends']) => list === 'private' || list === 'privateHtml'

/** Whether an error states that the account has no profile, and lists its bans. */
export function saysNoProfile(account: SimAccount | undefined, text: string): boolean {
  if (!account || account.profile || !hasBans(account)) return false
  const { vac, game = [] } = account.bans as SimBans
  return text.includes('has no profile') && text.includes(`VAC ${vac.length}, game ${game.length}`)
}

/** The fields that identify an account; `resolvedFrom` is the custom URL in the input, null if it contains an id. */
export function identityOf({ steamId, vanity }: Whole, { input }: Named): Fields {
  const written = vanity === null ? null : new RegExp(`(?:^|/id/)(${vanity})(?:/|$)`, 'i').exec(input.trim())
  return { steamId, resolvedFrom: written?.[1] ?? null }
}

export function profileOf({ steamId, vanity, profile }: Whole): Fields {
  return {
    personaname: profile.name,
    profileurl: profileUrlOf(steamId, vanity),
    avatarfull: `https://avatars.steamstatic.com/${profile.avatarHash}_full.jpg`,
    timecreated: profile.visibility === 3 ? (profile.timeCreated ?? null) : null,
    loccountrycode: profile.visibility === 3 ? (profile.country ?? null) : null,
  }
}

export const profileUrlOf = (steamId: string, vanity: string | null) =>
  `https://steamcommunity.com/${vanity === null ? `profiles/${steamId}` : `id/${vanity}`}/`

export function bansOf(world: World, { steamId, bans }: Whole): Fields {
  return {
    VACBanned: bans.vac.length > 0,
    NumberOfVACBans: bans.vac.length,
    NumberOfGameBans: bans.game?.length ?? 0,
    DaysSinceLastBan: world.daysSinceLastBan(steamId, bans),
    CommunityBanned: bans.community,
    EconomyBan: bans.economy,
  }
}

/** Hours in total and in the last two weeks, with one decimal; null when hidden, 0 when Rust is not owned. */
export function hoursOf({ games }: SimAccount): { total: number | null; twoWeeks: number | null } {
  const rust = games === 'hidden' ? undefined : games.find(({ appId }) => appId === RUST_APP_ID)
  if (games === 'hidden' || (rust?.minutes === 0 && rust.lastPlayed !== 0)) return { total: null, twoWeeks: null }
  const toHours = (minutes = 0) => Math.round(minutes / 6) / 10
  return { total: toHours(rust?.minutes), twoWeeks: toHours(rust?.minutesTwoWeeks) }
}
