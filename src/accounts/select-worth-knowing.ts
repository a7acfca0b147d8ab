import { toTenthsBelow } from '../lib/tenths.ts'
import { RECENT_BAN_DAYS, type ScanCounts, type WorthKnowing } from '../model/worth-knowing.ts'
import { accountAgeDays } from './to-facts.ts'
import type { Facts } from '../model/facts.ts'

/** Age in days below which an account counts as young. */
const YOUNG_DAYS = 30
/** Hours in Rust below which an account counts as having few. */
const FEW_HOURS = 50
const SEVERAL_BANS = 2

/** What is known of a looked-up account without a further call to Steam. */
export interface KnownOfAccount {
  facts: Facts
  /** The counts of recent friend scans; undefined without one. */
  scan: ScanCounts | undefined
}

/** Selects the notable facts. Facts that an answer shows nowhere else come first. `now` is in Unix seconds. */
export function selectWorthKnowing({ facts, scan }: KnownOfAccount, now: number): WorthKnowing[] {
  return [
    ...(scan && scan.banned > 0 ? [{ kind: 'bannedFriends' as const, scan }] : []),
    ...selectOfBans(facts),
    ...selectOfProfile(facts, now),
    ...selectOfHours(facts),
  ]
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
    return value.hours < FEW_HOURS ? [{ kind: 'fewHours', hours: toTenthsBelow(value.hours, FEW_HOURS) }] : []
  // Hidden hours are notable only on a public profile, because a private profile always hides them and is itself not notable.
  const isPublic = profile.kind === 'known' && profile.value.isPrivate === false
  return isPublic ? [{ kind: 'hoursHidden' }] : []
}
