import { readAccountInput, withoutTradeToken } from './account-input.ts'
import { findIds, formatAccountInput, normalizeText, replaceIds, stripDecoration } from './find-ids.ts'
import { CHANGED_NUMBER } from './rounded.ts'
import { findJsonIdFields, isRowWithoutPlayer, splitRows, type TextRow } from './rows.ts'
import { type AccountInput, parseAccount } from '../model/steam-id.ts'

export interface AccountText {
  /** The accounts, deduplicated, in order of first appearance; SteamID64s where possible, otherwise texts that `parseAccount` reads. */
  accounts: string[]
  /** The repeated mentions: for each of them, the item of `accounts` that it repeats. */
  repeated: string[]
  /**
   * The parts that gave no account, as written. Of a text with one row: its entries without an account, and the words beside its ids. Of other
   * texts: the rows without an account, and ids or links of other rows that are none of `accounts`.
   */
  notRecognized: string[]
}

const DELIMITERS = /[,;|\t，；、]/
const DELIMITERS_AND_SPACES = /[,;|\s，；、]/
// Matches a log line. Its text besides ids consists of columns and quoted names, and not of accounts.
const LOG_PATTERN = /["[\]{}]|\d\.\d+\.\d+\.\d/
// Matches what looks like an id or a profile link, for example a truncated one.
const LIKE_ACCOUNT =
  /\[U:1:[^\s,;|"]*|STEAM_\d:[^\s,;|"]*|(?<![\p{L}\p{N}/=])7656(?:119|120)\d{8,12}(?![\p{L}\p{N}])|(?:(?:steamcommunity\.com|my\.steamchina\.com)\/(?:profiles|id|user)|(?<![\p{L}\p{N}.])s\.team\/p)\/[^\s,;|"<>()]*/giu
const DISCORD_ID = /<(?:@[!&]?|#|a?:\w{1,32}:)\d{1,20}>/g
const GROUPED_DIGITS = /(?<![\p{L}\p{N}])\d{1,3}(?:[,.'’]\d{3})+(?![\p{L}\p{N}])/u
const JSON_START = /^\s*[[{]\s*["[{]/
// Matches alternating numbers (n) and words (w): rows of a number and a display name that have lost their line ends.
const ALTERNATING = /^(?:(?:w+n){2,}|(?:nw+){2,})$/

/**
 * Reads lists of accounts, each text with its own layout. `typed` was typed or pasted by a user; the other texts are those of files. Ids and
 * links count everywhere. A word is a vanity name only in a typed list of ids, links and single words, which are separated by commas, line
 * ends or, in a single row without ids, by spaces, because Discord replaces line ends by spaces. Other words are display names or prose.
 * @example
 *   readAccountList('gaben robin') // { accounts: ['gaben', 'robin'], repeated: [], notRecognized: [] }
 *   readAccountList('# 2 "Rabscuttle" [U:1:22202] 00:12').accounts // ['76561197960287930']
 */
export function readAccountList(typed: string, ...files: string[]): AccountText {
  const texts = [finishSteps(readText(typed, readSpacedEntries)), ...files.map((file) => finishSteps(readText(file)))]
  return toAccountText(
    texts.flatMap(({ mentions }) => mentions),
    texts.flatMap(({ notRecognized }) => notRecognized),
  )
}

/**
 * Reads the text of a field with lines, in steps, so that the caller can pause between two steps: a long text takes a second. Spaces never separate
 * custom URLs, because the words of a line may be the name of a player.
 */
export function* readAccountListInSteps(text: string, { isFile = false } = {}): Steps<AccountText> {
  const { mentions, notRecognized } = yield* readText(text, isFile ? undefined : readEntries)
  return toAccountText(mentions, notRecognized)
}

/**
 * The accounts in a text that should name a single account, deduplicated. Reads the text as a typed list, except that spaces never separate
 * vanity names: words next to an id are its display name.
 * @example
 *   readNamedAccounts('Rabscuttle [U:1:22202]') // ['76561197960287930']
 *   readNamedAccounts('gaben, robin') // ['gaben', 'robin']
 */
export function readNamedAccounts(text: string): string[] {
  const account = readAccountInput(text)
  if (account !== null) return [formatAccountInput(account)]
  return deduplicate(finishSteps(readText(text, readEntries)).mentions).accounts
}

/**
 * Reads the ids and links in a chat message. Its words are never vanity names, and not reported.
 * @example
 *   readAccountsInMessage('look at [U:1:22202] please') // { accounts: ['76561197960287930'], repeated: [], notRecognized: [] }
 */
export function readAccountsInMessage(text: string): AccountText {
  const { mentions, likeAccounts } = finishSteps(readText(text))
  return toAccountText(mentions, likeAccounts)
}

/** Reads a row of a list, which consists of ids, links and single words; null for any other row. */
type ReadRow = (row: TextRow) => string[] | null

/** A part of a row that was not read, as written. `accounts` is set if the part is an id or a link, such as one in the name of a player. */
interface Unread {
  written: string
  accounts?: string[]
}

interface ReadText {
  /** The accounts, with duplicates. */
  mentions: string[]
  notRecognized: Unread[]
  /** The items of `notRecognized` that look like an account. */
  likeAccounts: Unread[]
}

/** Words count only if `readListRow` reads each row of the text. */
function* readText(text: string, readListRow?: ReadRow): Steps<ReadText> {
  const rows: TextRow[] = []
  const isJson = JSON_START.test(text)
  for (const row of splitRows(normalizeText(isJson ? withoutArray(text) : text))) {
    rows.push(row)
    yield
  }
  const list = readListRow === undefined || isJson ? null : yield* readList(rows, readListRow)
  if (list !== null) return { mentions: list, notRecognized: [], likeAccounts: [] }
  const result: ReadText = { mentions: [], notRecognized: [], likeAccounts: [] }
  for (const row of rows) {
    for (const account of row.layout === 'one line' ? row.ids.accounts : new Set(row.ids.accounts))
      result.mentions.push(account)
    const likeAccounts = findLikeAccounts(row)
    for (const part of likeAccounts) result.likeAccounts.push(part)
    for (const part of findUnread(row, likeAccounts)) result.notRecognized.push(part)
    yield
  }
  return result
}

/** The items of a JSON array of strings as lines; any other text as it is. */
function withoutArray(text: string): string {
  try {
    const items: unknown = JSON.parse(text)
    return Array.isArray(items) && items.every((item) => typeof item === 'string') ? items.join('\n') : text
  } catch {
    return text
  }
}

function* readList(rows: TextRow[], readListRow: ReadRow): Steps<string[] | null> {
  const accounts: string[] = []
  for (const row of rows) {
    const entries = hasNoAccount(row) ? [] : readListRow(row)
    if (entries === null) return null
    for (const account of entries) accounts.push(account)
    yield
  }
  return accounts
}

const hasNoAccount = (row: TextRow) => row.ids.accounts.length === 0 && isRowWithoutPlayer(row)

function toAccountText(mentions: string[], unread: Unread[]): AccountText {
  const read = deduplicate(mentions)
  const known = new Set(read.accounts.map((account) => account.toLowerCase()))
  const isKnown = ({ accounts }: Unread) => accounts?.every((account) => known.has(account.toLowerCase())) ?? false
  const notRecognized = unread.flatMap((part) => (isKnown(part) ? [] : [withoutTradeToken(part.written)]))
  return { ...read, notRecognized }
}

/** What looks like an account in a row, besides the accounts that were read in it and the lender of a shared game. */
function findLikeAccounts({ ids, withoutLender }: TextRow): Unread[] {
  const others: Unread[] = []
  const read = new Set(ids.accounts)
  const fields = findUnreadJsonFields(withoutLender)
  const text = fields.reduce((rest, field) => rest.replace(field, ' '), withoutLender.replaceAll(DISCORD_ID, ' '))
  const rest = replaceIds(text, (written, accounts) => {
    if (!accounts.every((account) => read.has(account))) others.push({ written: stripDecoration(written), accounts })
    return ' '
  })
  const likeAccounts = [
    rest.match(CHANGED_NUMBER) ?? [],
    rest.replaceAll(CHANGED_NUMBER, ' ').match(LIKE_ACCOUNT) ?? [],
  ]
  return [...others, ...[...fields, ...likeAccounts.flat()].map((written) => ({ written }))]
}

const findUnreadJsonFields = (text: string) =>
  findJsonIdFields(text).filter((field) => findIds(field).accounts.length === 0)

/** What is reported of a row that is not a list. */
function findUnread(row: TextRow, likeAccounts: Unread[]): Unread[] {
  const { text, layout, ids } = row
  if (ids.accounts.length > 0) {
    const words = layout === 'one line' && !LOG_PATTERN.test(ids.rest) ? splitEntries(ids.rest) : []
    // The words are the whole rest of the row, with what looks like an account.
    return words.length > 0 ? words.map((written) => ({ written })) : likeAccounts
  }
  if (isRowWithoutPlayer(row)) return likeAccounts
  const entries = layout === 'one line' && !text.includes('"') ? splitEntries(text) : []
  return (entries.length > 1 ? entries : [text]).map((written) => ({ written }))
}

/** Reads a row with commas or, if it is the only row and has no ids, spaces between the accounts. */
function readSpacedEntries(row: TextRow): string[] | null {
  const { text, layout, ids } = row
  // Words in quotes are one name with spaces.
  const isSpaced = layout === 'one line' && ids.accounts.length === 0 && !DELIMITERS.test(text) && !text.includes('"')
  return readEntries(row, isSpaced ? DELIMITERS_AND_SPACES : DELIMITERS)
}

/** Reads each entry as an account; null when an entry is something else. */
function readEntries({ text, layout, ids }: TextRow, delimiters = DELIMITERS): string[] | null {
  const hasIds = ids.accounts.length > 0
  if (layout === 'table') return null
  if (hasIds && stripDecoration(ids.rest) === '')
    return layout === 'one line' ? ids.accounts : [...new Set(ids.accounts)]
  if ((hasIds && layout === 'lines') || hasGroupedDigits(text)) return null
  const entries = text.split(delimiters).filter((entry) => stripDecoration(entry) !== '')
  // Numbers that alternate with names may be scores or times.
  const kinds = entries.map((entry) => (/^\d+$/.test(stripDecoration(entry)) ? 'n' : 'w')).join('')
  const mayBeFriendCodes = entries.length === 1 || (layout === 'one line' && !hasIds && !ALTERNATING.test(kinds))
  const accounts: string[] = []
  for (const entry of entries) {
    const found = readEntry(entry, hasIds, mayBeFriendCodes)
    if (found === null) return null
    for (const account of found) accounts.push(account)
  }
  return accounts
}

function readEntry(entry: string, mayHoldIds: boolean, mayBeFriendCode: boolean): string[] | null {
  const { accounts, rest } = mayHoldIds ? findIds(entry) : { accounts: [], rest: '' }
  if (accounts.length > 0) return stripDecoration(rest) === '' ? accounts : null
  const account = parseAccount(stripDecoration(entry))
  return account && [formatAccountInput(mayBeFriendCode ? account : withoutFriendCode(account))]
}

/** Reads a number as a vanity name only: next to an id it is probably a playtime or a date, not a friend code. */
function withoutFriendCode(account: AccountInput): AccountInput {
  return account.kind === 'vanity' ? { kind: 'vanity', name: account.name } : account
}

const hasGroupedDigits = (text: string) => GROUPED_DIGITS.test(text) || text.search(CHANGED_NUMBER) !== -1

/** Splits a text at its commas, but not within numbers; returns the entries as written, and leaves out empty entries. */
function splitEntries(text: string): string[] {
  if (hasGroupedDigits(text)) return [text.trim()]
  return text
    .split(DELIMITERS)
    .filter((piece) => stripDecoration(piece) !== '')
    .map((piece) => piece.trim())
}

/** Deduplicates accounts; vanity names are case-insensitive. */
function deduplicate(mentions: string[]): Pick<AccountText, 'accounts' | 'repeated'> {
  const first = new Map<string, string>()
  const repeated: string[] = []
  for (const account of mentions) {
    const key = account.toLowerCase()
    const known = first.get(key)
    if (known === undefined) first.set(key, account)
    else repeated.push(known)
  }
  return { accounts: [...first.values()], repeated }
}

/** Work that can pause between two steps, and its result. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** Does all steps without a pause. */
export function finishSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
