import { type AccountInput, isSteamId, parseAccount } from './steam-id.ts'

/** The accounts found in a text, and the text with a comma in place of each. */
export interface FoundIds {
  accounts: string[]
  rest: string
}

// The mentions and emoji of Discord hold ids of its own, so each is a word.
const WORD = /<(?:@[!&]?|#|a?:\w+:)\d+[^<>\s]*>|[^\s,;|<>"'‘’`()*~，；、（）]+/g
const ID = /(?<![\p{L}\p{N}])(?:\d{17}|\[U:1:\d{1,10}\]|(?:STEAM_[01]:[01]|U:1):\d{1,10}(?!:\d))(?![\p{L}\p{N}])/gu

const LINK = /^(?:[a-z][a-z0-9+.-]*:)?\/\/|^[^/:@]+\.[a-z]{2,}(?::\d+)?\//i
const BEFORE_LINK = /^(?:[^/.?#@]*[:=](?=https?:\/\/)|[^\p{L}\p{N}/]+)/iu
const STOP = /[.:!?…\\\p{Cf}]/u
const STOP_OR_BRACKET = /[.:!?…\\\p{Cf}\]}]/u

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const CURLY_QUOTE = /[“”„]/g
const MASKED_LINK = /\[[^[\]\n]{1,200}\]\(<?(https?:[^\s()<>]{1,500})>?(?:\s"[^"\n]{0,200}")?\)/g

/** Undoes what word processors, JSON and Discord do to a text, as far as it can hide an id or a profile link. */
export function plainText(text: string): string {
  return text
    .replaceAll(INVISIBLE, '')
    .replaceAll(CURLY_QUOTE, '"')
    .replaceAll(String.raw`\/`, '/')
    .replaceAll(MASKED_LINK, (masked: string, link: string) => (parseAccount(link) === null ? masked : ` ${link} `))
}

/** Finds ids and profile links, and no custom names; an id inside the address of another page is not one. */
export function findIds(text: string): FoundIds {
  const accounts: string[] = []
  const take = (written: string, account: AccountInput | null) => {
    if (account === null) return written
    accounts.push(toText(account))
    return ','
  }
  const rest = text.replaceAll(WORD, (word) => {
    if (word.startsWith('<')) return word
    const link = word.replace(BEFORE_LINK, '')
    if (LINK.test(link)) return take(word, parseLink(word, link))
    return word.replaceAll(ID, (id) => take(id, parseId(id)))
  })
  return { accounts, rest }
}

/** The shortest text that parseAccount reads as the account. */
export function toText(account: AccountInput): string {
  if (account.kind === 'steamId') return account.steamId
  // Bare, a custom name that looks like a Steam64 id would be somebody else.
  return isSteamId(account.name) ? `https://steamcommunity.com/id/${account.name}` : account.name
}

/** Text without the characters at its end that the pattern matches, which a search for all of them at once would make slow. */
export function cutEnd(text: string, unwanted: RegExp): string {
  let end = text.length
  while (end > 0 && unwanted.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

function parseLink(word: string, link: string): AccountInput | null {
  // Markdown's underscores around a link would else be the end of a custom name.
  const [underscores = ''] = /^_{0,3}/.exec(word) ?? []
  const inner = link.endsWith(underscores) ? link.slice(0, link.length - underscores.length) : link
  return parseAccount(inner) ?? parseAccount(cutEnd(inner, STOP)) ?? parseAccount(cutEnd(inner, STOP_OR_BRACKET))
}

function parseId(id: string): AccountInput | null {
  const account = parseAccount(id)
  // Seventeen digits outside the range of accounts are a custom name to parseAccount, but within a text a mere number.
  return account?.kind === 'steamId' ? account : null
}
