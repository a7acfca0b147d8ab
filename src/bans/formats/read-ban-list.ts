import { stripInvisible } from '../../lib/visible-text.ts'
import { type BanTerms, MAX_BAN_NOTE_CHARACTERS, MAX_BAN_REASON_CHARACTERS } from '../../model/ban.ts'
import type { RestReason } from '../../text/entry.ts'
import { cutAtGrapheme, toBanName, toBanNote, toBanReason } from '../ban-texts.ts'
import { consoleFormatOf, readConsoleLines } from './console-lines.ts'
import { createJsonReader, jsonFormatOf } from './json-list.ts'
import { linesOf, type ListEntry, MAYBE_STEAM_ID, type ReadEntries } from './list-entry.ts'
import { isTable, readTableRows } from './table-rows.ts'
import { readTextLines } from './text-lines.ts'

/** The formats of ban lists that are recognised. */
export const BAN_LIST_FORMATS = [
  /** The game's file `bans.cfg`, or lines of `banid` written by hand. */
  'bans_cfg',
  /** What the game's console prints after `banlistex`. */
  'banlistex',
  /** What the game's console prints after `banlist` and `listid`: without names and reasons, with the minutes that are left. */
  'banlist',
  /** The JSON that the game's console prints after `bans`. */
  'bans_json',
  /** `bans.json` of RustCentralBanServer, or answers of any central ban server. */
  'central_json',
  /** Answers of BattleMetrics' `GET /bans`. */
  'battlemetrics',
  /** What `writeBansJson` writes. */
  'rapsheet_json',
  /** A table with a header row: what `writeBansCsv` writes, or one with usual names of columns. */
  'csv',
  /** Any other text: its accounts, without reasons. */
  'text',
] as const
export type BanListFormat = (typeof BAN_LIST_FORMATS)[number]

/** A line of a list, counted from 1. An entry of several lines is at its first line. */
export interface ListLine {
  line: number
  /** The line, or the beginning of a long one, as plain text. */
  text: string
}

/** A line that was not understood, and why. */
export interface UnreadLine extends ListLine {
  why: RestReason
}

/** A ban of a list. Its texts are clean and within their limits. */
export interface ListedBan extends BanTerms {
  line: number
}

/** A ban that is left out unless a person decides it. */
export interface OpenBan extends ListedBan {
  /** The text of an end that was not read; `until` is null then. */
  unreadEnd?: string
}

/** The text of an end that is not a plain time, and how it was read: Unix seconds, or null for good. */
export interface ReadDuration extends ListLine {
  until: number | null
}

/** A ban list in any format. Each entry is in one of `bans`, `unreadEnds`, `unclear`, `lifted`, `staff`, `expired`, `repeated` and `notUnderstood`, or is an address only. */
export interface ReadBanList {
  format: BanListFormat
  /** The bans that are in force, in the order of the list, each account once. */
  bans: ListedBan[]
  /** Bans whose end was not read, each account once; none of them is in `bans`. */
  unreadEnds: OpenBan[]
  /** Accounts of which the list does not say whether they are banned, each account once; none of them is in `bans`. */
  unclear: OpenBan[]
  /** Number of entries that say that a ban was lifted. */
  lifted: number
  /** Number of entries about owners and moderators of a game server. */
  staff: number
  /** Whether a spreadsheet program has rounded the ids: five or more of them end in 0, and no id does not. */
  areRounded: boolean
  /** Number of entries whose end is past. */
  expired: number
  /** Number of entries in force whose account has an earlier one: the first one wins, as in the game. */
  repeated: number
  /** The first 1,000 lines and entries without a ban of a player that could be read. */
  notUnderstood: UnreadLine[]
  /** Number of all lines and entries that were not understood. */
  notUnderstoodCount: number
  /** Number of `bans` whose note was too long, so that its end is missing. */
  cutNotes: number
  /** Number of IP addresses, which are personal data and are left out. */
  addresses: number
  /** The ends of `bans` that are not plain times. */
  durations: ReadDuration[]
}

/**
 * Reads a ban list in any of `BAN_LIST_FORMATS`; a list of 50,000 bans takes a few hundred milliseconds. `now` is in Unix seconds, as is
 * `writtenAt`, from which durations count. A list with more than `maxBans` bans is read no further. Never throws.
 */
export function readBanList(
  text: string,
  now: number,
  writtenAt = now,
  maxBans = Number.POSITIVE_INFINITY,
): ReadBanList {
  const content = text.replace(/^\uFEFF/, '')
  const [format, readEntries] = recognise(content)
  const list: ReadBanList = { ...emptyList(), format }
  const banned = new Set<string>()
  const clean = rememberLast(toCleanTexts)
  for (const entry of readEntries(content, writtenAt)) {
    if (entry !== null) addEntry(list, banned, entry, { now, clean })
    if (list.bans.length > maxBans) break
  }
  // Such as a comment, in whose line Discord has put all others.
  if (isEmpty(list) && MAYBE_STEAM_ID.test(content)) addNotUnderstood(list, { line: 1, text: content })
  return list
}

const isEmpty = ({ bans, expired, repeated, notUnderstoodCount, addresses }: ReadBanList) =>
  bans.length + expired + repeated + notUnderstoodCount + addresses === 0

const emptyList = () => ({
  bans: [],
  unreadEnds: [],
  unclear: [],
  lifted: 0,
  staff: 0,
  areRounded: false,
  expired: 0,
  repeated: 0,
  notUnderstood: [],
  notUnderstoodCount: 0,
  cutNotes: 0,
  addresses: 0,
  durations: [],
})

function recognise(text: string): [BanListFormat, ReadEntries] {
  const jsonFormat = jsonFormatOf(text)
  if (jsonFormat !== null) return [jsonFormat, createJsonReader(jsonFormat)]
  if (isTable(text)) return ['csv', readTableRows]
  for (const { text: line } of linesOf(text)) {
    const consoleFormat = consoleFormatOf(line)
    if (consoleFormat !== null) return [consoleFormat, readConsoleLines]
  }
  return ['text', readTextLines]
}

function addEntry(
  list: ReadBanList,
  banned: Set<string>,
  { line, text, ban, addresses }: ListEntry,
  { now, clean }: { now: number; clean: typeof toCleanTexts },
) {
  list.addresses += addresses
  if (ban === null) {
    if (addresses === 0 || MAYBE_STEAM_ID.test(text)) addNotUnderstood(list, { line, text })
    return
  }
  const { until, written } = ban.end
  if (until !== null && until <= now) {
    list.expired++
    return
  }
  if (banned.has(ban.steamId)) {
    list.repeated++
    return
  }
  banned.add(ban.steamId)
  const { isNoteCut, ...texts } = clean(ban)
  list.bans.push({ steamId: ban.steamId, ...texts, until, line })
  if (isNoteCut) list.cutNotes++
  if (written !== undefined) list.durations.push({ line, text: toShownText(written), until })
}

function addNotUnderstood(list: ReadBanList, { line, text }: ListLine) {
  list.notUnderstoodCount++
  if (list.notUnderstoodCount <= MAX_SHOWN_LINES)
    list.notUnderstood.push({ line, text: toShownText(text), why: 'no_account' })
}

const MAX_SHOWN_LINES = 1_000
const MAX_SHOWN_CHARACTERS = 200
/** The texts of a ban are read up to this length, which leaves enough of them without their invisible characters. */
const MAX_READ_CHARACTERS = 10_000

const toShownText = (text: string) => stripInvisible(text.slice(0, MAX_READ_CHARACTERS), MAX_SHOWN_CHARACTERS)

type BanTexts = Pick<BanTerms, 'name' | 'reason' | 'note'>

/** Remembers the last result, because one entry of BattleMetrics can name thousands of accounts with the same long texts. */
function rememberLast<Result>(clean: (texts: BanTexts) => Result): (texts: BanTexts) => Result {
  let last: { texts: BanTexts; result: Result } | undefined
  return (texts) => {
    const { name, reason, note } = texts
    if (last?.texts.name !== name || last.texts.reason !== reason || last.texts.note !== note)
      last = { texts, result: clean(texts) }
    return last.result
  }
}

/** Texts within their limits. The whole of a reason that is too long becomes the beginning of the note. */
function toCleanTexts(texts: BanTexts) {
  const read = (text: string) => text.slice(0, MAX_READ_CHARACTERS)
  const whole = toBanReason(read(texts.reason))
  const reason = cutAtGrapheme(whole, MAX_BAN_REASON_CHARACTERS)
  const wholeNote = toBanNote(reason === whole ? read(texts.note) : `${whole}\n${read(texts.note)}`)
  const note = cutAtGrapheme(wholeNote, MAX_BAN_NOTE_CHARACTERS)
  return { name: toBanName(read(texts.name)), reason, note, isNoteCut: note !== wholeNote }
}
