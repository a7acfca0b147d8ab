import { BAN_TEXT_NAMES, BAN_TEXTS, type BanTexts } from '../model/ban.ts'
import { mapValues } from '../model/objects.ts'
import { isSteamId, type SteamId } from '../model/steam-id.ts'
import { accountsOf, hasOtherIdentifiers, htmlToText, withoutPlaceholders } from './battlemetrics.ts'
import { findDateOrder } from './dates.ts'
import { type DateOrder, type End, findEndInWords, type NumberUnit, readEnd } from './ends.ts'
import { type Entry, MAYBE_ADDRESS, type Rest, restReasonOf, type Role, type TextPlace } from './entry.ts'
import { classifyColumn, findNumberUnit, mayBeEnd, placesOf, readStatus, type Places } from './field-names.ts'
import { findIds, LETTER_OR_DIGIT } from './find-ids.ts'
import { type Json, JsonObject } from './json-parser.ts'
import { struckOut } from './marks.ts'
import { roleOfGroup, roleOfWords } from './roles.ts'

/** A row of a table or an object: its titles, which are null without a header, and its values. */
export interface FieldRecord extends TextPlace {
  titles: readonly (string | null)[]
  values: readonly unknown[]
  /** The role that the place of the record gives, such as a list of owners. */
  role?: Role | undefined
}

interface EndColumn {
  index: number
  kind: 'end' | 'duration' | 'maybe end'
  unit: NumberUnit | undefined
}

/** What the columns of records with the same titles hold. */
interface Layout {
  places: Places
  ends: EndColumn[]
  start: number | undefined
  statuses: number[]
  groups: number[]
  authors: number[]
  /** Columns that may hold the account, the most reliable one first. */
  accounts: number[]
}

/** A cell that says that an entry is no ban. */
const OF_OTHER_KIND =
  /^(?:(?:un)?mute|kick|warn(?:ing)?|verwarnung|advertencia|avertissement|предупреждение|попередження|ostrzeżenie|upozornění|uyarı|警告)\p{L}{0,2}$/iu
/** A cell that is a time. */
const TIME = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|(?:1[4-9]|2\d)\d{8}(?:\d{3})?$)/
/** Names of the members of a list of connected players. */
const OF_CONNECTED_PLAYER =
  /^(?:ping|connectedseconds|health|communitybanned|vacbanned|numberofgamebans|personastate|communityvisibilitystate)$/i
/** Titles of the kind of an entry, of the group of a player, or of a decision. */
export const GROUP_TITLE =
  /^(?:user|player|admin|ban)?[ _-]?(?:group|role|rank|type|action|kind|event|command|category|verdict|outcome|result|decision|punishment|penalty|sanction)s?$/i
const toText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
/** All texts in a value, which may be an array of objects. */
const textsOf = (value: unknown): string =>
  value instanceof JsonObject
    ? textsOf(Object.values(value.members))
    : Array.isArray(value)
      ? value.map(textsOf).join(' ')
      : toText(value)
const textOf = (values: readonly unknown[], index: number | undefined) => toText(values[index ?? -1])

/** The accounts of a value that names nothing else; `mayHaveText` allows other words beside a single account. */
export function accountsIn(value: unknown, mayHaveText: boolean): SteamId[] {
  const text = toText(value)
  if (isSteamId(text)) return [text]
  if (!/\d/.test(text)) return []
  const { accounts, rest } = findIds(text)
  const steamIds = [...new Set(accounts.filter(isSteamId))]
  return LETTER_OR_DIGIT.test(rest) && !(mayHaveText && steamIds.length === 1) ? [] : steamIds
}

/** A record, which is understood together with all others, or what was read already. */
export type Found = FieldRecord | Entry | Rest

const isRecord = (item: Found): item is FieldRecord => 'values' in item

/**
 * Reads the records among the items of a text, whose columns are understood by their titles and by the values of all records. Durations count from
 * `now`, in Unix seconds.
 */
export function* readFound(found: readonly Found[], now: number): Iterable<Entry | Rest> {
  const groups = new Map<string, FieldRecord[]>()
  for (const record of found.filter(isRecord)) {
    const key = record.titles.join('\n')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [record])
    else group.push(record)
  }
  const layouts = new Map([...groups].map(([key, group]) => [key, layoutOf(group, now)]))
  const order = findDateOrder([...groups].flatMap(([key, group]) => datesOf(group, layouts.get(key))))
  for (const item of found) {
    const layout = isRecord(item) ? layouts.get(item.titles.join('\n')) : undefined
    if (!isRecord(item)) yield item
    else if (layout !== undefined) yield* readRecord(item, layout, { now, order })
  }
}

const datesOf = (group: readonly FieldRecord[], layout: Layout | undefined): string[] =>
  [...(layout?.ends.map(({ index }) => index) ?? []), ...(layout?.start === undefined ? [] : [layout.start])].flatMap(
    (index) => group.map(({ values }) => textOf(values, index)),
  )

function layoutOf(group: readonly FieldRecord[], now: number): Layout {
  const titles = group[0]?.titles ?? []
  const places = placesOf(titles.map((title) => title ?? ''))
  // In the game, the notes are the reason.
  if (places.reason === undefined && places.note !== undefined && titles.includes('group')) {
    places.reason = places.note
    delete places.note
  }
  const layout: Layout = { places, ends: [], start: undefined, statuses: [], groups: [], authors: [], accounts: [] }
  if (places.steamId !== undefined) layout.accounts.push(places.steamId)
  for (const [index, title] of titles.entries()) {
    const values = index === places.steamId ? undefined : group.map(({ values }) => textOf(values, index))
    addColumn(layout, index, title, values, now)
  }
  // Beside a column whose title says that it holds ends, dates of another column are something else.
  const isTitled = ({ index }: EndColumn) => mayBeEnd(titles[index] ?? '')
  if (layout.ends.some(isTitled)) layout.ends = layout.ends.filter(isTitled)
  // A name such as "Player" may be the title of the accounts.
  if (places.name !== undefined) layout.accounts.push(places.name)
  return layout
}

const placesOfTexts = (places: Places) => (['name', ...BAN_TEXT_NAMES] as const).map((field) => places[field])

function addColumn(layout: Layout, index: number, title: string | null, values: string[] | undefined, now: number) {
  const { places } = layout
  const kind = kindOf(title, values, now)
  if (kind === 'end' || kind === 'duration' || kind === 'maybe end')
    layout.ends.push({ index, kind, unit: findNumberUnit(title, values ?? []) })
  else if (kind === 'start') layout.start ??= index
  else if (kind === 'status') layout.statuses.push(index)
  else if (kind === 'author') layout.authors.push(index)
  else if (title !== null && GROUP_TITLE.test(title)) layout.groups.push(index)
  else if (!placesOfTexts(places).includes(index) && index !== places.steamId) layout.accounts.push(index)
}

function kindOf(title: string | null, values: readonly string[] | undefined, now: number) {
  if (values === undefined) return 'other'
  // A column of accounts is no column of ends.
  if (title === null && values.some((value) => accountsIn(value, true).length > 0)) return 'other'
  return classifyColumn(title, values, now)
}

interface ReadOptions {
  now: number
  order: DateOrder | null | undefined
}

function* readRecord(record: FieldRecord, layout: Layout, options: ReadOptions): Iterable<Entry | Rest> {
  const { titles, values, line, text } = record
  const { places } = layout
  const identifiers = values.find((value, index) => Array.isArray(value) && titles[index] === 'identifiers')
  const mayHaveText = (index: number | undefined) => index === places.steamId || titles[index ?? -1] === 'identifiers'
  const column = layout.accounts.find((index) => accountsIn(values[index], mayHaveText(index)).length > 0)
  const steamIds =
    identifiers === undefined ? accountsIn(values[column ?? -1], mayHaveText(column)) : accountsOf(identifiers)
  if (steamIds.length === 0) {
    const isNamed =
      identifiers === undefined ? textOf(values, places.steamId).trim() !== '' : hasOtherIdentifiers(identifiers)
    yield { line, text, why: restReasonOf(text), isNamed }
    return
  }
  const isNameless = titles.every((title) => title === null)
  const name = places.name === column ? '' : textOf(values, places.name)
  const isBattleMetrics = identifiers !== undefined
  const texts: BanTexts = mapValues(BAN_TEXTS, (_, field) => textOf(values, places[field]))
  if (isBattleMetrics) {
    texts.reason = withoutPlaceholders(texts.reason)
    texts.note = htmlToText(texts.note)
  } else if (isNameless) texts.note = wordsOf(record, layout, column)
  const words = Object.values(texts).join(' ')
  const role = roleOf(record, layout, words)
  const end = endOf(record, layout, words, options)
  const kept = new Set([...placesOfTexts(places), column])
  const ignored = values.flatMap((value, index) => (kept.has(index) ? [] : [textsOf(value)])).join(' ')
  const struck = struckOut(text)
  for (const steamId of steamIds)
    yield { line, text, steamId, role: struck.has(steamId) ? 'lifted' : role, name, ...texts, end, ignored }
  const known = new Set([...steamIds, ...layout.authors.flatMap((index) => findIds(toText(values[index])).accounts)])
  if (!isBattleMetrics) yield* secondAccounts(record, known)
}

/** The texts of a row without titles, besides its account and its end. */
function wordsOf({ values }: FieldRecord, layout: Layout, column: number | undefined): string {
  const others = new Set([column, ...layout.ends.map(({ index }) => index)])
  return values
    .flatMap((value, index) => (others.has(index) ? [] : [toText(value).trim()]))
    .filter((text) => text !== '' && !MAYBE_ADDRESS.test(text))
    .join(', ')
}

const ID = /\d{17}|STEAM_|U:1:/gi

function* secondAccounts({ line, text }: FieldRecord, known: ReadonlySet<string>): Iterable<Rest> {
  if ((text.match(ID)?.length ?? 0) < 2) return
  for (const account of new Set(findIds(text).accounts))
    if (isSteamId(account) && !known.has(account)) yield { line, text: account, why: 'second_account' }
}

function roleOf({ titles, values, role }: FieldRecord, layout: Layout, words: string): Role {
  if (role !== undefined && role !== 'ban') return role
  // Two columns of accounts without known titles may be those of a player and of who reported the player.
  const unknown = layout.accounts.filter((index) => accountsIn(values[index], false).length > 0)
  if (titles[0] !== null && layout.places.steamId === undefined && unknown.length > 1) return 'unclear'
  if (titles.some((title) => title !== null && OF_CONNECTED_PLAYER.test(title))) return 'unclear'
  const states = new Set(
    layout.statuses.map((index) => {
      const value = values[index]
      return value === '' || value === null ? 'active' : readStatus(value, titles[index] ?? '')
    }),
  )
  if (states.has('lifted')) return 'lifted'
  const groups = layout.groups.map((index) => {
    const text = textOf(values, index)
    return text === '' ? undefined : (roleOfGroup(text) ?? roleOfWords(text))
  })
  const others = layout.accounts
    .map((index) => textOf(values, index))
    .filter((text) => OF_OTHER_KIND.test(text) || (titles[0] === null && /^\p{L}{4,12}$/u.test(text)))
  const group = [...groups, ...others.map(roleOfGroup)].find((found) => found !== undefined && found !== 'ban')
  if (group !== undefined) return group
  return states.has('unknown') || roleOfWords(words) === 'lifted' ? 'unclear' : 'ban'
}

/** The end of a record: of its columns of ends, else of its durations; of its words only without such a column. */
function endOf({ titles, values }: FieldRecord, layout: Layout, words: string, { now, order }: ReadOptions): End {
  const start = readStart(values[layout.start ?? -1], now, order)
  const read = (kind: EndColumn['kind']) =>
    layout.ends
      .filter((column) => column.kind === kind)
      .map(({ index, unit }) =>
        readEnd(index < values.length ? values[index] : MISSING, kind === 'duration' ? start : now, order, unit),
      )
  const [untils, durations] = [read('end'), read('duration')]
  const ends = [...untils, ...durations]
  const isForGood = durations.some((end) => 'until' in end && end.until === null)
  // Programs that write the length 0 for good write the beginning of such a ban as its end.
  if (isForGood && untils.every((end) => 'until' in end && (end.until ?? start) <= start)) return { until: null }
  const dated = ends.find((end) => 'until' in end && end.until !== null) ?? ends.find((end) => 'unread' in end)
  if (dated !== undefined) return dated
  const [first] = ends
  if (first !== undefined) return first
  const isSaid = ({ index }: EndColumn) =>
    !(/temp/i.test(titles[index] ?? '') && /^(?:false|no|0)$/i.test(textOf(values, index)))
  const column = layout.ends.find(
    (column) => column.kind === 'maybe end' && textOf(values, column.index).trim() !== '' && isSaid(column),
  )
  if (column !== undefined) return { unread: textOf(values, column.index) }
  const others = [...layout.accounts, ...layout.groups]
    .filter((index) => index !== layout.places.name)
    .map((index) => textOf(values, index))
    .filter((text) => findIds(text).accounts.length === 0)
  const time = others.find((text) => TIME.test(text.trim()))
  if (time !== undefined) return { unread: time }
  return (
    findEndInWords([words, ...others.filter((text) => text.length <= 100)].join(' | '), now, order) ?? { until: null }
  )
}

/** What stands for the cell of a row that breaks off. */
const MISSING = '…'

/** When a ban began, from which its duration counts; `now` without a time in the past. */
function readStart(value: unknown, now: number, order: DateOrder | null | undefined): number {
  const text = toText(value)
  if (text === '') return now
  const start = readEnd(/^\d+$/.test(text) ? Number(text) : text, now, order)
  return 'until' in start && start.until !== null && start.until <= now ? start.until : now
}

/** The titles and values of an object, with those of the objects inside of it. */
export function toFields(object: JsonObject, parent = '', depth = 0): [title: string, value: unknown][] {
  return Object.entries(object.members).flatMap(([name, value]): [string, unknown][] => {
    const title = parent === '' || CONTAINER.test(parent) ? name : `${parent} ${name}`
    if (Array.isArray(value)) return fieldsOfArray(value, name, title, depth)
    if (!(value instanceof JsonObject)) return [[title, value]]
    const wrapped = unwrap(value)
    if (!(wrapped instanceof JsonObject)) return [[title, wrapped]]
    // The parts of a date, such as its year.
    if (mayBeEnd(name) && Object.values(wrapped.members).every((part) => typeof part === 'number'))
      return [[title, JSON.stringify(wrapped)]]
    if (depth >= MAX_NESTING) return UNCLEAR
    return placesOf([name]).author === undefined ? toFields(value, name, depth + 1) : [[name, authorOf(value)]]
  })
}

/** The field of an entry whose role is unclear, because several objects or a deeply nested one may state it. */
export const UNCLEAR: [title: string, value: unknown][] = [['status', '…']]

function fieldsOfArray(items: readonly Json[], name: string, title: string, depth: number): [string, unknown][] {
  if (items.every((item) => typeof item === 'string')) return [[title, items.join(', ')]]
  if (items.every(isNamedValue)) return items.map(({ members }) => [toText(labelOf(members)), members['value']])
  const isOfObjects = name !== 'identifiers' && items.some((item) => item instanceof JsonObject)
  return [[title, items], ...(isOfObjects ? fieldsOfItems(items, depth) : [])]
}

/** The fields about bans in an array of objects. With several such objects the role is unclear: the order of the array is not known. */
function fieldsOfItems(items: readonly Json[], depth: number): [title: string, value: unknown][] {
  const fields = items.flatMap((item) => (item instanceof JsonObject ? toFields(item, '', depth + 1) : []))
  const ofBan = fields.filter(
    ([title]) => mayBeEnd(title) || GROUP_TITLE.test(title) || placesOf([title]).status !== undefined,
  )
  return items.length === 1 || ofBan.length === 0 ? ofBan : UNCLEAR
}

const labelOf = (members: Readonly<Record<string, Json>>) => members['name'] ?? members['key']

/** A field of an embed of Discord, or of another list of names and values. */
const isNamedValue = (item: Json): item is JsonObject =>
  item instanceof JsonObject && typeof labelOf(item.members) === 'string' && 'value' in item.members

/** The value that MongoDB writes as an object, such as `{"$date": …}`. */
function unwrap(value: Json): Json {
  const inside = value instanceof JsonObject ? (value.members['$date'] ?? value.members['$numberLong']) : undefined
  return inside === undefined ? value : unwrap(inside)
}

/** Objects that only group the fields of an entry. */
const CONTAINER =
  /^(?:attributes|data|ban|meta|metadata|details|info|fields|value|node|document|_source|record|last_seen|user|player|target)$/i
const MAX_NESTING = 4

const authorOf = ({ members }: JsonObject): string =>
  Object.values(members)
    .filter((value) => typeof value === 'string')
    .join(' ')
