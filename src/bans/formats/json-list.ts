import { z } from 'zod'
import { LETTER_OR_DIGIT } from '../../text/find-ids.ts'
import { readBattleMetricsBan } from './battlemetrics.ts'
import { type Places, placesOf, readFields } from './fields.ts'
import type { ListEntry } from './list-entry.ts'

/** An entry of a JSON list; `isWhole` is false for a truncated entry and for text outside of the list. */
interface JsonPart {
  line: number
  text: string
  isWhole: boolean
}

// Patterns that name a layout by the members of its objects. Quotes inside of strings are escaped, so they cannot match there.
const LAYOUTS = [
  ['battlemetrics', /"attributes"\s*:/],
  ['rapsheet_json', /"addedAt"\s*:/],
  ['bans_json', /"(?:group|username)"\s*:/],
  ['central_json', /"(?:player)?steam_?id(?:64)?"\s*:/i],
] as const
type JsonFormat = (typeof LAYOUTS)[number][0]

const BEGINNING = /^(?:[^\n]{0,100}\n\s*|(?:[^[\]{}]{0,99}[^[\]{}\s]\s)?\s*)(?:\{\s*"|\[\s*\{)/
/** The beginning of a text, in which the first known object has to be. */
const HEAD_CHARACTERS = 20_000
/** Larger objects and deeper lists are not understood, because reading one should not take long. */
const MAX_OBJECT_CHARACTERS = 100_000
const MAX_DEPTH = 100
const EMPTY_LIST = /^[^[]{0,100}"bans"\s*:\s*\[\s*\]\s*\}$/
const OWN_LIST = /^\s*\{\s*"format"\s*:\s*"rapsheet-bans"/

/** The layout of a list in JSON, perhaps after a line of another text; null for another text. */
export function jsonFormatOf(text: string): JsonFormat | null {
  const head = text.slice(0, HEAD_CHARACTERS)
  if (OWN_LIST.test(head)) return 'rapsheet_json'
  if (!BEGINNING.test(head)) return null
  for (const part of partsOf(head)) {
    const layout = LAYOUTS.find(([, pattern]) => pattern.test(part.text))
    if (layout !== undefined) return layout[0]
  }
  return null
}

/** Creates the reader of a layout. A truncated or invalid object is not understood, and no part of it is taken. */
export const createJsonReader = (format: JsonFormat) =>
  function* readJsonList(text: string, now: number): Iterable<ListEntry | null> {
    const readObject = format === 'battlemetrics' ? readBattleMetricsBan : createObjectReader(format)
    for (const part of partsOf(text)) {
      if (EMPTY_LIST.test(part.text)) yield null
      else {
        const { isWhole, ...place } = part
        const parsed = isWhole && place.text.length <= MAX_OBJECT_CHARACTERS ? parseObject(place.text) : null
        if (parsed === null) yield { ...place, ban: null, addresses: 0 }
        else yield* readObject(parsed, now, place)
      }
    }
  }

/**
 * Whether a text is a single object or array in JSON that does not break off. Looks at its brackets alone, because the reader of lists
 * forgives mistakes inside of an entry.
 */
export function isWholeJson(text: string): boolean {
  let depth = 0
  let end = 0
  for (const bracket of bracketsOf(text)) {
    const isOutside = depth === 0 && (end > 0 || text.slice(0, bracket.index).trim() !== '')
    depth += bracket.isOpening ? 1 : -1
    if (isOutside || depth < 0) return false
    if (depth === 0) end = bracket.index + 1
  }
  return end > 0 && depth === 0 && text.slice(end).trim() === ''
}

type JsonObject = Record<string, unknown>

function createObjectReader(format: JsonFormat) {
  let lastNames = ''
  let places: Places = {}
  return (object: JsonObject, now: number, place: Pick<ListEntry, 'line' | 'text'>): (ListEntry | null)[] => {
    const names = Object.keys(object)
    // Nearly all objects of a list have the same members.
    if (names.join('\n') !== lastNames) places = findPlaces(names, format)
    lastNames = names.join('\n')
    // The game lists owners and moderators with the same members.
    const isBan = object['group'] === undefined || object['group'] === 'Banned'
    return [isBan ? readFields(places, Object.values(object), now, place) : { ...place, ban: null, addresses: 0 }]
  }
}

function findPlaces(names: string[], format: JsonFormat): Places {
  const { note, ...places } = placesOf(names)
  if (note === undefined) return places
  // In the game, the notes are the reason.
  return format === 'bans_json' ? { ...places, reason: note } : { ...places, note }
}

const objectSchema = z.record(z.string(), z.unknown())
/** An id that is a number, of which `JSON.parse` would round the last digits. */
const LONG_NUMBER = /("\w+"\s*:\s*)(\d{16,20})(?=\s*[,}\]])/g

function parseObject(text: string): JsonObject | null {
  try {
    return objectSchema.parse(JSON.parse(text.replaceAll(LONG_NUMBER, '$1"$2"')))
  } catch {
    return null
  }
}

/** A bracket outside of strings. */
interface Bracket {
  line: number
  index: number
  isOpening: boolean
  isObject: boolean
}

/**
 * Yields each entry: an array element that is an object and is not inside another entry, or else the outermost object.
 */
function* partsOf(text: string): Iterable<JsonPart> {
  const open: Bracket[] = []
  let object: Bracket | undefined
  let outside = { line: 1, index: 0 }
  for (const bracket of bracketsOf(text)) {
    if (bracket.isOpening) {
      if (open.length === 0) yield* textOutside(text.slice(outside.index, bracket.index), outside.line)
      if (startsEntry(bracket, open, object)) object = bracket
      open.push(bracket)
      if (open.length > MAX_DEPTH) break
    } else {
      if (open.pop() === object && object !== undefined) {
        yield { line: object.line, text: text.slice(object.index, bracket.index + 1), isWhole: true }
        object = undefined
      }
      if (open.length === 0) outside = { line: bracket.line, index: bracket.index + 1 }
    }
  }
  const rest = object ?? open[0]
  if (rest === undefined) yield* textOutside(text.slice(outside.index), outside.line)
  else yield { line: rest.line, text: text.slice(rest.index), isWhole: false }
}

/** Whether an object begins a new entry. */
const startsEntry = ({ isObject }: Bracket, open: readonly Bracket[], object: Bracket | undefined) =>
  isObject && (open.length === 0 || (open.at(-1)?.isObject === false && (object === undefined || object === open[0])))

/** Text outside of the JSON, such as an echo of the command. */
function* textOutside(text: string, line: number): Iterable<JsonPart> {
  const bare = text.replaceAll(/```\w*/g, '')
  if (LETTER_OR_DIGIT.test(bare)) yield { line, text: bare, isWhole: false }
}

/** The brackets of a JSON text. A string ends at the end of its line at the latest, so that a missing quote concerns one object only. */
function* bracketsOf(text: string): Iterable<Bracket> {
  let line = 1
  let isString = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '\n') {
      line++
      isString = false
    } else if (character === '"') isString = !isString
    else if (isString) {
      if (character === '\\' && text.charAt(index + 1) !== '\n') index++
    } else if (character === '{' || character === '[') {
      yield { line, index, isOpening: true, isObject: character === '{' }
    } else if (character === '}' || character === ']') {
      yield { line, index, isOpening: false, isObject: character === '}' }
    }
  }
}
