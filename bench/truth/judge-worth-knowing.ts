import { RUST_APP_ID, type SimGame } from '../../packages/sim-steam/src/account.ts'
import type { World } from '../../packages/sim-steam/src/world.ts'
import { hoursOf, type Whole } from './expected.ts'
import { must, mustEqual, type Fields } from './verdict.ts'

const DAY_SECONDS = 86_400
const isRust = ({ appId }: SimGame) => appId === RUST_APP_ID

/** Judges the notable facts of a lookup; without `hasHours` those about hours are missing. */
export function judgeWorthKnowing(world: World, whole: Whole, { worthKnowing }: Fields, hasHours: boolean): void {
  must(Array.isArray(worthKnowing), () => `worthKnowing of ${whole.steamId} is ${JSON.stringify(worthKnowing)}`)
  const facts = worthKnowing as Fields[]
  const [first] = facts
  // Present only after a scan, which another request may have made.
  const scan = first?.['code'] === 'bannedFriends' ? first : undefined
  if (scan) mustBeScan(world, whole, scan)
  const expected = [...factsOfBans(world, whole), ...factsOfProfile(whole), ...(hasHours ? factsOfHours(whole) : [])]
  mustEqual(
    { steamId: whole.steamId, worthKnowing: expected },
    { steamId: whole.steamId, worthKnowing: scan ? facts.slice(1) : facts },
  )
}

function mustBeScan(world: World, { steamId, friends }: Whole, { banned, checked, at, ...rest }: Fields): void {
  const list = typeof friends === 'string' ? [] : friends
  const isBanned = (friend: string) => {
    const bans = world.account(friend)?.bans
    return bans && bans !== 'nullEntry' ? bans.vac.length > 0 || (bans.game?.length ?? 0) > 0 || bans.community : false
  }
  const isScan =
    Number(banned) > 0 &&
    Number(banned) <= list.filter((friend) => isBanned(friend.steamId)).length &&
    Number(checked) >= Number(banned) &&
    Number(checked) <= list.length &&
    Number(at) <= Date.now() / 1_000 + 1 &&
    Object.keys(rest).length === 1
  must(isScan, () => `bannedFriends of ${steamId}: ${JSON.stringify({ banned, checked, at, ...rest })}`)
}

function factsOfBans(world: World, { steamId, bans }: Whole): Fields[] {
  const count = bans.vac.length + (bans.game?.length ?? 0)
  const days = world.daysSinceLastBan(steamId, bans)
  return [
    ...(count > 0 && days <= 90 ? [{ code: 'recentBan', days }] : []),
    ...(count >= 2 ? [{ code: 'severalBans', count }] : []),
  ]
}

function factsOfProfile({ profile }: Whole): Fields[] {
  if (profile.profileState === undefined) return [{ code: 'neverSetUp' }]
  if (profile.visibility !== 3 || profile.timeCreated === undefined) return []
  const days = Math.max(0, Math.floor((Date.now() / 1_000 - profile.timeCreated) / DAY_SECONDS))
  return days < 30 ? [{ code: 'young', days }] : []
}

function factsOfHours(whole: Whole): Fields[] {
  const { games, profile } = whole
  const { total } = hoursOf(whole)
  if (total === null) return profile.visibility === 3 ? [{ code: 'hoursHidden' }] : []
  if (games === 'hidden' || !games.some(isRust)) return [{ code: 'rustNotOwned' }]
  const minutes = games.find(isRust)?.minutes ?? 0
  return minutes < 3_000 ? [{ code: 'fewHours', hours: Math.min(total, 49.9) }] : []
}
