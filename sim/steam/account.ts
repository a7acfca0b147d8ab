/** What a profile page shows. */
export type SimProfile = {
  name: string
  /** 3 is public; anything else Steam treats as private. */
  visibility: number
  /** 40 hex digits. */
  avatarHash: string
  /** Absent while the community profile was never set up. */
  profileState?: number
  timeCreated?: number
  lastLogoff?: number
  realName?: string
  country?: string
}

/** A ban record; `game` is absent in answers of the old form. */
export type SimBans = {
  community: boolean
  vac: number
  game?: number
  daysSinceLast: number
  economy: string
}

/** One friendship; `since` is Unix seconds, or 0 where Steam has lost it. */
export type SimFriend = { steamId: string; since: number }

/** One game of a library, times in minutes. */
export type SimGame = {
  appId: number
  minutes: number
  minutesTwoWeeks?: number
  /** Unix seconds, 0 for never; absent where Steam's answer lacks the field. */
  lastPlayed?: number
  /** Listed only when free games are asked for. */
  free?: boolean
}

/** One thing in an inventory; several share a description. */
export type SimAsset = { assetId: string; classId: string; instanceId?: string }

/** What a class of items looks like; `icon` is the last part of its CDN path. */
export type SimDescription = {
  classId: string
  instanceId?: string
  name: string
  type: string
  icon?: string
  tradable: boolean
  marketable: boolean
}

/** Newest asset first, as the platform lists them. */
export type SimInventory = { assets: readonly SimAsset[]; descriptions: readonly SimDescription[] }

/** Everything the platform knows of one account; the words are the ways in which a part can be missing. */
export type SimAccount = {
  steamId: string
  /** The custom name of its address, lower case. */
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

/** The moment the world is frozen at, Unix seconds: every "last played" lies before it. */
export const WORLD_TIME = 1_780_000_000

/** Whether the text is a Steam64 of a person; other 17-digit numbers are malformed to the platform. */
export function isSteamId(text: string): boolean {
  return /^\d{17}$/.test(text) && text >= '76561197960265729' && text <= '76561202255233023'
}

/** A public profile with the given name. */
export function publicProfile(name: string, rest: Partial<SimProfile> = {}): SimProfile {
  return { name, visibility: 3, avatarHash: DEFAULT_AVATAR, profileState: 1, timeCreated: 1_300_000_000, ...rest }
}

/** A clean ban record, with the given differences. */
export function banRecord(rest: Partial<SimBans> = {}): SimBans {
  return { community: false, vac: 0, game: 0, daysSinceLast: 0, economy: 'none', ...rest }
}

/** A public, clean account with nothing in it, with the given differences. */
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

/** The grey question mark every new account has. */
export const DEFAULT_AVATAR = 'fef49e7fa7e1997310d705b2a6158ff8dc1cdfeb'
