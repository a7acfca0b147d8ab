import {
  banRecord,
  DEFAULT_AVATAR,
  RUST_APP_ID,
  WORLD_TIME,
  type SimAccount,
  type SimGame,
  type SimProfile,
} from './account.ts'
import { DAY } from './bans.ts'
import { drawFriends } from './friends.ts'
import { drawInventory } from './inventory.ts'
import { drawName, drawVanityStem } from './names.ts'
import { createRandom, type Random } from './random.ts'
import { drawStatistics } from './statistics.ts'

/** The shares of bulk accounts with a property; those of hidden hours and friend lists are of public profiles. */
export const SHARES = {
  vacBanned: 0.08,
  gameBanned: 0.08,
  communityBanned: 0.02,
  tradeBanned: 0.03,
  privateProfile: 0.25,
  hiddenHours: 0.2,
  privateFriends: 0.3,
  withoutProfile: 0.02,
  withoutBans: 0.02,
  nullBans: 0.005,
} as const

/** The ids of a world, spread evenly over an upper part of the range, so that few are consecutive. */
export function drawIds(seed: number, count: number): string[] {
  const random = createRandom(seed, 'ids')
  const stride = Math.min(200_000, Math.floor(3_000_000_000 / Math.max(count, 1)))
  return Array.from({ length: count }, (_, index) =>
    String(76561198010000000n + BigInt(index * stride + random.integer(0, stride - 1))),
  )
}

/** The account with this index; its large parts are generated when they are read. */
export function bulkAccount(seed: number, ids: readonly string[], index: number): SimAccount {
  const steamId = ids[index]
  if (steamId === undefined) throw new RangeError(`this world has no account number ${index}`)
  const stream = (part: string): Random => createRandom(seed, part, index)

  const random = stream('account')
  const exists = !random.chance(SHARES.withoutProfile)
  const isPublic = exists && !random.chance(SHARES.privateProfile)
  const openFriends = isPublic && !random.chance(SHARES.privateFriends)
  const openGames = isPublic && !random.chance(SHARES.hiddenHours)
  const playsRust = random.chance(0.9)
  const openStatistics = isPublic && random.chance(0.85)
  const openInventory = isPublic && random.chance(0.8)
  const experience = random.next()

  return {
    steamId,
    vanity: exists && random.chance(0.3) ? `${drawVanityStem(random)}${index}` : null,
    profile: exists ? drawProfile(stream('profile'), isPublic) : null,
    bans: drawBans(stream('bans')),
    get friends() {
      if (!openFriends) return 'private'
      const friends = stream('friends')
      return drawFriends(friends, ids, drawFriendCount(friends))
    },
    get games() {
      return openGames ? drawGames(stream('games'), playsRust, experience) : 'hidden'
    },
    get statistics() {
      const statistics = stream('statistics')
      if (!openStatistics) return statistics.pick<'private' | 'privateHtml'>(['private', 'private', 'privateHtml'])
      if (!playsRust) return 'none'
      return statistics.chance(0.01) ? 'unfilled' : drawStatistics(statistics, experience)
    },
    get inventory() {
      const inventory = stream('inventory')
      if (!exists || inventory.chance(0.02)) return 'unset'
      if (!openInventory) return 'private'
      return drawInventory(inventory, playsRust && inventory.chance(0.9) ? inventory.scaled(1, 400) : 0)
    },
  }
}

/** The index at the end of a bulk account's custom name; undefined for other names. */
export function vanityIndex(name: string): number | undefined {
  const digits = /^[a-z_]+_(\d{1,7})$/.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function drawProfile(random: Random, isPublic: boolean): SimProfile {
  const profile: SimProfile = {
    name: drawName(random),
    visibility: isPublic ? 3 : random.pick([1, 1, 1, 2]),
    avatarHash: random.chance(0.1) ? DEFAULT_AVATAR : drawHash(random),
  }
  if (random.chance(0.95)) profile.profileState = 1
  if (isPublic) profile.timeCreated = random.integer(1_063_400_000, WORLD_TIME - 86_400)
  if (random.chance(0.6)) profile.lastLogoff = random.integer(WORLD_TIME - 90 * 86_400, WORLD_TIME)
  if (random.chance(0.3)) profile.realName = drawName(random)
  if (random.chance(0.6)) profile.country = random.pick(['US', 'GB', 'DE', 'FR', 'RU', 'BR', 'CN', 'SE', 'PL', 'AU'])
  return profile
}

function drawBans(random: Random): SimAccount['bans'] {
  if (random.chance(SHARES.withoutBans)) return null
  if (random.chance(SHARES.nullBans)) return 'nullEntry'
  const drawn = {
    vac: random.chance(SHARES.vacBanned) ? random.pick([1, 1, 1, 2, 3]) : 0,
    game: random.chance(SHARES.gameBanned) ? random.pick([1, 1, 1, 1, 2, 4]) : 0,
    community: random.chance(SHARES.communityBanned),
    economy: random.chance(SHARES.tradeBanned) ? 'banned' : random.chance(0.005) ? 'probation' : 'none',
  }
  // A ban of today has 0 days, like no ban at all.
  const isDated = drawn.vac > 0 || drawn.game > 0
  const bans = banRecord({ ...drawn, daysSinceLast: isDated ? random.integer(0, 3_001 * DAY - 1) / DAY : 0 })
  if (drawn.game === 0 && random.chance(0.005)) delete bans.game
  return bans
}

function drawGames(random: Random, playsRust: boolean, experience: number): SimGame[] {
  const game = (appId: number, minutes: number): SimGame => ({
    appId,
    minutes,
    lastPlayed: random.integer(1_500_000_000, WORLD_TIME),
  })
  const others: SimGame[] = [
    { ...game(730, random.scaled(10, 200_000)), free: true },
    game(4000, random.scaled(10, 50_000)),
  ]
  if (!playsRust) return others
  // Some list the game and hide their hours.
  if (random.chance(0.05)) return [game(RUST_APP_ID, 0), ...others]
  const rust = game(RUST_APP_ID, Math.round(60 * 8_000 ** experience))
  if (random.chance(0.4)) rust.minutesTwoWeeks = Math.min(rust.minutes, random.scaled(5, 9_048))
  return [rust, ...others]
}

function drawFriendCount(random: Random): number {
  if (random.chance(0.06)) return 0
  if (random.chance(0.9)) return random.scaled(1, 300)
  return random.chance(0.75) ? random.integer(300, 1_000) : random.integer(1_000, 2_000)
}

/** 40 hex digits. */
export function drawHash(random: Random): string {
  return Array.from({ length: 40 }, () => random.integer(0, 15).toString(16)).join('')
}
