import { lazy } from '../lib/lazy.ts'
import { LANGUAGES } from '../model/language.ts'

/** The order of day and month in dates such as 1/8/2024. */
export type DateOrder = 'day first' | 'month first'

/** Lower case without diacritics, and one form of digits, letters and spaces: names in any spelling compare equal. */
export const fold = (text: string): string =>
  text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i').replaceAll('ł', 'l')

const DAY_SECONDS = 86_400
const UNIT_SECONDS = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: DAY_SECONDS,
  week: 7 * DAY_SECONDS,
  month: 30 * DAY_SECONDS,
  year: 365 * DAY_SECONDS,
}
type Unit = keyof typeof UNIT_SECONDS

/** What `Intl` does not say: other abbreviations, and cases after "for" or "in". `m` is also a month in Spanish and French, so it is refused. */
const MORE_UNITS: Record<Unit, string> = {
  second: 'secs sekundu sekunde sekundę секунду',
  minute: 'mins m minutu minutę минуту хвилину',
  hour: 'hrs hodinu godzinę std годину',
  day: 'tagen дн д',
  week: 'w неделю',
  month: 'mo mos monaten',
  year: 'y jahren',
}

/** Adds words of all languages, of which one with several meanings has none. */
function addWords<Value>(words: Map<string, Value | undefined>, text: string, value: Value) {
  for (const word of fold(text).match(/\p{L}+/gu) ?? []) {
    words.set(word, words.has(word) && words.get(word) !== value ? undefined : value)
  }
}

/** The seconds of a unit by its words in all languages; undefined where languages differ, such as "год". */
export const unitWords = lazy(() => {
  const words = new Map<string, number | undefined>()
  for (const [unit, seconds] of Object.entries(UNIT_SECONDS)) {
    addWords(words, MORE_UNITS[unit as Unit], seconds)
    for (const language of LANGUAGES) {
      for (const unitDisplay of ['long', 'short'] as const) {
        const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay })
        const parts = [1, 2, 5, 1.5].flatMap((count) => format.formatToParts(count))
        for (const { type, value } of parts) if (type === 'unit') addWords(words, value, seconds)
      }
    }
  }
  return words
})

/** The months, counted from 1, and the days of the week by their names in all languages, as they stand in dates and alone. */
const dateWords = lazy(() => {
  const months = new Map<string, number | undefined>()
  const weekdays = new Map<string, number | undefined>()
  for (const language of LANGUAGES) {
    for (const style of ['long', 'short'] as const) {
      const formats = [{ month: style }, { month: style, day: 'numeric' }, { weekday: style }] as const
      for (const options of formats) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        // The first days of the months are on all days of the week.
        for (let index = 1; index <= 12; index++) {
          for (const { type, value } of format.formatToParts(Date.UTC(2024, index - 1))) {
            if (type === 'month' || type === 'weekday') addWords(type === 'month' ? months : weekdays, value, index)
          }
        }
      }
    }
  }
  return { months, weekdays }
})

/** Words that may stand in a date, besides names. */
const FILLERS = new Set(
  fold(
    'a as am at de del den dia dne dnia el er g h la las le o of on roku st nd rd th the u uhr um utc gmt z v в о г р года року',
  ).split(' '),
)
const MAX_DATE_CHARACTERS = 100
const CLOCK =
  /(?:^|[\s,t])(\d{1,2})(?:(:\d\d(?::\d\d)?)(?:[.,]\d{1,9})?(?: ?([ap])\.? ?m\b\.?)?| ?([ap])\.? ?m\b\.?)(?: ?(?:utc|gmt|z))?(?: ?([+-])(\d\d?)(?::?(\d\d))?)?(?![\d:])/
const NUMERIC_DATE = /(?<![\d./-])(\d{1,4}) ?([-/.]) ?(\d{1,2}) ?\2 ?(\d{1,4})(?![\d/-])/
const ISO_BASIC = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)/

type Day = [year: number, month: number, day: number]

/** The beginning of a day in Unix seconds; undefined for a day that does not exist, which `Date` would turn into another one. */
function toSeconds([year, month, day]: Day): number | undefined {
  const pad = (value: number, length: number) => String(value).padStart(length, '0')
  const time = Date.parse(`${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T00:00Z`)
  return new Date(time).getUTCDate() === day ? time / 1_000 : undefined
}

/** The numbers of a date with the year at its end, and whether the order of the others is open; undefined for other dates. */
function splitYearLast([, first = '', separator, second = '', last = '']: readonly string[]) {
  // Two digits are a year where they cannot be a day, or after points.
  const isYear = last.length === 4 || (last.length === 2 && (separator === '.' || Number(last) > 31))
  if (first.length > 2 || !isYear) return undefined
  const year = Number(last) + (last.length === 2 ? 2_000 : 0)
  return { a: Number(first), b: Number(second), year, isOpen: separator !== '.' }
}

/** Which number is the day, if only one of them can be. */
const orderOf = (a: number, b: number): DateOrder | undefined =>
  a > 12 === b > 12 ? undefined : a > 12 ? 'day first' : 'month first'

interface ReadDay {
  day: Day
  isChosen?: boolean
}

/** The day of a date in numbers. */
function readNumericDay(match: readonly string[], order: DateOrder | null | undefined): ReadDay | undefined {
  const yearLast = splitYearLast(match)
  if (yearLast === undefined) {
    const [, year = '', , month, day = ''] = match
    return year.length === 4 && day.length <= 2 ? { day: [Number(year), Number(month), Number(day)] } : undefined
  }
  const { a, b, year, isOpen } = yearLast
  if (!isOpen || a === b) return { day: [year, b, a], isChosen: match[4]?.length === 2 }
  const own = orderOf(a, b)
  const used = own ?? order
  if (!used || (order && order !== used)) return undefined
  return { day: used === 'day first' ? [year, b, a] : [year, a, b], isChosen: own === undefined }
}

/** The day of a date with the name of its month. */
function readNamedDay(text: string): Day | undefined {
  const words = text.match(/\p{L}+|\d+/gu) ?? []
  const { months, weekdays } = dateWords()
  const named = words.filter((word) => months.has(word))
  // Some words name a month and a day of the week: "mar" is March, and in Spanish also Tuesday.
  const [month, ...others] = named.length > 1 ? named.filter((word) => !weekdays.has(word)) : named
  const [first = '', second = '', ...more] = words.filter((word) => /^\d/.test(word))
  const isYear = (digits: string) => digits.length === 4 || (digits.length === 2 && Number(digits) > 31)
  if (month === undefined || others.length > 0 || more.length > 0 || isYear(first) === isYear(second)) return undefined
  const [year, day] = isYear(first) ? [first, second] : [second, first]
  return day.length > 2
    ? undefined
    : [Number(year) + (year.length === 2 ? 2_000 : 0), months.get(month) ?? 0, Number(day)]
}

/** The hour of 24 for one with "a" or "p"; NaN if there is none. */
function toHour(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'p' ? 12 : 0) : Number.NaN
}

/** The seconds of a day until a time of it; NaN for a time that does not exist. Without a time it is the whole day. */
function readClock(match: RegExpExecArray | null): number {
  if (match === null) return DAY_SECONDS
  const hour = String(toHour(Number(match[1]), match[3] ?? match[4])).padStart(2, '0')
  const zone = match[5] === undefined ? 'Z' : `${match[5]}${match[6]?.padStart(2, '0')}:${match[7] ?? '00'}`
  return Date.parse(`1970-01-01T${hour}${match[2] ?? ':00'}${zone}`) / 1_000
}

/** Reads the day of a folded text without a time. */
function readDay(text: string, order: DateOrder | null | undefined): ReadDay | undefined {
  const numeric = NUMERIC_DATE.exec(text)
  const words = numeric === null ? text : text.replace(numeric[0], ' ')
  const { months, weekdays } = dateWords()
  const isKnown = (word: string) => [FILLERS, months, weekdays].some((words) => words.has(word))
  if (!(words.match(/\p{L}+/gu) ?? []).every(isKnown) || /[^\p{L}\d\s,./'-]/u.test(words)) return undefined
  if (numeric !== null) return /[\d/-]/.test(words) ? undefined : readNumericDay(numeric, order)
  const day = readNamedDay(words)
  return day && { day }
}

/**
 * Reads a date in any usual form and language, perhaps with a time, which is in UTC without a zone. A date alone means its end. Undefined for
 * another text, for a date that does not exist, and for one whose order of day and month is not known and matters. `isChosen` says that the
 * order of its numbers, or its century, was not in the date itself.
 */
export function readDate(text: string, order?: DateOrder | null): { seconds: number; isChosen: boolean } | undefined {
  if (text.length > MAX_DATE_CHARACTERS) return undefined
  const plain = fold(text)
    .replace(/ \([a-z ]{1,60}\)$/, '')
    .replace(ISO_BASIC, '$1-$2-$3t$4:$5:$6')
    .replaceAll(/(?<=\d) ?[年月] ?(?=\d)/g, '-')
    .replaceAll(/(?<=\d) ?[日号]/g, ' ')
    .replace(/([上下])午 ?([\d:]{1,8})/, (_, half: string, time: string) => ` ${time} ${half === '上' ? 'am' : 'pm'}`)
    .replaceAll(/(?<=\d)[h点时](\d\d)分?(?!\d)/g, ':$1')
  const clock = CLOCK.exec(plain)
  const rest = clock === null ? plain : `${plain.slice(0, clock.index)} ${plain.slice(clock.index + clock[0].length)}`
  const { day, isChosen = false } = readDay(rest, order) ?? {}
  const start = day && toSeconds(day)
  const seconds = (start ?? Number.NaN) + readClock(clock)
  return Number.isNaN(seconds) ? undefined : { seconds, isChosen }
}

/**
 * How day and month are ordered in all dates of a column, or of several columns of a file; undefined if no value decides it, and null if values
 * contradict each other.
 */
export function findDateOrder(values: readonly string[]): DateOrder | undefined | null {
  let order: DateOrder | undefined
  for (const value of values) {
    const match = value.length > MAX_DATE_CHARACTERS ? null : NUMERIC_DATE.exec(fold(value))
    const { a, b, isOpen } = (match && splitYearLast(match)) ?? { a: 0, b: 0, isOpen: false }
    const own = isOpen ? orderOf(a, b) : undefined
    if (order !== undefined && own !== undefined && order !== own) return null
    order ??= own
  }
  return order
}

/** A count that looks like thousands is not read: "1.000" and "1,000" are a thousand in some languages and one in others. */
const COUNTED = /(?<!\d[.,]?)(\d{1,9}(?:[.,]\d{1,2})?)[ -]?(\p{L}+)\.?/gu
const ISO_DURATION =
  /^p(?=.{0,20}\d)(?:(\d{1,6})y)?(?:(\d{1,6})m)?(?:(\d{1,6})w)?(?:(\d{1,6})d)?(?:t(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?)?$/
const ISO_UNITS = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const
const JOINERS = /^(?:[\s,.+&]|(?<!\p{L})(?:and|und|et|y|e|i|a|и|і|та|ve|和)(?!\p{L}))*$/u
const ONE = /^(?:an?|one|eine?[nr]?|une?|una|uma?|bir|jeden|jedn[aou]|од[иі]н|одн[ау]|一) ?(?=\p{L})/u
/** A larger number of years is a year. */
const MAX_YEARS = 1_000

/** Reads a duration, such as "7 days", "1d12h", "P7D" or "7 дней", in seconds; a month has 30 days and a year 365, as in the game. */
export function readDuration(text: string): number | undefined {
  if (text.length > MAX_DATE_CHARACTERS) return undefined
  const [isIso, ...counts] = ISO_DURATION.exec(text.toLowerCase()) ?? []
  if (isIso !== undefined) {
    return ISO_UNITS.reduce((sum, unit, index) => sum + Number(counts[index] ?? 0) * UNIT_SECONDS[unit], 0)
  }
  let seconds = 0
  const rest = fold(
    text
      // As in the game, `M` is a month and `m` a minute.
      .replaceAll(/(?<=\d)M(?!\p{L})/gu, 'mo')
      .replaceAll(/(?<=\d)m(?!\p{L})/gu, 'min'),
  )
    .replace(/^(?:in|for|fur|por|pour|dans|en|em|через) |^(?:на|за|na|za) (?:(?=\d)|(\p{L}))/u, (_, unit?: string) =>
      unit ? `1 ${unit}` : '',
    )
    .replace(ONE, '1 ')
    // Times of day after days, as .NET, Python and Postgres write durations.
    .replace(/^(\d{1,6})\.(\d\d:\d\d:\d\d)/, '$1d $2')
    .replace(/([a-z],? )(\d\d?):(\d\d):(\d\d)(?:\.\d{1,9})?$/, '$1$2h $3min $4sec')
    .replaceAll(COUNTED, (_, count: string, word: string) => {
      const number = Number(count.replace(',', '.'))
      const unit = unitWords().get(word) ?? Number.NaN
      seconds += unit === UNIT_SECONDS.year && number >= MAX_YEARS ? Number.NaN : number * unit
      return ' '
    })
  return seconds > 0 && JOINERS.test(rest) ? Math.round(seconds) : undefined
}
