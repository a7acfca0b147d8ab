import { WatchError } from './watch.ts'

/**
 * Reads when an account leaves a list; returns Unix seconds. The text is a span from now (`12h`, `30d`, `2w`, `6mo`, `1y`, or in words: `2
 * weeks`, `2 Wochen`) or a date, which means its end in UTC (`2026-12-31`, `31.12.2026`). Throws `until_malformed`, `until_past`, or `until_too_far` after ten years.
 * @example
 *   parseUntil('2w', 1767225600) // 1768435200
 *   parseUntil('14 Tage', 1767225600) // 1768435200
 *   parseUntil('31.12.2026', 1767225600) // 1798761600
 */
export function parseUntil(text: string, now: number): number {
  const value = text.trim()
  const until = parseSpan(value, now) ?? parseDate(value)
  if (until === null) throw new WatchError({ code: 'until_malformed', value })
  if (until <= now) throw new WatchError({ code: 'until_past', value })
  // The comparison is negated, because the time of a very long span is NaN.
  if (!(until <= addMonths(now, MAX_YEARS * 12))) throw new WatchError({ code: 'until_too_far', value })
  return until
}

const MAX_YEARS = 10
const DAY = 86_400
const SPAN = /^(\d{1,6}) ?([a-z]+)$/i
const ISO_DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const GERMAN_DATE = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/

type Span = (now: number, count: number) => number

/** The units of time spans, each with its abbreviation and its words. */
const UNITS: [names: string, span: Span][] = [
  ['h hour hours stunde stunden', (now, count) => now + count * 3_600],
  ['d day days tag tage tagen', (now, count) => now + count * DAY],
  ['w week weeks woche wochen', (now, count) => now + count * 7 * DAY],
  ['mo month months monat monate monaten', addMonths],
  ['y year years jahr jahre jahren', (now, count) => addMonths(now, 12 * count)],
]
const SPANS = new Map(UNITS.flatMap(([names, span]) => names.split(' ').map((name) => [name, span] as const)))

function parseSpan(text: string, now: number): number | null {
  const [, count, unit = ''] = SPAN.exec(text) ?? []
  return SPANS.get(unit.toLowerCase())?.(now, Number(count)) ?? null
}

/**
 * A span of time in its short form; null for another text.
 * @example
 *   toShortSpan('14 Tage') // '14d'
 */
export function toShortSpan(text: string): string | null {
  const [, count, unit = ''] = SPAN.exec(text.trim()) ?? []
  const [names] = UNITS.find(([each]) => each.split(' ').includes(unit.toLowerCase())) ?? []
  return names === undefined ? null : `${Number(count)}${names.split(' ')[0]}`
}

function parseDate(text: string): number | null {
  const iso = ISO_DATE.exec(text)
  const [, day, month, year] = iso ? [iso[0], iso[3], iso[2], iso[1]] : (GERMAN_DATE.exec(text) ?? [])
  return day === undefined ? null : endOfDay(Number(year), Number(month), Number(day))
}

/** Adds months; in a month that is too short, the day becomes the last day of that month. */
function addMonths(now: number, count: number): number {
  const date = new Date(now * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count)
  date.setUTCDate(Math.min(day, daysInMonth(date)))
  return toSeconds(date)
}

const daysInMonth = (date: Date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const DAY_SECONDS = 86_400
const FIRST_DATE = '1970-01-01'
/** The last day whose end fits into 32 bits. */
const LAST_DATE = '2106-02-05'

/**
 * The end of a day in UTC, Unix seconds, by its date such as 2027-01-01; null for another text, and for a day before 1970 or after
 * `LAST_DATE`.
 * @example
 *   endOfDate('2026-12-31') // 1798761600, the beginning of 2027
 *   endOfDate('2026-02-30') // null
 */
export function endOfDate(text: string): number | null {
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || text < FIRST_DATE || text > LAST_DATE) return null
  return endOfDay(Number(year), Number(month), Number(day))
}

/** The end of a day in UTC, Unix seconds: the midnight after it; null for a day that the calendar does not have. */
function endOfDay(year: number, month: number, day: number): number | null {
  const start = new Date(Date.UTC(year, month - 1, day))
  // `Date` turns the 31st of June into the 1st of July.
  if (start.getUTCDate() !== day || start.getUTCMonth() !== month - 1) return null
  return start.getTime() / 1000 + DAY_SECONDS
}

/**
 * The time to show for an end: the last second before midnight, because midnight would show the next day.
 * @example
 *   toShownEnd(1798761600) // 1798761599, which is still in 2026
 */
export const toShownEnd = (until: number): number => (until % DAY_SECONDS === 0 ? until - 1 : until)
