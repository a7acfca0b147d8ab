import { isSteamId } from '../model/steam-id.ts'
import { findConsoleLine } from './console-lines.ts'
import { findEndInWords, isLikeEnd } from './ends.ts'
import { atLine, type Entry, type Rest, restReasonOf, type Role } from './entry.ts'
import { mayBeEnd, placesOf, readStatus } from './field-names.ts'
import { findIds } from './find-ids.ts'
import { type Json, JsonObject, readJsonParts } from './json-parser.ts'
import { type FieldRecord, type Found, GROUP_TITLE, readFound, UNCLEAR, toFields } from './records.ts'
import { roleOfGroup, roleOfWords } from './roles.ts'

/** The beginning of a text, which shows whether it is JSON. */
const HEAD_CHARACTERS = 20_000
/** JSON at the beginning of a text or of its second line. */
const BEGINNING =
  /^\s*(?:\{\s*(?:"[^"\n]{1,80}"\s*:|\}|\/[/*])|\[\s*(?:[{\]]|\/[/*]|"(?:\d{17}|STEAM_|\[?U:1:|https?:)|\d{17}\s*(?:,|\]\s*(?:[,\]]|$))|\[\s*["{]))/
/** An object in JSON after a few words, such as an echo of the command. */
const AFTER_WORDS = /^[^[\]{}]{0,99}[^[\]{}\s]\s{1,9}(?:\[\s{0,9})?\{\s{0,9}"[^"\n]{1,80}"\s{0,9}:/
const MAX_FIRST_LINE = 100

/** Whether a text is a list in JSON, perhaps after a line of another text. */
export function isJson(text: string): boolean {
  const head = text.slice(0, HEAD_CHARACTERS)
  const lineEnd = head.indexOf('\n')
  const isBelow = lineEnd !== -1 && lineEnd <= MAX_FIRST_LINE && BEGINNING.test(head.slice(lineEnd + 1))
  // The name of a player can look like JSON.
  return isBelow || BEGINNING.test(head) || (AFTER_WORDS.test(head) && findConsoleLine(head.trimStart()) === null)
}

type ReadText = (text: string) => Iterable<Entry | Rest>

interface Context {
  /** The line of the object around a value. */
  line: number
  /** What the names around a value say of its accounts. */
  role: Role | undefined
  isTop: boolean
  readText: ReadText
}

/** Reads a text in JSON of any layout, of which nothing is read if it is damaged; `readText` reads texts inside of it, such as the output of a console. */
export const readJson = (list: string, now: number, readText: ReadText, role?: Role): Iterable<Entry | Rest> =>
  readFound([...findInJson(list, now, readText, role)], now)

function* findInJson(list: string, now: number, readText: ReadText, outerRole?: Role): Iterable<Found> {
  const parts = readJsonParts(list)
  if (!Array.isArray(parts)) {
    yield { ...parts, why: 'damaged' }
    return
  }
  /** What the last line before a value says of it, such as "Unbanned:". */
  let role = outerRole
  let stated: [title: string, value: string] | undefined
  for (const part of parts) {
    if ('value' in part) {
      for (const item of walk(part.value, { line: 1, role, isTop: true, readText }))
        yield stated ? withEnd(item, stated) : item
    } else {
      const before = part.text.split('\n').at(-1) ?? ''
      role = roleOf(before) ?? outerRole
      stated = findEndInWords(before, now) === undefined ? undefined : ['until', before]
      for (const item of readText(part.text)) yield { ...item, line: part.line + item.line - 1 }
    }
  }
}

/** The role that words give to what follows; undefined for bans, as without words. */
function roleOf(words: string): Role | undefined {
  const role = roleOfGroup(words) ?? roleOfWords(words)
  return role === 'ban' ? undefined : role
}

function* walk(value: Json, context: Context): Iterable<Found> {
  if (Array.isArray(value)) yield* walkArray(value, context)
  else if (value instanceof JsonObject) yield* walkObject(value, context)
  else if (typeof value === 'string' || typeof value === 'number') yield* walkText(String(value), context)
}

/** An array of texts and numbers with one account is a row without titles. */
function* walkArray(items: Json[], context: Context): Iterable<Found> {
  const isRow = items.length > 1 && items.every((item) => !(item instanceof JsonObject) && !Array.isArray(item))
  const [account, details] = items
  if (isRow && items.filter(isAccount).length === 1) yield toRecord(untitled(items), JSON.stringify(items), context)
  else if (items.length === 2 && isAccount(account) && details instanceof JsonObject)
    yield toRecord([['steamid64', account], ...toFields(details)], JSON.stringify(items), context)
  else for (const item of items) yield* walk(item, { ...context, isTop: false })
}

type Field = [title: string | null, value: unknown]
const untitled = (values: Json[]) => values.map((value): Field => [null, value])
const toRecord = (fields: readonly Field[], text: string, { line, role }: Context): FieldRecord => ({
  line,
  text,
  role,
  titles: fields.map(([title]) => title),
  values: fields.map(([, value]) => value),
})

/** Reads a text that is no field of an entry: an account in an array, the output of a console, or JSON. */
function* walkText(text: string, { line, role, readText }: Context): Iterable<Found> {
  if (findIds(text).accounts.length === 0 && restReasonOf(text) === 'no_account') return
  for (const item of atLine(line, readText(text)))
    yield 'role' in item && item.role === 'ban' ? { ...item, role: role ?? 'ban' } : item
}

function* walkObject(object: JsonObject, outer: Context): Iterable<Found> {
  const { line, text } = object
  const fields = toFields(object)
  const place = placesOf(fields.map(([title]) => title)).steamId
  const [title, account] = fields[place ?? -1] ?? ['id']
  if (namesAccount(fields, account, outer.isTop)) {
    yield toRecord(fields, text, { ...outer, line })
    return
  }
  const context = { ...outer, line, role: roleOfList(fields) ?? outer.role }
  const stated = fields.find(([title, value]) => mayBeEnd(title) && toTextOf(value).trim() !== '')
  const inside = Array.from(walkMembers(object, context), (item) => (stated ? withEnd(item, stated) : item))
  yield* inside
  const isBan = object.members['type'] === 'ban'
  if (inside.length === 0 && (title.toLowerCase() !== 'id' || isBan))
    yield { line, text, why: restReasonOf(text), isNamed: toTextOf(account) !== '' || isBan }
}

/** The role that an object around a list gives to its entries, by its status, its kind or its title. */
function roleOfList(fields: readonly Field[]): Role | undefined {
  for (const [title, value] of fields) {
    if (typeof value === 'object' || isAccount(value)) continue
    const isStatus = title !== null && placesOf([title]).status !== undefined
    if (isStatus && readStatus(value, title) === 'lifted') return 'lifted'
    const isKind = title !== null && (GROUP_TITLE.test(title) || /^(?:title|heading|list)$/i.test(title))
    const role = isKind ? roleOfGroup(toTextOf(value)) : undefined
    if (role !== undefined && role !== 'ban') return role
  }
  return undefined
}

/** Whether an object names its account. Around a list, only a member that is called so does: other ids there are of the server or its owner. */
const namesAccount = (fields: readonly Field[], account: unknown, isTop: boolean): boolean =>
  isAccount(account) || fields.some(([title, value]) => title === 'identifiers' || (!isTop && isAccount(value)))

/** What a list says of its entries that state no end. */
function withEnd(item: Found, [title, value]: [title: string, value: unknown]): Found {
  if ('values' in item)
    return item.titles.some((name) => mayBeEnd(name ?? ''))
      ? item
      : { ...item, titles: [...item.titles, title], values: [...item.values, value] }
  const isEndless = 'role' in item && 'until' in item.end && item.end.until === null
  return isEndless ? { ...item, end: { unread: toTextOf(value) } } : item
}

const toTextOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const isAccount = (value: unknown): boolean => findIds(toTextOf(value)).accounts.length > 0

function* walkMembers(object: JsonObject, context: Context): Iterable<Found> {
  for (const [name, member] of Object.entries(object.members)) {
    const own = roleOfGroup(name) ?? (/author|admin/i.test(name) ? 'unclear' : undefined)
    // A list called "bans" in an object of lifted ones is lifted too.
    const role = own === 'ban' ? (context.role ?? own) : (own ?? context.role)
    const [account] = findIds(name).accounts
    if (account !== undefined && isSteamId(account)) yield toNamedRecord(account, name, member, context)
    else yield* walk(member, { ...context, role, isTop: context.isTop && !Array.isArray(member) })
  }
}

/** The entry of a member whose name is its account. */
function toNamedRecord(account: string, name: string, member: Json, context: Context): FieldRecord {
  const record = (fields: Field[], text: string, line = context.line) =>
    toRecord([['steamid64', account], ...fields], `"${name}": ${text}`, { ...context, line })
  if (member instanceof JsonObject) {
    const fields = toFields(member).filter(([title]) => !/^(?:id|uid)$/i.test(title))
    return record(fields, member.text, member.line)
  }
  const text = JSON.stringify(member)
  const objects = Array.isArray(member) ? member.filter((item) => item instanceof JsonObject) : []
  if (objects.length > 0)
    return record(objects.length === 1 ? objects.flatMap((object) => toFields(object)) : UNCLEAR, text)
  if (Array.isArray(member)) return record(untitled(member), text)
  const isEnd = typeof member === 'number' || (typeof member === 'string' && isLikeEnd(member, 0))
  return record([[isEnd ? 'until' : typeof member === 'boolean' ? 'banned' : 'reason', member]], text)
}
