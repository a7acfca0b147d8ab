import SteamID from 'steamid'

/** A Steam64 id: 17 decimal digits inside the range of individual accounts. */
export type SteamId = string

/** An account as a person names it: by an id, or by a vanity name that Steam has yet to resolve. */
export type AccountInput = IdInput | NameInput

interface IdInput {
  kind: 'steamId'
  steamId: SteamId
}

/** A vanity name. */
export interface NameInput {
  kind: 'vanity'
  name: string
  /** Where the name can also be a friend code: the account with that account id, meant only if no account has the name. */
  friendCodeOf?: SteamId
}

/** The first individual account: account id 1. */
export const MIN_STEAM_ID: SteamId = '76561197960265729'

/** The last individual account: the highest account id that fits 32 bits. */
export const MAX_STEAM_ID: SteamId = '76561202255233023'

/** Digits of every Steam64 id. */
export const STEAM_ID_DIGITS = 17

const MAX_ACCOUNT_ID = 0xffff_ffff

const SEVENTEEN_DIGITS = /^\d{17}$/
// A digit or two too few or too many; every SteamID64 begins with 7656.
const NEARLY_STEAM_ID = /^7656\d{11,15}$/
const VANITY_NAME = /^[A-Za-z0-9_-]{2,32}$/
const STEAM2 = /^STEAM_[01]:[01]:\d{1,10}$/i
const STEAM3 = /^\[U:1:\d{1,10}\]$/i
// Numbers of fewer digits are mostly ranks, ages or years, and only Steam's very first accounts have such ids.
const FRIEND_CODE = /^[1-9]\d{4,9}$/
const ACCOUNT_ID = /^[1-9]\d{0,9}$/

// The host stands right between the start or `//` and the first `/`, which leaves no room for user info, a port or a
// longer name. A scheme has no dot here, so that none can look like a host.
const LINK = /^(?:(?:[a-z][a-z0-9+-]*:)?\/\/)?((?:www\.|m\.)?steamcommunity\.com|my\.steamchina\.com|s\.team)(\/.*)$/i
// Browsers drop or rewrite these inside a link, so one that holds them may not lead where it seems to.
const DECEPTIVE = /[\s\p{C}\\]/u

/** The sixteen hexadecimal digits as invite codes write them. */
const INVITE_DIGITS = 'bcdfghjkmnpqrtvw'
const INVITE_CODE = /^[bcdfghjkmnpqrtvw]{1,8}$/

/** What a person typed or pasted, or null when it names no account. Never throws; nothing is fetched. */
export function parseAccount(input: string): AccountInput | null {
  const text = input.trim()
  return (
    parseSteamId(text) ??
    parseFriendCode(text) ??
    parseVanityName(text) ??
    parseSteam2(text) ??
    parseSteam3(text) ??
    parseSteam3(`[${text}]`) ??
    parseLink(text)
  )
}

/** Whether the text is exactly a Steam64 id, the only form that needs no parsing. */
export function isSteamId(text: string): boolean {
  // Between numbers of equal length the order of the text is the order of the numbers.
  return SEVENTEEN_DIGITS.test(text) && text >= MIN_STEAM_ID && text <= MAX_STEAM_ID
}

/** Whether a custom name is more likely a mistyped SteamID64. Steam allows such names, so it is still looked up as one. */
export function isMistypedSteamId(name: string): boolean {
  return NEARLY_STEAM_ID.test(name) && !isSteamId(name)
}

/** The form `STEAM_0:Y:Z`, as older tools and logs write it. */
export function toSteam2(steamId: SteamId): string {
  return new SteamID(steamId).getSteam2RenderedID()
}

/** The form `[U:1:N]`, as Steam's own console writes it. */
export function toSteam3(steamId: SteamId): string {
  return new SteamID(steamId).getSteam3RenderedID()
}

/** The profile page that every account has, with or without a vanity name. */
export function toProfileUrl(steamId: SteamId): string {
  return `https://steamcommunity.com/profiles/${steamId}`
}

function parseSteamId(text: string): AccountInput | null {
  return isSteamId(text) ? { kind: 'steamId', steamId: text } : null
}

function parseVanityName(text: string): AccountInput | null {
  return VANITY_NAME.test(text) ? { kind: 'vanity', name: text } : null
}

function parseFriendCode(text: string): AccountInput | null {
  const account = FRIEND_CODE.test(text) ? fromAccountId(Number(text)) : null
  return account && { kind: 'vanity', name: text, friendCodeOf: account.steamId }
}

function parseSteam2(text: string): AccountInput | null {
  return STEAM2.test(text) ? fromAccountId(new SteamID(text.toUpperCase()).accountid) : null
}

function parseSteam3(text: string): AccountInput | null {
  return STEAM3.test(text) ? fromAccountId(new SteamID(text.toUpperCase()).accountid) : null
}

function parseLink(text: string): AccountInput | null {
  const [, host, path] = LINK.exec(text) ?? []
  if (host === undefined || path === undefined || DECEPTIVE.test(text)) return null
  // URL resolves dot segments and cuts query and fragment, so the account is the one that a browser would open.
  const { pathname, searchParams } = new URL(`https://${host}${path}`)
  const [, section, name = '', rest = ''] = pathname.split('/', 4)
  switch (`${host.replace(/^(?:www|m)\./i, '')}/${section}`.toLowerCase()) {
    case 'steamcommunity.com/profiles':
    case 'my.steamchina.com/profiles':
      return parseSteamId(name) ?? parseSteam3(name.replaceAll(/%(?:3A|5B|5D)/gi, decodeURIComponent))
    case 'steamcommunity.com/id':
    case 'my.steamchina.com/id':
      return parseVanityName(name)
    case 'steamcommunity.com/user':
    case 's.team/p':
      return parseInviteCode(name)
    case 'steamcommunity.com/tradeoffer':
      return name.toLowerCase() === 'new' && rest === '' ? parsePartner(searchParams.getAll('partner')) : null
    default:
      return null
  }
}

function parseInviteCode(code: string): AccountInput | null {
  const digits = code.replaceAll('-', '').toLowerCase()
  if (!INVITE_CODE.test(digits)) return null
  const hexadecimal = digits.replaceAll(/./g, (digit) => INVITE_DIGITS.indexOf(digit).toString(16))
  return fromAccountId(Number.parseInt(hexadecimal, 16))
}

/** The account that a trade link leads to. */
function parsePartner([partner = '', ...more]: string[]): AccountInput | null {
  return more.length === 0 && ACCOUNT_ID.test(partner) ? fromAccountId(Number(partner)) : null
}

function fromAccountId(accountId: number): IdInput | null {
  // SteamID lets a larger number run over into the bits above, where it names somebody else.
  if (accountId < 1 || accountId > MAX_ACCOUNT_ID) return null
  return { kind: 'steamId', steamId: SteamID.fromIndividualAccountID(accountId).getSteamID64() }
}
