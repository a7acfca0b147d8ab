import { isIP } from 'node:net'
import { MAX_UNIX_SECONDS } from '../../model/unix-seconds.ts'
import type { BanTerms } from '../../model/ban.ts'

/** An entry of a list: its line, counted from 1, and its text as written. */
export interface ListEntry {
  line: number
  text: string
  /** The ban, whose texts are as written; null if the entry was not understood. */
  ban: (Omit<BanTerms, 'until'> & { end: ListEnd }) | null
  /** Number of IP addresses that were left out. An entry with addresses and without a ban is about nothing else. */
  addresses: number
}

/** The end of a ban in Unix seconds, null for good. */
export interface ListEnd {
  until: number | null
  /** The text of an end that is not a plain time, so that the preview can show how it was read. */
  written?: string
}

/** Reads a text; null for a line without an entry. */
export type ReadEntries = (text: string, now: number) => Iterable<ListEntry | null>

/** Digits that may be the id of a player, which is never left out without a word. */
export const MAYBE_STEAM_ID = /\d{15}/

const LINE = /([^\n\r]*)(?:\r\n|[\n\r]|$)/y

/** Whether a line is blank or a code fence of Discord. */
export const isBlank = (line: string): boolean => /^\s*(?:```\w*\s*)?$/.test(line)

/** The lines of a text, counted from 1. */
export function* linesOf(text: string): Iterable<{ line: number; text: string }> {
  for (let line = 1, start = 0; start < text.length; line++) {
    LINE.lastIndex = start
    const [, content = ''] = LINE.exec(text) ?? []
    start = LINE.lastIndex
    yield { line, text: content }
  }
}

const MAX_CHARACTERS = 10_000
const MAYBE_ADDRESS = /\d\.\d|:[\da-f]*:/i

/** Number of IP addresses in a text, perhaps with a port or the length of a prefix. */
export const countAddresses = (text: string): number =>
  text.length <= MAX_CHARACTERS && MAYBE_ADDRESS.test(text)
    ? text.split(/[\s,;|"'()[\]{}]+/).filter((word) => isIP(word.replace(/[:/]\d{1,5}$/, '')) || isIP(word)).length
    : 0

const FOR_GOOD: ListEnd = { until: null }
const GAME_END = /^([+-]?\d{1,18})([A-Za-z])?$/
const UNIT_SECONDS = new Map([
  ['s', 1],
  ['m', 60],
  ['d', 86_400],
  ['w', 604_800],
  ['M', 2_592_000],
  ['Y', 31_536_000],
])
const HOUR_SECONDS = 3_600
/** The longest duration of the game, ten years in seconds. It takes a larger number for a time. */
const MAX_DURATION = 315_360_000

/** Whether the game can read an end. */
export const isGameEnd = (text: string): boolean => GAME_END.test(text)

/**
 * Reads an end as the game does: a time in Unix seconds, or a duration in hours or with a unit. An end of 0 or less, or one that cannot be
 * read, is for good.
 * @example
 *   readGameEnd('30d', 1767225600) // { until: 1769817600, written: '30d' }
 *   readGameEnd('-1', 1767225600) // { until: null }
 */
export function readGameEnd(text: string, now: number): ListEnd {
  const [, digits, unit = ''] = GAME_END.exec(text) ?? []
  if (digits === undefined) return { until: null, written: text }
  const number = Number(digits)
  if (number <= 0) return FOR_GOOD
  if (number > MAX_DURATION) return unit === '' ? toEnd(number, text) : { ...toEnd(number, text), written: text }
  return { ...toEnd(now + number * (UNIT_SECONDS.get(unit) ?? HOUR_SECONDS), text), written: text }
}

/** The end at a time in Unix seconds; a time that is too late to be stored is for good. */
function toEnd(seconds: number, text: string): ListEnd {
  if (seconds <= 0) return { until: null, written: text }
  return seconds > MAX_UNIX_SECONDS ? { until: null, written: text } : { until: Math.floor(seconds) }
}

const NEVER =
  /^(?:never|none|no|null|n\/a|perm(?:anent(?:ly)?)?|forever|infinite|unlimited|nie|dauerhaft|unbegrenzt|für immer|[-–—∞]?)$/i
const GERMAN_DATE = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\b/
const DATE = /^(\d{4}-\d\d-\d\d)(?:(?:T|,? )(\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)?)? ?(Z|UTC|[+-]\d\d:?\d\d)?$/i

/**
 * Reads an end of a table or of JSON: a word such as "never", a date, which means its end, a date with a time, or what `readGameEnd` reads.
 * Without a zone, times are in UTC. Null if the end cannot be read.
 */
export function readEnd(value: unknown, now: number): ListEnd | null {
  if (value === null || value === undefined) return FOR_GOOD
  if (typeof value === 'number') return value <= 0 ? FOR_GOOD : toEnd(value, String(value))
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (NEVER.test(text)) return FOR_GOOD
  if (isGameEnd(text)) return readGameEnd(text, now)
  const iso = text.replace(
    GERMAN_DATE,
    (_, day: string, month: string, year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )
  const [, date = '', time = '24:00', zone = 'Z'] = DATE.exec(iso) ?? []
  // `Date` turns the 30th of February into the 2nd of March.
  const isDate = new Date(`${date}T00:00Z`).getUTCDate() === Number(date.slice(-2))
  const seconds = Date.parse(`${date}T${time}${zone.toUpperCase() === 'UTC' ? 'Z' : zone}`) / 1000
  return isDate && !Number.isNaN(seconds) ? toEnd(seconds, text) : null
}
