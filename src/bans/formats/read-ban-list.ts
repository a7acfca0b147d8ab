import { isIP } from 'node:net'
import { z } from 'zod'
import { stripInvisible } from '../../lib/visible-text.ts'
import { steamIdSchema } from '../../model/account.ts'
import { BAN_TEXTS, BAN_TEXT_NAMES, type BanTexts, banTermsSchema } from '../../model/ban.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { MAYBE_STEAM_ID } from '../../text/console-lines.ts'
import { type Entry, type Rest, REST_REASONS, type Role, type TextPlace } from '../../text/entry.ts'
import { readText, type TextLayout } from '../../text/read-text.ts'
import { areRounded } from '../../text/rounded.ts'
import { mapValues } from '../../model/objects.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { cutAtGrapheme, toBanName, toBanNote, toBanText } from '../ban-texts.ts'
import { BAN_COLUMNS } from './write-ban-list.ts'

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
  /** What an export writes as JSON. */
  'rapsheet_json',
  /** A table with a header row: what an export writes, or one with usual names of columns. */
  'csv',
  /** Any other text: its accounts, without reasons. */
  'text',
] as const
export type BanListFormat = (typeof BAN_LIST_FORMATS)[number]

/** A line of a list, counted from 1, or the beginning of a long one, as plain text. An entry of several lines is at its first line. */
const lineSchema = z.object({ line: z.int(), text: z.string() })

/** A line that was not understood, and why. */
const unreadLineSchema = lineSchema.extend({ why: z.enum(REST_REASONS) })
type UnreadLine = z.infer<typeof unreadLineSchema>

/** A ban of a list. Its texts are clean and within their limits. */
const listedBanSchema = banTermsSchema.extend({ line: z.int() })
export type ListedBan = z.infer<typeof listedBanSchema>

/** A ban that is left out unless a person decides it. */
const openBanSchema = listedBanSchema.extend({
  /** The beginning of its entry, as plain text; undefined for a ban that another line of the list lifts. */
  text: z.exactOptional(z.string()),
  /** The text of an end that was not read; `until` is null then. */
  unreadEnd: z.exactOptional(z.string()),
})
export type OpenBan = z.infer<typeof openBanSchema>

/** A ban list in any format. Each entry is in one of `bans`, `unreadEnds`, `unclear`, `lifted`, `staff`, `expired`, `repeated` and `notUnderstood`, or is an address only. */
export const banListSchema = z.object({
  format: z.enum(BAN_LIST_FORMATS),
  /** The bans that are in force, in the order of the list, each account once. */
  bans: z.array(listedBanSchema),
  /** Bans whose end was not read, each account once; none of them is in `bans`. */
  unreadEnds: z.array(openBanSchema),
  /** Accounts of which the list does not say whether they are banned, each account once; none of them is in `bans`. */
  unclear: z.array(openBanSchema),
  /** Number of entries that say that a ban was lifted. */
  lifted: z.int(),
  /** The accounts whose bans are lifted and that have no other entry, each once. */
  liftedAccounts: z.array(steamIdSchema),
  /** Number of entries about owners and moderators of a game server. */
  staff: z.int(),
  /** Whether a spreadsheet program has rounded the ids: five or more of them end in 0, and no id does not. */
  areRounded: z.boolean(),
  /** Number of entries whose end is past. */
  expired: z.int(),
  /** Number of entries in force whose account has an earlier one: the first one wins, as in the game. */
  repeated: z.int(),
  /** The first 1,000 lines and entries without a ban of a player that could be read. */
  notUnderstood: z.array(unreadLineSchema),
  /** Number of all lines and entries that were not understood. */
  notUnderstoodCount: z.int(),
  /** Number of `bans` whose note was too long, so that its end is missing. */
  cutNotes: z.int(),
  /** Number of IP addresses, which are personal data and are left out. */
  addresses: z.int(),
  /** The texts of the ends of `bans` that are not plain times, and how they were read: Unix seconds, or null for good. */
  durations: z.array(lineSchema.extend({ until: unixSecondsSchema.nullable() })),
})
export type ReadBanList = z.infer<typeof banListSchema>

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
  // An export without bans.
  if (text.trim() === BAN_COLUMNS.join()) return emptyList('csv')
  const { layout, items } = readText(text.replace(/^\uFEFF/, ''), writtenAt)
  const list = emptyList(formatOf(layout, text))
  const state: ReadState = {
    list,
    now,
    taken: new Map(),
    contested: new Set(),
    addressPlace: '',
  }
  for (const item of items) {
    if ('why' in item) addRest(state, item)
    else addEntry(state, item)
    if (list.bans.length > maxBans) break
  }
  moveContested(list, state.contested)
  list.areRounded = areRounded([...state.taken.keys()])
  list.liftedAccounts = [...state.taken].filter(([, role]) => role === 'lifted').map(([steamId]) => steamId)
  // Such as a comment, in whose line Discord has put all others.
  if (isEmpty(list) && MAYBE_STEAM_ID.test(text)) addNotUnderstood(list, { line: 1, text, why: 'damaged' })
  return list
}

const isEmpty = (list: ReadBanList) =>
  list.bans.length + list.unreadEnds.length + list.unclear.length + list.lifted + list.staff === 0 &&
  list.expired + list.repeated + list.notUnderstoodCount + list.addresses === 0

const emptyList = (format: BanListFormat): ReadBanList => ({
  format,
  bans: [],
  unreadEnds: [],
  unclear: [],
  lifted: 0,
  liftedAccounts: [],
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

// Patterns that name a layout by the members of its objects. Quotes inside of strings are escaped, so they cannot match there.
const JSON_FORMATS = [
  ['rapsheet_json', /^\s*\{\s*"format"\s*:\s*"rapsheet-bans"|"addedAt"\s*:/],
  ['battlemetrics', /"identifiers"\s*:\s*\[/],
  ['bans_json', /"(?:group|username)"\s*:/],
  ['central_json', /"(?:player)?steam_?id(?:64)?"\s*:/i],
] as const
/** The beginning of a text, which shows its layout. */
const HEAD_CHARACTERS = 20_000

function formatOf(layout: TextLayout, text: string): BanListFormat {
  if (layout === 'table') return 'csv'
  if (layout !== 'json') return layout
  const head = text.slice(0, HEAD_CHARACTERS)
  return JSON_FORMATS.find(([, pattern]) => pattern.test(head))?.[0] ?? 'text'
}

interface ReadState {
  list: ReadBanList
  now: number
  /** What was done with each account of the list. */
  taken: Map<SteamId, Role>
  /** Accounts that the list both bans and lifts, or names as staff. */
  contested: Set<SteamId>
  /** The place whose addresses were counted last, which may have several entries. */
  addressPlace: string
  /** The texts that were cleaned last. */
  cleaned?: { written: EntryTexts; texts: CleanTexts }
}

const MAX_ADDRESS_CHARACTERS = 10_000
const MAYBE_ADDRESS = /\d\.\d|:[\da-f]*:/i

/** Number of IP addresses in a text, perhaps with a port or the length of a prefix. */
const countAddresses = (text: string): number =>
  text.length <= MAX_ADDRESS_CHARACTERS && MAYBE_ADDRESS.test(text)
    ? text.split(/[\s,;|"'()[\]{}]+/).filter((word) => isIP(word.replace(/[:/]\d{1,5}$/, '')) || isIP(word)).length
    : 0

function countAddressesOf(state: ReadState, { line }: TextPlace, text: string) {
  const place = `${line} ${text}`
  if (place !== state.addressPlace) state.list.addresses += countAddresses(text)
  state.addressPlace = place
}

function addRest(state: ReadState, rest: Rest) {
  const before = state.list.addresses
  if (rest.why === 'no_account' && rest.isNamed !== true) countAddressesOf(state, rest, rest.text)
  // An entry with addresses and without a number that may be an account is about nothing else.
  if (state.list.addresses === before || MAYBE_STEAM_ID.test(rest.text)) addNotUnderstood(state.list, rest)
}

function addEntry(state: ReadState, entry: Entry) {
  const { list, taken, now } = state
  countAddressesOf(state, entry, entry.ignored)
  const { steamId, role, end } = entry
  const earlier = taken.get(steamId)
  if (role === 'lifted' || role === 'staff') {
    list[role]++
    if (earlier === undefined) taken.set(steamId, role)
    else if (earlier === 'ban') state.contested.add(steamId)
  } else if ('until' in end && end.until !== null && end.until <= now) list.expired++
  else if (earlier === 'ban' || (earlier === 'unclear' && role === 'unclear')) list.repeated++
  else {
    taken.set(steamId, role)
    if (earlier === 'lifted' || earlier === 'staff') state.contested.add(steamId)
    addBan(state, entry)
  }
}

function addBan(state: ReadState, entry: Entry) {
  const { list } = state
  const { steamId, line, text, role, end } = entry
  const { isNoteCut, ...texts } = cleanTextsOf(state, entry)
  const ban = { steamId, ...texts, until: 'until' in end ? end.until : null, line }
  if (role === 'unclear' || 'unread' in end) {
    const open: OpenBan = { ...ban, text: toShownText(text) }
    if ('unread' in end) open.unreadEnd = toShownText(end.unread)
    list[role === 'unclear' ? 'unclear' : 'unreadEnds'].push(open)
    return
  }
  list.bans.push(ban)
  if (isNoteCut) list.cutNotes++
  if (end.written !== undefined) list.durations.push({ line, text: toShownText(end.written), until: end.until })
}

/**
 * A list may be in any order of time: whether an account is banned that it bans and lifts is for a person to say. A ban that is clear counts more
 * than another line with the account.
 */
function moveContested(list: ReadBanList, contested: ReadonlySet<SteamId>) {
  const isContested = ({ steamId }: OpenBan) => contested.has(steamId)
  const clear = new Set([...list.bans, ...list.unreadEnds].map(({ steamId }) => steamId))
  list.unclear = [
    ...list.unclear.filter(({ steamId }) => !clear.has(steamId)),
    ...list.bans.filter(isContested),
    ...list.unreadEnds.filter(isContested),
  ]
  list.bans = list.bans.filter((ban) => !isContested(ban))
  list.unreadEnds = list.unreadEnds.filter((ban) => !isContested(ban))
}

function addNotUnderstood(list: ReadBanList, { line, text, why }: UnreadLine) {
  list.notUnderstoodCount++
  if (list.notUnderstoodCount <= MAX_SHOWN_LINES) list.notUnderstood.push({ line, text: toShownText(text), why })
}

const MAX_SHOWN_LINES = 1_000
const MAX_SHOWN_CHARACTERS = 200
/** The texts of a ban are read up to this length, which leaves enough of them without their invisible characters. */
const MAX_READ_CHARACTERS = 10_000

const toShownText = (text: string) => stripInvisible(text.slice(0, MAX_READ_CHARACTERS), MAX_SHOWN_CHARACTERS)

/** The clean texts of an entry; the last ones are remembered, because one entry of BattleMetrics can name thousands of accounts with the same long texts. */
function cleanTextsOf(state: ReadState, written: EntryTexts): CleanTexts {
  const { cleaned } = state
  if (cleaned && TEXT_NAMES.every((name) => cleaned.written[name] === written[name])) return cleaned.texts
  const texts = toCleanTexts(written)
  state.cleaned = { written, texts }
  return texts
}

const TEXT_NAMES = ['name', ...BAN_TEXT_NAMES] as const
type EntryTexts = BanTexts & { name: string }
type CleanTexts = ReturnType<typeof toCleanTexts>

/** Texts within their limits. The whole of another text that is too long becomes the beginning of the note. */
function toCleanTexts(written: EntryTexts) {
  const read = (text: string) => text.slice(0, MAX_READ_CHARACTERS)
  const whole = mapValues(BAN_TEXTS, (_, name) => toBanText(name, read(written[name])))
  const cut = mapValues(BAN_TEXTS, ({ maxCharacters }, name) => cutAtGrapheme(whole[name], maxCharacters))
  const tooLong = BAN_TEXT_NAMES.filter((name) => name !== 'note' && cut[name] !== whole[name])
  const wholeNote = toBanNote([...tooLong.map((name) => whole[name]), read(written.note)].join('\n'))
  const note = cutAtGrapheme(wholeNote, BAN_TEXTS.note.maxCharacters)
  return { name: toBanName(read(written.name)), ...cut, note, isNoteCut: note !== wholeNote }
}
