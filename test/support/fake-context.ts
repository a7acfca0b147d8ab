import { systemClock } from '../../src/lib/clock.ts'
import type { Bans } from '../../src/model/account.ts'
import type { BanRecord } from '../../src/model/ban-record.ts'
import type { Cached } from '../../src/model/cached.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import type { Context } from '../../src/accounts/context.ts'
import { createConfirmations } from '../../src/accounts/confirmations.ts'
import { createRememberedScans } from '../../src/accounts/remembered-scans.ts'
import type { Images } from '../../src/steam/images.ts'
import { createNewestBans } from '../../src/steam/newest-bans.ts'
import type { FriendList } from '../../src/steam/methods/get-friend-list.ts'
import type { RustHours } from '../../src/steam/methods/get-rust-hours.ts'
import type { StaleAnswers, Steam } from '../../src/steam/steam.ts'
import type { Summary } from '../../src/steam/methods/get-player-summaries.ts'

export const NOW = 1_700_000_000

/** An answer fetched `age` seconds before NOW. */
export const cached = <T>(value: T, age = 0): Cached<T> => ({ value, fetchedAt: NOW - age, expiresAt: NOW - age + 60 })

/** The summary of an account; its name contains the id. */
export const summaryOf = (steamId: SteamId): Summary => ({
  personaname: `name of ${steamId}`,
  profileurl: `https://steamcommunity.com/profiles/${steamId}/`,
  avatar: 'https://avatars.steamstatic.com/a.jpg',
  avatarfull: 'https://avatars.steamstatic.com/a_full.jpg',
  timecreated: 1_063_407_589,
  loccountrycode: null,
  isPrivate: false,
  isConfigured: true,
})

export const CLEAN: Bans = {
  VACBanned: false,
  NumberOfVACBans: 0,
  NumberOfGameBans: 0,
  DaysSinceLastBan: 0,
  CommunityBanned: false,
  EconomyBan: 'none',
}

/** The clean record as a sweep reads it. */
export const CLEAN_RECORD: BanRecord = {
  NumberOfVACBans: 0,
  NumberOfGameBans: 0,
  DaysSinceLastBan: 0,
  CommunityBanned: false,
  EconomyBan: 'none',
}

export const hoursOf = (total: number, twoWeeks = 0): RustHours => ({
  total,
  twoWeeks,
  minutes: Math.round(total * 60),
  isOwned: true,
})

/** A friend list of these accounts, newest first, without dates. */
export const friendListOf = (steamIds: readonly SteamId[], total = steamIds.length): FriendList => ({
  total,
  newest: steamIds.map((steamId) => ({ steamId, since: 0 })),
})

/** A context whose Steam knows each account as clean and public, without friends; the parameters replace parts of it. */
export function fakeContext(
  steam: Partial<Steam> = {},
  images: Partial<Images> = {},
  rest: Partial<Omit<Context, 'staleAnswers'>> & { staleAnswers?: Partial<StaleAnswers> } = {},
): Context {
  const newestBans = createNewestBans({ unixSeconds: () => NOW }, { account: 60, stale: 900 })
  return {
    clock: systemClock,
    steam: {
      getSummary: async (steamId) => cached(summaryOf(steamId)),
      confirmSummary: async () => cached(null),
      getBans: async () => cached(CLEAN),
      confirmBans: async () => cached(null),
      getBanRecords: async (steamIds) => new Map(steamIds.map((steamId) => [steamId, CLEAN_RECORD])),
      resolveVanityName: async () => cached(null),
      getFriends: async () => cached({ total: 0, newest: [] }),
      getRustHours: async () => cached({ total: 0, twoWeeks: 0, minutes: 0, isOwned: false }),
      getRustStats: async () => cached({ kind: 'none' as const }),
      getInventory: async () => cached({ total: 0, next: null, items: [] }),
      ...steam,
    },
    newestBans,
    missingProfiles: createConfirmations({ unixSeconds: () => NOW }),
    missingAccounts: createConfirmations({ unixSeconds: () => NOW }),
    isListed: () => false,
    rememberedScans: createRememberedScans({ unixSeconds: () => NOW }, newestBans),
    steamClock: () => undefined,
    onRecord: () => {},
    onStale: () => {},
    refuseWhenReserved: () => {},
    rememberedAnswers: {
      getSummary: () => undefined,
      getBans: () => undefined,
      getRustHours: () => undefined,
      getFriends: () => undefined,
    },
    ...rest,
    staleAnswers: {
      getSummary: async () => undefined,
      getBans: async () => undefined,
      resolveVanityName: async () => undefined,
      getFriends: async () => undefined,
      getRustHours: async () => undefined,
      ...rest.staleAnswers,
    },
    images: {
      fetch: async () => ({ type: 'image/png', etag: undefined, lastModified: undefined, body: undefined }),
      close: async () => {},
      ...images,
    },
    imageHosts: [
      'avatars.steamstatic.com',
      'community.akamai.steamstatic.com',
      'community.cloudflare.steamstatic.com',
      'community.fastly.steamstatic.com',
    ],
  }
}
