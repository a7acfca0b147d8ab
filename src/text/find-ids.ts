import { type AccountInput, parseAccount } from '../model/steam-id.ts'

// Characters that no program shows. An override of the direction stays, because it may hide where a link leads, and variation selectors stay
// in the emoji of names.
const INVISIBLE = /(?!\u202e|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu
const DECORATION = /^[\s"'‘’`*~<>[\]{}•·\p{Cf}]+/u
const DECORATION_OR_PERIOD = /[\s"'‘’`*~<>[\]{}.\p{Cf}]/u
const BULLET = /^(?:[-+–—]|\d{1,3}[.)])(?:\s+|$)/
export const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
// An id without its closing bracket may be truncated.
const UNCLOSED_ID = /\[\p{Cf}*U:1:(?![^[\]]*\])/iu
const PUNCTUATION = /[^\p{L}\p{N}.…]/u

/** The text without invisible characters, such as zero-width spaces, and with straight double quotes. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '').replaceAll(/[“”„]/g, '"')
}

/** Removes trailing characters that match the pattern. Faster than a regular expression with `+$`, which backtracks. */
export function trimEndWhile(text: string, unwanted: RegExp): string {
  let end = text.length
  while (end > 0 && unwanted.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Whether a text ends with an ellipsis, so that an id before it may be incomplete. */
export function isTruncated(text: string): boolean {
  const end = trimEndWhile(text, PUNCTUATION)
  return end.endsWith('…') || end.endsWith('..')
}

/** Strips bullets, quotes, brackets and Markdown around a word; empty when nothing else is left. A truncated word is not changed. */
export function stripDecoration(text: string): string {
  if (!LETTER_OR_DIGIT.test(text)) return ''
  const bare = trimEndWhile(
    text.replace(DECORATION, '').replace(BULLET, '').replace(DECORATION, ''),
    DECORATION_OR_PERIOD,
  )
  if (!LETTER_OR_DIGIT.test(bare)) return ''
  return isTruncated(text) || UNCLOSED_ID.test(text) ? text : bare
}

/** The accounts in a text, and the text with a comma in place of each account. */
export interface FoundIds {
  accounts: string[]
  rest: string
}

// Discord's mentions and emoji contain ids that are not Steam's, so each mention or emoji is one token.
const TOKEN = /<(?:@[!&]?|#|a?:\w+:)\d[^<>\s]*>|[^\s,;|<>"'‘’`()*~，；、（）]+/g
// The id, after a label such as `steam:` or `steam_`; spreadsheets append `.0` to a number. `U:1:` after an opening bracket needs the closing
// bracket; without it, the id is truncated. Another label may follow without a space.
const ID =
  /(?<!(?![\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])\p{L}|\p{N}(?!steam[_:]))(?:steam(?:[_-]?id)?(?:64|32|2|3)?[_:=])?(\d{17}(?:(?:\.0+|,00)(?![\p{L}\p{N}]))?|\[U:1:\d{1,10}\]|(?:STEAM_[01]:[01]|U(?<!\[\p{Cf}*U):1):\d{1,10}(?!:\d|…|\.\.))(?!(?!steam[_:]|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])/giu

// In links to these pages, a number of 17 digits is the custom URL of an account, or an id of Discord.
const NO_STEAM_ID =
  /(?:^|[/.])(?:steamcommunity\.com|my\.steamchina\.com)\/+id\/|(?:^|[/.])discord(?:app)?\.(?:com|net|gg)(?:[:/]|$)/i
const ESCAPED_ASCII = /%[2-7][0-9a-f]/gi
const LINK = /^(?:[a-z][a-z0-9+.-]*:)?\/\/|^[^/:@]+\.[a-z]{2,}(?::\d+)?\//i
const BEFORE_LINK = /^(?:[^/.?#@]*[:=](?=https?:\/\/)|[^\p{L}\p{N}/]+)/iu
const TRAILING = /[.:!?\\\p{Cf}]/u
const TRAILING_OR_BRACKET = /[.:!?\\\p{Cf}\]}]/u

const MASKED_LINK = /\[[^[\]\n]{1,200}\]\(<?(https?:[^\s()<>]{1,500})>?(?:\s"[^"\n]{0,200}")?\)/g

/** Removes invisible characters, unescapes the slashes of JSON, and replaces Discord's masked links to profiles by the links themselves. */
export function normalizeText(text: string): string {
  return withoutInvisible(text)
    .replaceAll(String.raw`\/`, '/')
    .replaceAll(MASKED_LINK, (masked: string, link: string) =>
      readLink(link, link).length === 0 ? masked : ` ${link} `,
    )
}

/**
 * Finds ids, profile links and links with an id in them, but not vanity names. Ids in links to Discord do not count.
 * @example
 *   findIds('gaben is [U:1:22202]') // { accounts: ['76561197960287930'], rest: 'gaben is ,' }
 */
export function findIds(text: string): FoundIds {
  const accounts: string[] = []
  const rest = replaceIds(text, (_, found) => {
    for (const account of found) accounts.push(account)
    return ','
  })
  return { accounts, rest }
}

/** Replaces each id and link; `replace` gets it as written, and its accounts. */
export function replaceIds(text: string, replace: (written: string, accounts: string[]) => string): string {
  const replaceAccounts = (written: string, accounts: string[]) =>
    accounts.length === 0 ? written : replace(written, accounts)
  return text.replaceAll(TOKEN, (token) => {
    if (token.startsWith('<')) return token
    const link = token.replace(BEFORE_LINK, '')
    if (LINK.test(link)) return replaceAccounts(token, readLink(token, link))
    return token.replaceAll(ID, (match, id: string) => replaceAccounts(match, readId(id)))
  })
}

/**
 * The shortest text that `parseAccount` reads as exactly this account.
 * @example
 *   formatAccountInput({ kind: 'vanity', name: 'gaben' }) // 'gaben'
 *   formatAccountInput({ kind: 'vanity', name: '123456' }) // 'https://steamcommunity.com/id/123456'
 */
export function formatAccountInput(account: AccountInput): string {
  if (account.kind === 'steamId') return account.steamId
  const { name, friendCodeOf } = account
  // A vanity name of digits can also be an id or a friend code, and needs the link.
  const parsed = parseAccount(name)
  const isUnambiguous = parsed?.kind === 'vanity' && parsed.friendCodeOf === friendCodeOf
  return isUnambiguous ? name : `https://steamcommunity.com/id/${name}`
}

function readLink(token: string, link: string): string[] {
  const profile = parseProfileLink(token, link)
  if (profile !== null) return [formatAccountInput(profile)]
  if (NO_STEAM_ID.test(link)) return []
  const ids = link.replaceAll(ESCAPED_ASCII, decodeURIComponent).matchAll(ID)
  return [...new Set(Array.from(ids, ([, id = '']) => readId(id)).flat())]
}

function parseProfileLink(token: string, link: string): AccountInput | null {
  // Underscores around a link are Markdown, and not the end of a vanity name.
  const [underscores = ''] = /^_{0,3}/.exec(token) ?? []
  const inner = link.endsWith(underscores) ? link.slice(0, link.length - underscores.length) : link
  const whole = parseAccount(inner)
  if (whole !== null || isTruncated(inner)) return whole
  return parseAccount(trimEndWhile(inner, TRAILING)) ?? parseAccount(trimEndWhile(inner, TRAILING_OR_BRACKET))
}

function readId(id: string): string[] {
  const account = parseAccount(id.replace(/\.0+$/, ''))
  // `parseAccount` reads 17 digits outside the range of accounts as a vanity name; in a text they are a number.
  return account?.kind === 'steamId' ? [account.steamId] : []
}
