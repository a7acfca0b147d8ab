import {
  banRecord,
  openAccount,
  publicProfile,
  RUST_APP_ID,
  WORLD_TIME,
  type SimAccount,
  type SimFriend,
  type SimGame,
  type SimProfile,
} from './account.ts'
import { drawHash } from './bulk.ts'
import { drawFriends } from './friends.ts'
import { drawInventory, oddInventory } from './inventory.ts'
import { HOSTILE_NAMES } from './names.ts'
import { createRandom } from './random.ts'
import { drawStatistics, rookieStatistics, veteranStatistics } from './statistics.ts'

/** Accounts with one special property each, by name. */
export const CAST = {
  /** Public and clean; exists on the real Steam too, and the service checks answers with it. */
  known: '76561197960287930',
  /** VAC banned, public, 2,431.6 hours, custom name `raider`. */
  raider: '76561198000010431',
  /** Two game bans, the last three days ago. */
  gameBanned: '76561198000023117',
  bothBans: '76561198000031902',
  communityBanned: '76561198000044280',
  /** Trade banned only. */
  tradeBanned: '76561198000052963',
  probation: '76561198000061378',
  /** Clean and fully public, custom name `honest_joe`. */
  clean: '76561198000070655',
  /** A private profile: only name and picture are visible. */
  private: '76561198000083041',
  hiddenHours: '76561198000091826',
  /** Rust is listed with 0 minutes, but was played. */
  hiddenPlaytime: '76561198000102594',
  /** Rust is listed with 0 minutes, without a "last played" time. */
  hiddenPlaytimeUndated: '76561198000393618',
  /** Rust is listed with 0 minutes and was never played. */
  neverPlayed: '76561198000401277',
  /** Owns games, but not Rust. */
  noRust: '76561198000111307',
  friendsPrivate: '76561198000124788',
  /** Private, and answered with an HTML page. */
  friendsPrivateHtml: '76561198000412945',
  /** Answered with `{}`. */
  friendsUnknown: '76561198000420136',
  /** Answered with `{"friendslist":{}}`. */
  friendsUnlisted: '76561198000174425',
  /** 2,000 friends. */
  popular: '76561198000133269',
  /** Exactly 100 friends. */
  scan: '76561198000142016',
  /** 250 friends, about one in six banned. */
  manyBanned: '76561198000150943',
  /** A public, empty list: `friends: []`. */
  lonely: '76561198000161570',
  /** A ban record without a summary. */
  deletedSummary: '76561198000183892',
  /** A summary without a ban record. */
  deletedBans: '76561198000192351',
  /** A summary, and `null` instead of a ban record. */
  nullBans: '76561198000201688',
  /** Unknown to Steam. */
  gone: '76561198000213074',
  veteran: '76561198000222935',
  rookie: '76561198000230416',
  statsPrivate: '76561198000244509',
  statsPrivateHtml: '76561198000251847',
  /** Answered 500, as in older captures. */
  statsPrivateOld: '76561198000263120',
  statsNone: '76561198000272693',
  /** 200 without `stats`. */
  statsEmpty: '76561198000281954',
  /** 70 items with all irregularities of inventories. */
  hoarder: '76561198000290382',
  /** 2,345 items. */
  collector: '76561198000304211',
  inventoryPrivate: '76561198000312768',
  /** The community profile was never set up. */
  inventoryUnset: '76561198000323597',
  inventoryEmpty: '76561198000330146',
  hostileMarkdown: '76561198000341873',
  hostileRtl: '76561198000352409',
  hostileZalgo: '76561198000360738',
  hostileEmoji: '76561198000374065',
  /** Its ban record lacks `NumberOfGameBans`. */
  neverBannedOldAnswer: '76561198000383291',
} as const

/** Custom names of groups; Steam answers with the group's id. */
export const GROUP_NAMES: Readonly<Record<string, string>> = { rust_clan: '103582791429670001' }

/** The name of an account of the cast. */
export type CastName = keyof typeof CAST

/** Creates the named accounts; their friends are chosen from the given ids. */
export function castAccounts(seed: number, ids: readonly string[]): SimAccount[] {
  const friendsOf = (name: string): SimFriend[] =>
    drawFriends(createRandom(seed, 'cast', 'friends', name), ids, friendCounts[name] ?? 8)

  return Object.entries(CAST).flatMap(([name, steamId]) => {
    if (name === 'gone') return []
    const ordinary = openAccount(steamId, {
      profile: castProfile(name, name),
      games: [rust(60 * 180)],
      statistics: drawStatistics(createRandom(seed, 'cast', 'statistics', name), 0.4),
      inventory: drawInventory(createRandom(seed, 'cast', 'inventory', name), 12),
      friends: friendsOf(name),
    })
    return [{ ...ordinary, ...differences[name as CastName] }]
  })
}

const friendCounts: Partial<Record<string, number>> = {
  popular: 2_000,
  scan: 100,
  manyBanned: 250,
  raider: 42,
  clean: 120,
}

/** The hidden parts of a private account. */
const closed = { friends: 'private', games: 'hidden', statistics: 'private', inventory: 'private' } as const

/** The remaining parts of an account without a summary. */
const deleted = { ...closed, profile: null, statistics: 'none', inventory: 'unset' } as const

const differences: Partial<Record<CastName, Partial<SimAccount>>> = {
  raider: {
    vanity: 'raider',
    profile: castProfile('raider', 'Roof Raider', { realName: 'R. Aider', country: 'DE' }),
    bans: banRecord({ vac: 1, daysSinceLast: 412 }),
    games: [rust(145_896, 1_260)],
  },
  gameBanned: {
    profile: castProfile('gameBanned', 'definitely legit'),
    bans: banRecord({ game: 2, daysSinceLast: 3 }),
  },
  bothBans: {
    profile: castProfile('bothBans', 'twice is nice'),
    bans: banRecord({ vac: 2, game: 1, community: true, daysSinceLast: 0, economy: 'banned' }),
  },
  manyBanned: { profile: castProfile('manyBanned', 'Night Shift') },
  communityBanned: { profile: castProfile('communityBanned', 'spam king'), bans: banRecord({ community: true }) },
  tradeBanned: { profile: castProfile('tradeBanned', 'skin flipper'), bans: banRecord({ economy: 'banned' }) },
  probation: { profile: castProfile('probation', 'on thin ice'), bans: banRecord({ economy: 'probation' }) },
  clean: {
    vanity: 'honest_joe',
    profile: castProfile('clean', 'Honest Joe', { realName: 'Joe', country: 'SE', timeCreated: 1_063_407_600 }),
    games: [rust(28_523, 9_048)],
  },
  private: {
    ...closed,
    profile: { name: 'nobody you know', visibility: 1, avatarHash: avatarOf('private'), profileState: 1 },
  },
  hiddenHours: { profile: castProfile('hiddenHours', 'no hours for you'), games: 'hidden' },
  hiddenPlaytime: { games: [rust(0)] },
  hiddenPlaytimeUndated: { games: [{ appId: RUST_APP_ID, minutes: 0 }] },
  neverPlayed: { games: [{ appId: RUST_APP_ID, minutes: 0, lastPlayed: 0 }], statistics: 'none' },
  noRust: { games: [{ appId: 730, minutes: 90_210, lastPlayed: WORLD_TIME - 3_600, free: true }], statistics: 'none' },
  friendsPrivate: { friends: 'private' },
  friendsPrivateHtml: { friends: 'privateHtml' },
  friendsUnknown: { friends: 'nothing' },
  friendsUnlisted: { friends: 'unlisted' },
  lonely: { friends: [] },
  deletedSummary: { ...deleted, bans: banRecord({ vac: 1, daysSinceLast: 900 }) },
  deletedBans: { bans: null },
  nullBans: { bans: 'nullEntry' },
  veteran: {
    profile: castProfile('veteran', 'wipe day since 2013'),
    games: [rust(475_383, 9_048)],
    statistics: veteranStatistics(),
  },
  rookie: {
    profile: castProfile('rookie', 'how do i open door'),
    games: [rust(95, 95)],
    statistics: rookieStatistics(),
  },
  statsPrivate: { statistics: 'private' },
  statsPrivateHtml: { statistics: 'privateHtml' },
  statsPrivateOld: { statistics: 'privateOld' },
  statsNone: { statistics: 'none' },
  statsEmpty: { statistics: 'unfilled' },
  hoarder: { profile: castProfile('hoarder', 'box goblin'), inventory: oddInventory() },
  collector: { inventory: drawInventory(createRandom(1, 'collector'), 2_345) },
  inventoryPrivate: { inventory: 'private' },
  inventoryUnset: {
    profile: { name: 'inventoryUnset', visibility: 1, avatarHash: avatarOf('inventoryUnset') },
    inventory: 'unset',
  },
  inventoryEmpty: { inventory: { assets: [], descriptions: [] } },
  hostileMarkdown: { profile: castProfile('hostileMarkdown', HOSTILE_NAMES.markdown) },
  hostileRtl: { profile: castProfile('hostileRtl', HOSTILE_NAMES.rtl) },
  hostileZalgo: { profile: castProfile('hostileZalgo', HOSTILE_NAMES.zalgo) },
  hostileEmoji: { profile: castProfile('hostileEmoji', HOSTILE_NAMES.emoji) },
  neverBannedOldAnswer: { bans: { community: false, vac: [], economy: 'none' } },
}

function castProfile(castName: string, name: string, rest: Partial<SimProfile> = {}): SimProfile {
  return publicProfile(name, { avatarHash: avatarOf(castName), lastLogoff: WORLD_TIME - 7_200, ...rest })
}

function avatarOf(castName: string): string {
  return drawHash(createRandom(1, 'cast', 'avatar', castName))
}

function rust(minutes: number, minutesTwoWeeks?: number): SimGame {
  const game: SimGame = { appId: RUST_APP_ID, minutes, lastPlayed: WORLD_TIME - 3_600 }
  return minutesTwoWeeks === undefined ? game : { ...game, minutesTwoWeeks }
}
