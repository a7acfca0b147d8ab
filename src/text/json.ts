import { isSteamId } from '../model/steam-id.ts'
import { findConsoleLine } from './console-lines.ts'
import { isLikeEnd } from './ends.ts'
import { atLine, type Entry, type Rest, type Role } from './entry.ts'
import { mayBeEnd, placesOf } from './field-names.ts'
import { findIds } from './find-ids.ts'
import { type Json, JsonObject, readJsonParts } from './json-parser.ts'
import { type FieldRecord, type Found, readFound, toFields } from './records.ts'
import { restReasonOf } from './rest-reason.ts'
import { roleOfGroup } from './roles.ts'

/** The beginning of a text, which shows whether it is JSON. */
const HEAD_CHARACTERS = 20_000
/** JSON at the beginning of a text or of its second line. */
const BEGINNING =
  /^\s*(?:\{\s*(?:"[^"\n]{1,80}"\s*:|\})|\[\s*(?:[{\]]|"(?:\d{17}|STEAM_|\[?U:1:|https?:)|\d{17}\s*(?:,|\]\s*(?:[,\]]|$))|\[\s*["{]))/
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
  /** The text of the list, of which objects know their places. */
  list: string
  /** The line of the object around a value. */
  line: number
  /** What the names around a value say of its accounts. */
  role: Role | undefined
  isTop: boolean
  readText: ReadText
}

/** Reads a text in JSON of any layout; `readText` reads texts inside of it, such as the output of a console. */
export const readJson = (list: string, now: number, readText: ReadText): Iterable<Entry | Rest> =>
  readFound([...findInJson(list, readText)], now)

function* findInJson(list: string, readText: ReadText): Iterable<Found> {
  for (const part of readJsonParts(list)) {
    if ('value' in part) yield* walk(part.value, { list, line: 1, role: undefined, isTop: true, readText })
    else if (part.isDamaged) yield { line: part.line, text: part.text, why: 'damaged' }
    else yield* atLine(part.line, readText(part.text))
  }
}

function* walk(value: Json, context: Context): Iterable<Found> {
  if (Array.isArray(value)) yield* walkArray(value, context)
  else if (value instanceof JsonObject) yield* walkObject(value, context)
  else if (typeof value === 'string' || typeof value === 'number') yield* walkText(String(value), context)
}

/** An array of texts and numbers with one account is a row without titles. */
function* walkArray(items: Json[], context: Context): Iterable<Found> {
  const isRow = items.length > 1 && items.every((item) => !(item instanceof JsonObject) && !Array.isArray(item))
  if (isRow && items.filter(isAccount).length === 1)
    yield {
      line: context.line,
      text: JSON.stringify(items),
      titles: items.map(() => null),
      values: items,
      role: context.role,
    }
  else for (const item of items) yield* walk(item, { ...context, isTop: false })
}

/** Reads a text that is no field of an entry: an account in an array, the output of a console, or JSON. */
function* walkText(text: string, { line, role, readText }: Context): Iterable<Found> {
  if (findIds(text).accounts.length === 0 && restReasonOf(text) === 'no_account') return
  for (const item of atLine(line, readText(text))) {
    if ('role' in item && item.role === 'ban') yield { ...item, role: role ?? 'ban' }
    else yield item
  }
}

function* walkObject(object: JsonObject, context: Context): Iterable<Found> {
  const { line, start, end } = object
  const fields = toFields(object)
  const titles = fields.map(([title]) => title)
  const values = fields.map(([, value]) => value)
  const text = context.list.slice(start, end)
  const place = placesOf(titles).steamId
  if (!object.isDamaged && namesAccount(titles, values, context.isTop)) {
    yield { line, text, titles, values, role: context.role }
    return
  }
  const stated = fields.find(([title, value]) => mayBeEnd(title) && toTextOf(value).trim() !== '')
  const inside = Array.from(walkMembers(object, { ...context, line }), (item) =>
    stated ? withEnd(item, stated) : item,
  )
  yield* inside
  const isEntry = titles[place ?? -1]?.toLowerCase() !== 'id' && place !== undefined
  if (inside.length === 0 && (isEntry || object.members['type'] === 'ban') && !object.isDamaged)
    yield {
      line,
      text,
      why: restReasonOf(text),
      isNamed: toTextOf(values[place ?? -1]) !== '' || object.members['type'] === 'ban',
    }
}

/** Whether an object names its account. Around a list, only a member that is called so does: other ids there are of the server or its owner. */
const namesAccount = (titles: readonly string[], values: readonly unknown[], isTop: boolean): boolean =>
  titles.includes('identifiers') ||
  isAccount(values[placesOf(titles).steamId ?? -1]) ||
  (!isTop && values.some(isAccount))

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
    const role = roleOfGroup(name) ?? (/author|admin/i.test(name) ? 'unclear' : context.role)
    const [account] = findIds(name).accounts
    if (account !== undefined && isSteamId(account)) yield toNamedRecord(account, name, member, context)
    else yield* walk(member, { ...context, role, isTop: context.isTop && !Array.isArray(member) })
  }
}

/** The entry of a member whose name is its account. */
function toNamedRecord(account: string, name: string, member: Json, { list, line, role }: Context): FieldRecord {
  if (member instanceof JsonObject) {
    const fields = toFields(member).filter(([title]) => !/^(?:id|uid)$/i.test(title))
    const text = `"${name}": ${list.slice(member.start, member.end)}`
    const titles = ['steamid64', ...fields.map(([title]) => title)]
    return { line: member.line, text, titles, values: [account, ...fields.map(([, value]) => value)], role }
  }
  if (Array.isArray(member)) {
    const text = `"${name}": ${JSON.stringify(member)}`
    return { line, text, titles: ['steamid64', ...member.map(() => null)], values: [account, ...member], role }
  }
  const isEnd = typeof member === 'number' || (typeof member === 'string' && isLikeEnd(member, 0))
  const titles = ['steamid64', isEnd ? 'until' : typeof member === 'boolean' ? 'banned' : 'reason']
  return { line, text: `"${name}": ${JSON.stringify(member)}`, titles, values: [account, member], role }
}
