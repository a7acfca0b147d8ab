import { RECENT_BAN_DAYS, type ScanCounts, type WorthKnowing } from '../model/worth-knowing.ts'
import { accountAgeDays } from './to-facts.ts'
import type { Facts } from '../model/facts.ts'

/** Age in days below which an account is young. */
const YOUNG_DAYS = 30
/** Hours in Rust below which an account has few. */
const FEW_HOURS = 50
const SEVERAL_BANS = 2
const MAX_FACTS = 5

/** What one server knows of an account. */
export interface KnownInServer {
  isWatched: boolean
  /** Earlier names of a watched account, newest first. */
  earlierNames: string[]
}

/** Everything known of an account without a call to Steam. */
export interface KnownOfAccount extends KnownInServer {
  facts: Facts
  /** A recent friend scan; undefined without one. */
  scan: ScanCounts | undefined
}

/** Selects at most five notable facts at a time in Unix seconds; facts that an answer shows nowhere else come first. */
export function selectWorthKnowing(
  { facts, scan, isWatched, earlierNames }: KnownOfAccount,
  now: number,
): WorthKnowing[] {
  return [
    ...(isWatched ? [{ kind: 'watched' as const }] : []),
    ...(isWatched && earlierNames.length > 0 ? [{ kind: 'earlierNames' as const, names: earlierNames }] : []),
    ...(scan && scan.banned > 0 ? [{ kind: 'bannedFriends' as const, scan }] : []),
    ...selectOfBans(facts),
    ...selectOfProfile(facts, now),
    ...selectOfHours(facts),
  ].slice(0, MAX_FACTS)
}

function selectOfBans({ bans }: Facts): WorthKnowing[] {
  if (bans.kind !== 'known') return []
  const { NumberOfVACBans, NumberOfGameBans, DaysSinceLastBan: days } = bans.value
  const count = NumberOfVACBans + NumberOfGameBans
  return [
    // Steam sends 0 days for an account without a ban.
    ...(count > 0 && days <= RECENT_BAN_DAYS ? [{ kind: 'recentBan' as const, days }] : []),
    ...(count >= SEVERAL_BANS ? [{ kind: 'severalBans' as const, count }] : []),
  ]
}

function selectOfProfile({ profile }: Facts, now: number): WorthKnowing[] {
  if (profile.kind !== 'known') return []
  const { createdAt, isConfigured } = profile.value
  if (isConfigured === false) return [{ kind: 'neverSetUp' }]
  const days = createdAt === null ? YOUNG_DAYS : accountAgeDays(createdAt, now)
  return days < YOUNG_DAYS ? [{ kind: 'young', days }] : []
}

function selectOfHours({ rustHours, profile }: Facts): WorthKnowing[] {
  if (rustHours.kind !== 'known') return []
  const { value } = rustHours
  if (value.kind === 'not_owned') return [{ kind: 'rustNotOwned' }]
  if (value.kind === 'hours')
    return value.hours < FEW_HOURS ? [{ kind: 'fewHours', hours: shownHours(value.hours) }] : []
  // A private profile hides these facts, and being private is not notable.
  const isPublic = profile.kind === 'known' && profile.value.isPrivate === false
  return isPublic ? [{ kind: 'hoursHidden' }] : []
}

/** Rounded like in the rest of the answer, but never up to the limit. */
const shownHours = (hours: number) => Math.min(Math.round(hours * 10) / 10, FEW_HOURS - 0.1)
