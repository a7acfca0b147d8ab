/** A SteamID64: 17 decimal digits inside the range of individual accounts. */
export type SteamId = string

/** A parsed account: an id, or a vanity name that Steam has to resolve. */
export type AccountInput = { kind: 'steamId'; steamId: SteamId } | NameInput

export interface NameInput {
  kind: 'vanity'
  name: string
  /** The account with `name` as its friend code, if the name can be a friend code; used only if no account has the vanity name. */
  friendCodeOf?: SteamId
}

/** How an account was found when the input was not its id. */
export type FoundBy = { customUrl: string } | { friendCode: string }

/** The first individual account: account id 1. */
export const MIN_STEAM_ID: SteamId = '76561197960265729'

/** The last individual account: the highest account id of 32 bits. */
export const MAX_STEAM_ID: SteamId = '76561202255233023'

export const STEAM_ID_DIGITS = 17

const MAX_ACCOUNT_ID = 0xffff_ffff

/** The SteamID64 of account id 0: public universe, individual account, desktop instance. */
const ACCOUNT_ID_BASE = 76_561_197_960_265_728n

const SEVENTEEN_DIGITS = /^\d{17}$/
// 17 digits, or up to two more or fewer, that begin with 7656 like every SteamID64.
const NEARLY_STEAM_ID = /^7656\d{11,15}$/
const NUMBER_IN_PROFILE_LINK = /\/profiles\/(\d{15,19})(?![\p{L}\p{N}])/iu
const VANITY_NAME = /^[A-Za-z0-9_-]{2,32}$/
const STEAM2 = /^STEAM_[01]:([01]):(\d{1,10})$/i
const STEAM3 = /^\[U:1:(\d{1,10})\]$/i
// Shorter numbers are mostly ranks, ages or years; as friend codes they would belong to the first accounts of Steam.
const FRIEND_CODE = /^[1-9]\d{4,9}$/
const ACCOUNT_ID = /^[1-9]\d{0,9}$/

// The host must directly follow the start or `//` and be followed by `/`, so that user info, a port or a longer host name do
// not match. The scheme must not contain a dot, so that it cannot look like a host.
const LINK = /^(?:(?:[a-z][a-z0-9+-]*:)?\/\/)?((?:www\.|m\.)?steamcommunity\.com|my\.steamchina\.com|s\.team)(\/.*)$/i
// Browsers remove or rewrite these characters, so a link with them may lead to another account than it seems to.
const DECEPTIVE = /[\s\p{C}\\]/u

/** The hexadecimal digits 0 to f in the alphabet of invite codes. */
const INVITE_DIGITS = 'bcdfghjkmnpqrtvw'
const INVITE_CODE = /^[bcdfghjkmnpqrtvw]{1,8}$/

/**
 * Parses any written form of an account; null for other texts. Never throws, and makes no calls.
 * @example
 *   parseAccount('STEAM_0:0:11101') // { kind: 'steamId', steamId: '76561197960287930' }
 *   parseAccount('steamcommunity.com/id/gaben/') // { kind: 'vanity', name: 'gaben' }
 *   parseAccount('two words') // null
 */
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

export function isSteamId(text: string): boolean {
  // Strings of equally many digits sort like numbers.
  return SEVENTEEN_DIGITS.test(text) && text >= MIN_STEAM_ID && text <= MAX_STEAM_ID
}

/** Whether a vanity name is probably a mistyped SteamID64. It is looked up nevertheless, because Steam allows such names. */
export function isMistypedSteamId(name: string): boolean {
  return NEARLY_STEAM_ID.test(name) && !isSteamId(name)
}

/**
 * The mistyped SteamID64 at the end of a profile link, or null. Such a link leads to no account.
 * @example
 *   findMistypedSteamId('steamcommunity.com/profiles/7656119796028793') // '7656119796028793'
 */
export function findMistypedSteamId(text: string): string | null {
  const number = NUMBER_IN_PROFILE_LINK.exec(text)?.[1]
  return number !== undefined && isMistypedSteamId(number) ? number : null
}

/**
 * The form `STEAM_0:Y:Z` of older tools and logs.
 * @example
 *   toSteam2('76561197960287930') // 'STEAM_0:0:11101'
 */
export function toSteam2(steamId: SteamId): string {
  const accountId = toAccountId(steamId)
  return `STEAM_0:${accountId % 2n}:${accountId / 2n}`
}

/**
 * The form `[U:1:N]` of Steam's console.
 * @example
 *   toSteam3('76561197960287930') // '[U:1:22202]'
 */
export function toSteam3(steamId: SteamId): string {
  return `[U:1:${toAccountId(steamId)}]`
}

/** The profile page, which every account has. */
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
  const [, lowestBit, rest] = STEAM2.exec(text) ?? []
  return rest === undefined ? null : fromAccountId(Number(rest) * 2 + Number(lowestBit))
}

function parseSteam3(text: string): AccountInput | null {
  const accountId = STEAM3.exec(text)?.[1]
  return accountId === undefined ? null : fromAccountId(Number(accountId))
}

/** The pages of accounts; each function gets the two segments after the page, and the `partner` parameters. */
const PAGES = new Map<string, (name: string, rest: string, partners: string[]) => AccountInput | null>([
  ['steamcommunity.com/profiles', parseProfileId],
  ['my.steamchina.com/profiles', parseProfileId],
  ['steamcommunity.com/id', parseVanityName],
  ['my.steamchina.com/id', parseVanityName],
  ['steamcommunity.com/user', parseInviteCode],
  ['s.team/p', parseInviteCode],
  ['steamcommunity.com/tradeoffer', parseTradeOffer],
])

function parseLink(text: string): AccountInput | null {
  const [, host, path] = LINK.exec(text) ?? []
  if (host === undefined || path === undefined || DECEPTIVE.test(text)) return null
  // `URL` resolves dot segments and removes query and fragment, as a browser does.
  const { pathname, searchParams } = new URL(`https://${host}${path}`)
  const [, section, name = '', rest = ''] = pathname.split('/', 4)
  const parsePage = PAGES.get(`${host.replace(/^(?:www|m)\./i, '')}/${section}`.toLowerCase())
  return parsePage?.(name, rest, searchParams.getAll('partner')) ?? null
}

function parseProfileId(id: string): AccountInput | null {
  return parseSteamId(id) ?? parseSteam3(id.replaceAll(/%(?:3A|5B|5D)/gi, decodeURIComponent))
}

function parseInviteCode(code: string): AccountInput | null {
  const digits = code.replaceAll('-', '').toLowerCase()
  if (!INVITE_CODE.test(digits)) return null
  const hexadecimal = digits.replaceAll(/./g, (digit) => INVITE_DIGITS.indexOf(digit).toString(16))
  return fromAccountId(Number.parseInt(hexadecimal, 16))
}

function parseTradeOffer(page: string, rest: string, [partner = '', ...more]: string[]): AccountInput | null {
  if (page.toLowerCase() !== 'new' || rest !== '' || more.length > 0 || !ACCOUNT_ID.test(partner)) return null
  return fromAccountId(Number(partner))
}

function fromAccountId(accountId: number): Exclude<AccountInput, NameInput> | null {
  // A larger number would overflow into the upper bits and give another account.
  if (accountId < 1 || accountId > MAX_ACCOUNT_ID) return null
  return { kind: 'steamId', steamId: String(ACCOUNT_ID_BASE + BigInt(accountId)) }
}

const toAccountId = (steamId: SteamId) => BigInt(steamId) - ACCOUNT_ID_BASE
