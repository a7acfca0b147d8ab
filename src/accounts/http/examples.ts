import { keysOf } from '../../model/objects.ts'
import type { Account, BatchResult, FriendEntry, Profile } from '../../model/account.ts'
import type { ComparisonAnswer } from '../../model/comparison.ts'
import type { LookupAnswer } from '../../model/lookup-answer.ts'
import type { InventoryAnswer } from '../../model/inventory.ts'
import type { Verdict, VerdictBatch } from '../../model/verdict.ts'
import { UNREPORTED } from '../../model/stats-table.ts'
import { statsSchema, type RustStatsAnswer, type Stats } from '../../model/stats.ts'
import { API_ERRORS } from '../../http/error-codes.ts'
import { exampleError } from '../../http/documented-responses.ts'

// All examples use one account and its three friends. The demo adds the same accounts, so that the prefilled requests of /docs work.

export const EXAMPLE_ID = '76561197960287930'
export const BANNED_FRIEND_LINK = 'https://steamcommunity.com/id/example_roof_raider'

export const EXAMPLE_BATCH = [EXAMPLE_ID, BANNED_FRIEND_LINK, 'https://example.org/']

const AVATAR = 'https://avatars.steamstatic.com/fef49e7fa7e1997310d705b2a6158ff8dc1cdfeb'

export const EXAMPLE_IMAGE = `${AVATAR}_full.jpg`

const FETCHED_AT = 1_795_305_600

const clean = {
  VACBanned: false,
  NumberOfVACBans: 0,
  NumberOfGameBans: 0,
  DaysSinceLastBan: 0,
  CommunityBanned: false,
  EconomyBan: 'none',
}
const vacBanned = { ...clean, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 412 }

const profile: Profile = {
  personaname: 'Wipe Day Walker',
  profileurl: `https://steamcommunity.com/profiles/${EXAMPLE_ID}/`,
  avatarfull: EXAMPLE_IMAGE,
  timecreated: 1_063_407_589,
  loccountrycode: 'SE',
}

const exampleAccount: Account = {
  steamId: EXAMPLE_ID,
  resolvedFrom: null,
  profile,
  bans: clean,
  rustHours: 1_187,
  rustHoursTwoWeeks: 21.5,
  friendsPrivate: false,
  unavailable: [],
  fetchedAt: FETCHED_AT,
  partsFetchedAt: { profile: FETCHED_AT, bans: FETCHED_AT, rustHours: FETCHED_AT, friendsPrivate: FETCHED_AT },
}

const bannedFriend: FriendEntry = {
  steamId: '76561202000010431',
  personaname: 'Roof Raider',
  avatar: `${AVATAR}.jpg`,
  profileurl: `${BANNED_FRIEND_LINK}/`,
  friendSince: 1_715_420_800,
  banned: true,
  rustHours: 2_431.6,
  banDetails: vacBanned,
  unavailable: [],
}

const otherFriend = (steamId: string, personaname: string, rest: Partial<FriendEntry>): FriendEntry => ({
  ...bannedFriend,
  steamId,
  personaname,
  profileurl: `https://steamcommunity.com/profiles/${steamId}/`,
  banned: false,
  banDetails: clean,
  ...rest,
})

const friends: FriendEntry[] = [
  bannedFriend,
  otherFriend('76561202000070655', 'Honest Joe', { friendSince: 1_640_995_200, rustHours: 475.4 }),
  otherFriend('76561202000083041', 'Quiet One', { friendSince: 1_502_902_800, rustHours: null }),
]

const bannedProfile: Profile = {
  personaname: bannedFriend.personaname,
  profileurl: bannedFriend.profileurl,
  avatarfull: EXAMPLE_IMAGE,
  timecreated: 1_325_376_000,
  loccountrycode: 'DE',
}
const bannedNames = { steamId: bannedFriend.steamId, resolvedFrom: 'example_roof_raider' }

export const exampleBatch: BatchResult = {
  results: [
    { input: EXAMPLE_ID, steamId: EXAMPLE_ID, resolvedFrom: null, profile, bans: clean, fetchedAt: FETCHED_AT },
    { input: BANNED_FRIEND_LINK, ...bannedNames, profile: bannedProfile, bans: vacBanned, fetchedAt: FETCHED_AT },
  ],
  resolved: 2,
  failed: 1,
  failures: [{ input: 'https://example.org/', code: 'malformed_account', error: API_ERRORS.malformed_account.meaning }],
  dropped: 0,
}

export const exampleComparison: ComparisonAnswer = {
  accounts: [
    { ...exampleAccount, friendList: { state: 'known', total: friends.length, unreadable: 0 } },
    {
      ...exampleAccount,
      ...bannedNames,
      profile: bannedProfile,
      bans: vacBanned,
      rustHours: bannedFriend.rustHours,
      rustHoursTwoWeeks: 21,
      friendList: { state: 'known', total: 2, unreadable: 0 },
    },
  ],
  friendship: { state: 'friends', since: bannedFriend.friendSince },
  shared: [{ steamId: '76561202000070655', personaname: 'Honest Joe', friendSince: [1_640_995_200, 1_690_848_000] }],
  sharedIncomplete: false,
}

/** The answers to a lookup before and after a scan of the friends. */
export const exampleLookups: Record<string, LookupAnswer> = {
  account: { ...exampleAccount, worthKnowing: [] },
  account_after_scan: {
    ...exampleAccount,
    worthKnowing: [{ code: 'bannedFriends', banned: 1, checked: friends.length, at: FETCHED_AT }],
  },
}

/** The events of a complete scan, in order. */
export const exampleScan = {
  start: { progress: { current: 0, total: friends.length, totalFriends: friends.length } },
  found: { found: { friends: [bannedFriend], withoutProfile: [] } },
  progress: { progress: { current: friends.length, total: friends.length, totalFriends: friends.length } },
  result: {
    friends,
    totalFriends: friends.length,
    from: 0,
    total: friends.length,
    next: null,
    withoutProfile: [],
    unavailable: 0,
    unchecked: [],
    fetchedAt: FETCHED_AT,
  },
}

type SomeStats = { [Group in keyof Stats]?: Partial<Stats[Group]> }

const counters: SomeStats = {
  combat: {
    kills: 4_118,
    deaths: 3_527,
    kd: 1.17,
    headshots: 1_312,
    headshotRate: 10.19,
    bulletsFired: 91_204,
    bulletsHit: 12_877,
    accuracy: 14.12,
  },
  survival: { deaths: 3_527, suicides: 211, fallingDeaths: 37 },
  building: { structuresBuilt: 18_420, upgradesBuilt: 7_311 },
  resources: { woodHarvested: 2_410_553, stoneHarvested: 1_802_119 },
  npc: { scientistsKilled: 1_906, boarsKilled: 274 },
  misc: { barrelsBroken: 5_630, arrowsFired: 2_950 },
}

export const exampleStats: RustStatsAnswer = {
  steamId: EXAMPLE_ID,
  stats: withZeros(counters),
  unreported: UNREPORTED,
  fetchedAt: FETCHED_AT,
}

/** All counters; a counter that is missing in `given` is 0. */
function withZeros(given: SomeStats): Stats {
  const groups = keysOf(statsSchema.shape).map((group) => {
    const zeros = Object.fromEntries(Object.keys(statsSchema.shape[group].shape).map((counter) => [counter, 0]))
    return [group, { ...zeros, ...given[group] }]
  })
  return statsSchema.parse(Object.fromEntries(groups))
}

const item = (name: string, icon: string, type: string, marketable: boolean) => ({
  name,
  icon: `/api/image?url=${encodeURIComponent(`https://community.akamai.steamstatic.com/economy/image/${icon}/256fx256f`)}`,
  tradable: true,
  marketable,
  type,
})

export const exampleInventory: InventoryAnswer = {
  private: false,
  items: [
    item(
      'Tempered AK47',
      '6TMcQ7eX6E0EZl2byXi7vaVKyDk_zQLX05x6eLCFM9neAckxGDf7qU2e2gu64OnAeQ7835Ja5WXMfCk4nReh8DEiv5da',
      'Workshop Item',
      true,
    ),
    item(
      'Forest Sleeping Bag',
      '6TMcQ7eX6E0EZl2byXi7vaVKyDk_zQLX05x6eLCFM9neAckxGDf7qU2e2gu64OnAeQ7835Nf5mXDfCk4nReh8DEiv5dc',
      '',
      false,
    ),
  ],
  total: 2,
  next: null,
  fetchedAt: FETCHED_AT,
}

export const examplePrivateInventory: InventoryAnswer = {
  private: true,
  items: [],
  total: 0,
  next: null,
  fetchedAt: FETCHED_AT,
}

/** The error of a lookup of an account that has a ban record but no profile. */
export const exampleWithoutProfile = {
  ...exampleError('account_not_found'),
  withoutProfile: { steamId: '76561202000095119', bans: vacBanned, fetchedAt: FETCHED_AT },
}

/** The error of a batch in which no entry names an account. */
export const exampleBatchError = {
  ...exampleError('account_not_found'),
  failures: exampleBatch.failures,
  dropped: exampleBatch.dropped,
}

const allowed: Verdict = {
  steamId: EXAMPLE_ID,
  verdict: 'allow',
  reasons: [],
  unknown: [],
  until: null,
  mode: 'enforce',
  policy: { name: 'main', version: 4 },
  checkedAt: FETCHED_AT,
  stale: false,
}

export const exampleVerdict: Verdict = {
  ...allowed,
  steamId: bannedFriend.steamId,
  verdict: 'deny',
  reasons: [{ code: 'maxVacBans', value: 1, limit: 0, text: '1 VAC ban (limit: 0).' }],
}

export const exampleVerdictBatch: VerdictBatch = {
  results: [
    { input: EXAMPLE_ID, ...allowed },
    { input: BANNED_FRIEND_LINK, ...exampleVerdict },
  ],
  resolved: 2,
  failed: 1,
  failures: exampleBatch.failures,
  dropped: 0,
}
