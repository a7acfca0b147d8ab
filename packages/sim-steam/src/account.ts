/** The data of a profile page. */
export type SimProfile = {
  name: string
  /** 3 is public; Steam treats anything else as private. */
  visibility: number
  /** 40 hex digits. */
  avatarHash: string
  /** Absent if the community profile was never set up. */
  profileState?: number
  timeCreated?: number
  lastLogoff?: number
  realName?: string
  country?: string
}

/**
 * A ban record, with the dates of the VAC and the game bans in Unix seconds, oldest first; `game` is absent in the old
 * format.
 */
export type SimBans = {
  community: boolean
  vac: readonly number[]
  game?: readonly number[]
  economy: string
}

/** A friendship; `since` is Unix seconds, or 0 if Steam has lost it. */
export type SimFriend = { steamId: string; since: number }

/** A game of a library; play times in minutes. */
export type SimGame = {
  appId: number
  minutes: number
  minutesTwoWeeks?: number
  /** Unix seconds, 0 for never; absent if Steam's answer lacks the field. */
  lastPlayed?: number
  /** Listed only if free games are requested. */
  free?: boolean
}

/** An item of an inventory; several may share a description. */
export type SimAsset = { assetId: string; classId: string; instanceId?: string }

/** The description of a class of items; `icon` is the last segment of its CDN path. */
export type SimDescription = {
  classId: string
  instanceId?: string
  name: string
  type: string
  icon?: string
  tradable: boolean
  marketable: boolean
}

/** An inventory, newest asset first. */
export type SimInventory = { assets: readonly SimAsset[]; descriptions: readonly SimDescription[] }

/** All data of one account; the string values name the ways in which a part can be missing. */
export type SimAccount = {
  steamId: string
  /** The custom URL's name, in lower case. */
  vanity: string | null
  /** Null: deleted, no summary. */
  profile: SimProfile | null
  /** Null: left out of the answer. */
  bans: SimBans | 'nullEntry' | null
  /** `privateHtml`: answered with a page; `nothing`: answered with `{}`; `unlisted`: with `{"friendslist":{}}`. */
  friends: readonly SimFriend[] | 'private' | 'privateHtml' | 'nothing' | 'unlisted'
  games: readonly SimGame[] | 'hidden'
  /** Raw counters, zeros included. `privateOld`: the 500 of older captures; `none`: never played; `unfilled`: no `stats`. */
  statistics: Readonly<Record<string, number>> | 'private' | 'privateHtml' | 'privateOld' | 'none' | 'unfilled'
  /** `unset`: the community profile was never set up. */
  inventory: SimInventory | 'private' | 'unset'
}

export const RUST_APP_ID = 252490

/** The time of the world at its start, in Unix seconds; all "last played" times are earlier. */
export const WORLD_TIME = 1_780_000_000

/** Whether the text is the Steam64 of an individual account; Steam rejects other 17-digit numbers as malformed. */
export function isSteamId(text: string): boolean {
  return /^\d{17}$/.test(text) && text >= '76561197960265729' && text <= '76561202255233023'
}

/** Creates a public profile with this name. */
export function publicProfile(name: string, rest: Partial<SimProfile> = {}): SimProfile {
  return { name, visibility: 3, avatarHash: DEFAULT_AVATAR, profileState: 1, timeCreated: 1_300_000_000, ...rest }
}

/** Creates a clean ban record with these bans; VAC and game bans all date from `daysSinceLast` before the world's start. */
export function banRecord(
  rest: { community?: boolean; vac?: number; game?: number; daysSinceLast?: number; economy?: string } = {},
): SimBans {
  const { community = false, vac = 0, game = 0, daysSinceLast = 0, economy = 'none' } = rest
  const date = WORLD_TIME - Math.round(daysSinceLast * 86_400)
  const dates = (length: number): number[] => Array.from({ length }, () => date)
  return { community, vac: dates(vac), game: dates(game), economy }
}

/** Creates a public, clean, empty account with these changes. */
export function openAccount(steamId: string, rest: Partial<Omit<SimAccount, 'steamId'>> = {}): SimAccount {
  return {
    steamId,
    vanity: null,
    profile: publicProfile(`player ${steamId.slice(-4)}`),
    bans: banRecord(),
    friends: [],
    games: [],
    statistics: 'none',
    inventory: { assets: [], descriptions: [] },
    ...rest,
  }
}

/** The default avatar: a grey question mark. */
export const DEFAULT_AVATAR = 'fef49e7fa7e1997310d705b2a6158ff8dc1cdfeb'
