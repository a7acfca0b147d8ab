import { cutEnd, isCutOff, withoutInvisible } from './account-text-dress.ts'
import { type AccountInput, parseAccount } from './steam-id.ts'

/** The accounts found in a text, and the text with a comma in place of each. */
export interface FoundIds {
  accounts: string[]
  rest: string
}

// The mentions and emoji of Discord hold ids of its own, so each is a word.
const WORD = /<(?:@[!&]?|#|a?:\w+:)\d+[^<>\s]*>|[^\s,;|<>"'‘’`()*~，；、（）]+/g
// An opening bracket right before `U:1:` must be closed, or else the id is cut off.
const ID =
  /(?<![\p{L}\p{N}])(?:\d{17}|\[U:1:\d{1,10}\]|(?:STEAM_[01]:[01]|U(?<!\[\p{Cf}*U):1):\d{1,10}(?!:\d|…|\.\.))(?![\p{L}\p{N}])/giu

const LINK = /^(?:[a-z][a-z0-9+.-]*:)?\/\/|^[^/:@]+\.[a-z]{2,}(?::\d+)?\//i
const BEFORE_LINK = /^(?:[^/.?#@]*[:=](?=https?:\/\/)|[^\p{L}\p{N}/]+)/iu
const STOP = /[.:!?\\\p{Cf}]/u
const STOP_OR_BRACKET = /[.:!?\\\p{Cf}\]}]/u

const MASKED_LINK = /\[[^[\]\n]{1,200}\]\(<?(https?:[^\s()<>]{1,500})>?(?:\s"[^"\n]{0,200}")?\)/g

/** Undoes what word processors, JSON and Discord do to a text, as far as it can hide an id or a profile link. */
export function plainText(text: string): string {
  return withoutInvisible(text)
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

/** The shortest text that parseAccount reads as the account, and as nothing else. */
export function toText(account: AccountInput): string {
  if (account.kind === 'steamId') return account.steamId
  const { name, friendCodeOf } = account
  // Bare, a custom name of digits can be an id or a friend code, and so another account.
  const bare = parseAccount(name)
  const isItself = bare?.kind === 'vanity' && bare.friendCodeOf === friendCodeOf
  return isItself ? name : `https://steamcommunity.com/id/${name}`
}

function parseLink(word: string, link: string): AccountInput | null {
  // Markdown's underscores around a link would else be the end of a custom name.
  const [underscores = ''] = /^_{0,3}/.exec(word) ?? []
  const inner = link.endsWith(underscores) ? link.slice(0, link.length - underscores.length) : link
  const whole = parseAccount(inner)
  if (whole !== null || isCutOff(inner)) return whole
  return parseAccount(cutEnd(inner, STOP)) ?? parseAccount(cutEnd(inner, STOP_OR_BRACKET))
}

function parseId(id: string): AccountInput | null {
  const account = parseAccount(id)
  // Seventeen digits outside the range of accounts are a custom name to parseAccount, but within a text a mere number.
  return account?.kind === 'steamId' ? account : null
}
