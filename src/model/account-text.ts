import { readAccountInput, withoutTradeToken } from './account-input.ts'
import { undress } from './account-text-dress.ts'
import { findIds, type FoundIds, plainText, toText } from './account-text-ids.ts'
import { isAboutNobody, isColumnTitle, jsonIds, type Layout, toRows } from './account-text-rows.ts'
import { parseAccount } from './steam-id.ts'

/** What a text says about accounts. */
export interface AccountText {
  /** Each account once, in order of first appearance, as parseAccount takes it: a Steam64 id where one can be computed. */
  accounts: string[]
  /** One of them for each further mention, in whatever form; with `accounts` this makes every mention. */
  repeated: string[]
  /** The lines, or the pieces of a text of one line, in which nobody was found; as written. */
  notUnderstood: string[]
}

/** What one row says: accounts as often as it names them, and what was left over. */
type RowText = Pick<AccountText, 'accounts' | 'notUnderstood'>

const COMMAS = /[,;|\t，；、]/
const COMMAS_AND_BLANKS = /[,;|\s，；、]/
// Beside the ids of a line with these stand columns, or names in quotes, and nobody misses them.
const SIGNS_OF_A_LOG = /["[\]{}]|\d+\.\d+\.\d+\.\d+/
// What was meant to be an id but is none, such as one that is cut off, is missed even there.
const UNREADABLE_ID = /\[U:1:[^\s,;|"]*|STEAM_\d:[^\s,;|"]*/gi
// Ids and words that take turns are rows that have lost their line ends, in which the words are display names.
const ROWS = /^(?:(?:w+i){2,}|(?:iw+){2,})$/

const NOBODY: FoundIds = { accounts: [], rest: '' }

/**
 * Reads what a person pasted to list accounts. A line with an id or a profile link is about that alone, as the words beside
 * it are mostly a display name; a line of nothing but words, separated by commas, lists custom names. Where one line is all
 * there is and it has no commas, spaces may separate the words as well, since Discord makes them of line ends, and ids may
 * stand among them. In a table and in the output of a server words are never custom names. Of several texts each has a layout of its own.
 */
export function readAccountList(...texts: string[]): AccountText {
  return readTexts(texts, readWords)
}

/**
 * The accounts in a text that should name one, each once and as parseAccount takes it; empty where it names none. It may be
 * all that a list may be, except that spaces never separate custom names: words beside an id are its display name.
 */
export function readNamedAccounts(text: string): string[] {
  const account = readAccountInput(text)
  return account === null ? readTexts([text], readPieces).accounts : [toText(account)]
}

/** Reads a row that is nothing but a list of accounts; null for any other. */
type ReadListed = (row: string, ids: FoundIds, layout: Layout) => string[] | null

function readTexts(texts: string[], readListed: ReadListed): AccountText {
  const named: string[] = []
  const notUnderstood: string[] = []
  for (const { rows, layout, partsOf } of texts.map((text) => toRows(plainText(text)))) {
    for (const row of rows) {
      const said = readRow(row, findFirst(partsOf(row)), layout, readListed)
      for (const account of said.accounts) named.push(account)
      for (const piece of said.notUnderstood) notUnderstood.push(withoutTradeToken(piece))
    }
  }
  return { ...countOnce(named), notUnderstood }
}

/** Reads the ids and profile links in a chat message; its words name nobody. */
export function readAccountsInMessage(text: string): Pick<AccountText, 'accounts' | 'repeated'> {
  const { rows, partsOf } = toRows(plainText(text))
  return countOnce(rows.flatMap((row) => findFirst(partsOf(row)).accounts))
}

function readRow(row: string, ids: FoundIds, layout: Layout, readListed: ReadListed): RowText {
  const hasIds = ids.accounts.length > 0
  if (!hasIds && isAboutNobody(row, layout)) return { accounts: [], notUnderstood: [] }
  const listed = readListed(row, ids, layout)
  if (listed !== null) return { accounts: listed, notUnderstood: [] }
  if (!hasIds) {
    const entries = layout === 'one line' && !row.includes('"') ? entriesOf(row) : []
    return { accounts: [], notUnderstood: entries.length > 1 ? entries : [row] }
  }
  const unread = jsonIds(row).filter((field) => findIds(field).accounts.length === 0)
  if (layout !== 'one line') return { accounts: [...new Set(ids.accounts)], notUnderstood: unread }
  const pieces = leftOver(ids.rest).filter((piece) => !unread.some((field) => field.includes(piece)))
  return { accounts: ids.accounts, notUnderstood: [...pieces, ...unread] }
}

/** A row with commas or, where it is the only one, blanks between the accounts. */
function readWords(row: string, ids: FoundIds, layout: Layout): string[] | null {
  const listed = readPieces(row, ids, layout)
  // Quotes hold a name with spaces together, so its words are no list.
  if (listed !== null || layout !== 'one line' || row.includes('"')) return listed
  if (ids.accounts.length === 0) return entriesOf(row).length > 1 ? null : readList(row.split(COMMAS_AND_BLANKS), false)
  return isMixtureWithBlanks(row, ids) ? readList(row.split(COMMAS_AND_BLANKS), true) : null
}

/** A row with commas, semicolons, bars or tabs between the accounts. */
function readPieces(row: string, ids: FoundIds, layout: Layout): string[] | null {
  const hasIds = ids.accounts.length > 0
  if (layout === 'table' || (hasIds && (layout === 'lines' || undress(ids.rest) === ''))) return null
  return readList(row.split(COMMAS), hasIds)
}

/** Whether ids and words with nothing but blanks between them can be a list: no rows, no bullets and no labels. */
function isMixtureWithBlanks(row: string, ids: FoundIds): boolean {
  if (undress(ids.rest) === '' || COMMAS.test(row) || SIGNS_OF_A_LOG.test(ids.rest)) return false
  const pieces = row.split(/\s+/)
  if (pieces.some((piece) => undress(piece) === '' || isColumnTitle(piece))) return false
  return !ROWS.test(pieces.map((piece) => (findIds(piece).accounts.length > 0 ? 'i' : 'w')).join(''))
}

/** The accounts of a list that holds nothing else, or null. */
function readList(pieces: string[], hasIds: boolean): string[] | null {
  const accounts: string[] = []
  const words = pieces.filter((piece) => undress(piece) !== '')
  for (const piece of words) {
    const { accounts: ids, rest } = hasIds ? findIds(piece) : NOBODY
    const account = ids.length === 0 ? parseAccount(undress(piece)) : null
    if (account?.kind === 'vanity')
      accounts.push(toText(words.length === 1 ? account : { kind: 'vanity', name: account.name }))
    else if (account !== null) accounts.push(account.steamId)
    else if (ids.length > 0 && undress(rest) === '') for (const id of ids) accounts.push(id)
    else return null
  }
  return accounts
}

/** The pieces between commas, as written and without those that hold no word. */
function entriesOf(row: string): string[] {
  return row
    .split(COMMAS)
    .filter((piece) => undress(piece) !== '')
    .map((piece) => piece.trim())
}

/** What stands between the ids of a line, apart from bullets and the columns of a log; of a log only the unreadable ids. */
function leftOver(rest: string): string[] {
  if (SIGNS_OF_A_LOG.test(rest)) return rest.match(UNREADABLE_ID) ?? []
  return entriesOf(rest)
}

/** The first part that holds an id or a profile link. */
function findFirst(parts: string[]): FoundIds {
  for (const part of parts) {
    const found = findIds(part)
    if (found.accounts.length > 0) return found
  }
  return NOBODY
}

/** Separates the accounts from their repetitions; upper and lower case make no difference to Steam. */
function countOnce(named: string[]): Pick<AccountText, 'accounts' | 'repeated'> {
  const first = new Map<string, string>()
  const repeated: string[] = []
  for (const account of named) {
    const key = account.toLowerCase()
    const known = first.get(key)
    if (known === undefined) first.set(key, account)
    else repeated.push(known)
  }
  return { accounts: [...first.values()], repeated }
}
