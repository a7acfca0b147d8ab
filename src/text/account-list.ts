import { readAccountInput, withoutTradeToken } from './account-input.ts'
import { findIds, formatAccountInput, normalizeText, stripDecoration } from './find-ids.ts'
import { findJsonIdFields, isColumnTitle, isRowWithoutPlayer, splitRows, type TextRow } from './rows.ts'
import { type AccountInput, parseAccount } from '../model/steam-id.ts'

export interface AccountText {
  /** The accounts, deduplicated, in order of first appearance; SteamID64s where possible, otherwise texts that `parseAccount` reads. */
  accounts: string[]
  /** The repeated mentions: for each of them, the item of `accounts` that it repeats. */
  repeated: string[]
  /** The rows without an account, as written; if there is only one row, its entries without an account. */
  notRecognized: string[]
}

/** The accounts of one row, with duplicates, and its parts that were not recognized. */
type RowResult = Pick<AccountText, 'accounts' | 'notRecognized'>

const DELIMITERS = /[,;|\t，；、]/
const DELIMITERS_AND_SPACES = /[,;|\s，；、]/
// Matches a log line. Its text besides ids consists of columns and quoted names, and not of accounts.
const LOG_PATTERN = /["[\]{}]|\d\.\d+\.\d+\.\d/
// A malformed id, for example a truncated one, is reported even in a log line.
const UNREADABLE_ID = /\[U:1:[^\s,;|"]*|STEAM_\d:[^\s,;|"]*/gi
// Text before an id that may itself be a malformed id, and not a display name.
const MAYBE_ID = /\d{5}|STEAM_|U:1:|\//i
// Matches alternating ids (i) and words (w): rows of an id and a display name that have lost their line ends.
const ALTERNATING = /^(?:(?:w+i){2,}|(?:iw+){2,})$/

/**
 * Reads pasted lists of accounts, each text with its own layout:
 * - A row with an id or profile link has no vanity names: its other words are probably a display name. One exception is a
 *   single row with commas: a word alone between commas is a vanity name, and words right before an id are its display name.
 * - A row of words separated by commas is a list of vanity names.
 * - The entries of a single row without commas may be separated by spaces, because Discord replaces line ends by spaces.
 * - Words in tables and server output are never vanity names.
 * @example
 *   readAccountList('gaben robin') // { accounts: ['gaben', 'robin'], repeated: [], notRecognized: [] }
 *   readAccountList('# 2 "Rabscuttle" [U:1:22202] 00:12').accounts // ['76561197960287930']
 */
export function readAccountList(...texts: string[]): AccountText {
  return finishSteps(readTexts(texts, readSpacedList))
}

/** Reads a text like `readAccountList`, in one step per row, so that the caller can pause between two steps: a long text takes a second. */
export const readAccountListInSteps = (text: string): Steps<AccountText> => readTexts([text], readSpacedList)

/**
 * The accounts in a text that should name a single account, deduplicated. Reads the text as a list, except that spaces never separate
 * vanity names: words next to an id are its display name.
 * @example
 *   readNamedAccounts('Rabscuttle [U:1:22202]') // ['76561197960287930']
 *   readNamedAccounts('gaben, robin') // ['gaben', 'robin']
 */
export function readNamedAccounts(text: string): string[] {
  const account = readAccountInput(text)
  return account === null ? finishSteps(readTexts([text], readDelimitedList)).accounts : [formatAccountInput(account)]
}

/** Reads a row that is a list of accounts; returns null for any other row. */
type ReadList = (row: TextRow) => RowResult | null

function* readTexts(texts: string[], readList: ReadList): Steps<AccountText> {
  const mentions: string[] = []
  const notRecognized: string[] = []
  for (const text of texts) {
    for (const row of splitRows(normalizeText(text))) {
      const read = readRow(row, readList)
      for (const account of read.accounts) mentions.push(account)
      for (const part of read.notRecognized) notRecognized.push(withoutTradeToken(part))
      yield
    }
  }
  return { ...deduplicate(mentions), notRecognized }
}

/**
 * Reads the ids and profile links in a chat message; its words are never vanity names.
 * @example
 *   readAccountsInMessage('look at [U:1:22202] please') // { accounts: ['76561197960287930'], repeated: [] }
 */
export function readAccountsInMessage(text: string): Pick<AccountText, 'accounts' | 'repeated'> {
  return deduplicate([...splitRows(normalizeText(text))].flatMap(({ ids }) => ids.accounts))
}

function readRow(row: TextRow, readList: ReadList): RowResult {
  const { text, layout, ids } = row
  const hasIds = ids.accounts.length > 0
  if (!hasIds && isRowWithoutPlayer(row)) return { accounts: [], notRecognized: [] }
  const list = readList(row)
  if (list !== null) return list
  if (!hasIds) {
    const entries = layout === 'one line' && !text.includes('"') ? splitEntries(text) : []
    return { accounts: [], notRecognized: entries.length > 1 ? entries : [text] }
  }
  const unreadFields = findJsonIdFields(text).filter((field) => findIds(field).accounts.length === 0)
  if (layout !== 'one line') return { accounts: [...new Set(ids.accounts)], notRecognized: unreadFields }
  const inFields = new Set(unreadFields.flatMap((field) => findUnreadText(field)))
  const pieces = findUnreadText(ids.rest).filter((piece) => !inFields.has(piece))
  return { accounts: ids.accounts, notRecognized: [...pieces, ...unreadFields] }
}

/** Reads a row with commas or, if it is the only row, spaces between the accounts. */
function readSpacedList(row: TextRow): RowResult | null {
  const list = readDelimitedList(row)
  // Words in quotes are one name with spaces.
  if (list !== null || row.layout !== 'one line' || row.text.includes('"')) return list
  const hasIds = row.ids.accounts.length > 0
  if (hasIds && !isSpacedList(row)) return readNamesBeforeIds(row)
  return !hasIds && splitEntries(row.text).length > 1 ? null : readEntries(row, DELIMITERS_AND_SPACES)
}

/** Reads entries separated by commas, each of which is an id, a display name before an id, or only words; null for any other row. */
function readNamesBeforeIds({ text, ids }: TextRow): RowResult | null {
  if (!DELIMITERS.test(text) || LOG_PATTERN.test(ids.rest)) return null
  const result: RowResult = { accounts: [], notRecognized: [] }
  let idCount = 0
  for (const entry of splitEntries(text)) {
    const { accounts, rest } = findIds(entry)
    idCount += accounts.length
    // `findIds` leaves a comma in place of each id.
    const [after = '', ...names] = rest.split(',').toReversed()
    if (accounts.length > 0 && stripDecoration(after) !== '') return null
    const account = accounts.length === 0 ? parseAccount(stripDecoration(entry)) : null
    if (account !== null) accounts.push(formatAccountInput(withoutFriendCode(account)))
    result.accounts.push(...accounts)
    result.notRecognized.push(
      ...(accounts.length === 0 ? [entry] : names.filter((name) => MAYBE_ID.test(name)).map((name) => name.trim())),
    )
  }
  return idCount === ids.accounts.length ? result : null
}

/** Reads a row with commas, semicolons, bars or tabs between the accounts. */
function readDelimitedList(row: TextRow): RowResult | null {
  const { layout, ids } = row
  const isIdRow = ids.accounts.length > 0 && (layout === 'lines' || stripDecoration(ids.rest) === '')
  return layout === 'table' || isIdRow ? null : readEntries(row, DELIMITERS)
}

/** Whether a row of ids and words separated by spaces can be a list: it has no joined rows, bullets or labels. */
function isSpacedList({ text, ids }: TextRow): boolean {
  if (stripDecoration(ids.rest) === '' || DELIMITERS.test(text) || LOG_PATTERN.test(ids.rest)) return false
  const pieces = text.split(/\s+/)
  if (pieces.some((piece) => stripDecoration(piece) === '' || isColumnTitle(piece))) return false
  return !areJoinedRows(pieces, (piece) => findIds(piece).accounts.length > 0)
}

/** Reads each entry as an account; null when an entry is something else. */
function readEntries({ text, layout, ids }: TextRow, delimiters: RegExp): RowResult | null {
  const accounts: string[] = []
  const entries = text.split(delimiters).filter((entry) => stripDecoration(entry) !== '')
  const hasIds = ids.accounts.length > 0
  // Numbers that alternate with names may be scores or times.
  const isNumber = (entry: string) => /^\d+$/.test(stripDecoration(entry))
  const mayBeFriendCodes =
    entries.length === 1 || (layout === 'one line' && !hasIds && !areJoinedRows(entries, isNumber))
  for (const entry of entries) {
    const found = hasIds ? findIds(entry) : { accounts: [], rest: '' }
    const account = found.accounts.length === 0 ? parseAccount(stripDecoration(entry)) : null
    if (account !== null) accounts.push(formatAccountInput(mayBeFriendCodes ? account : withoutFriendCode(account)))
    else if (found.accounts.length > 0 && stripDecoration(found.rest) === '')
      for (const id of found.accounts) accounts.push(id)
    else return null
  }
  return { accounts, notRecognized: [] }
}

/** Whether ids and words alternate, as in rows that have lost their line ends. */
function areJoinedRows(pieces: string[], isId: (piece: string) => boolean): boolean {
  return ALTERNATING.test(pieces.map((piece) => (isId(piece) ? 'i' : 'w')).join(''))
}

/** Reads a number as a vanity name only: next to an id it is probably a playtime or a date, not a friend code. */
function withoutFriendCode(account: AccountInput): AccountInput {
  return account.kind === 'vanity' ? { kind: 'vanity', name: account.name } : account
}

/** Splits a row at its commas; returns the entries as written, and leaves out empty entries. */
function splitEntries(row: string): string[] {
  return row
    .split(DELIMITERS)
    .filter((piece) => stripDecoration(piece) !== '')
    .map((piece) => piece.trim())
}

/** The text between the ids of a row, without bullets; in a log line only malformed ids. */
function findUnreadText(rest: string): string[] {
  if (LOG_PATTERN.test(rest)) return rest.match(UNREADABLE_ID) ?? []
  return splitEntries(rest)
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
