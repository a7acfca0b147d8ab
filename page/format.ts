import { lazy, lazyDateFormat } from '../src/lib/lazy.ts'
import { dateLocaleOf, type Language } from '../src/model/language.ts'

const DAY_SECONDS = 86_400

/** Units of relative times: their length in seconds, and the count from which the next unit is used. */
const UNITS = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3_600, 24],
  ['day', DAY_SECONDS, 31],
  ['month', (365.25 / 12) * DAY_SECONDS, 12],
  ['year', 365.25 * DAY_SECONDS, Number.POSITIVE_INFINITY],
] as const

/** Dates and times in the words of a language. All functions take Unix seconds. */
export interface Formats {
  /** `4 May 2026`. */
  date: (seconds: number) => string
  /** Date and time with the difference from UTC, for titles and for texts that leave the browser. */
  dateTime: (seconds: number) => string
  /** The time of a day with seconds, `14:02:30`. */
  time: (seconds: number) => string
  /** `5 minutes ago`, `in 2 minutes`. A future time is rounded up, so that users do not retry too early. */
  relativeTime: (seconds: number, now: number) => string
}

/** Creates the formats of a language; without `timeZone`, the time zone of the browser is used. */
export function createFormats(language: Language, timeZone?: string): Formats {
  const locale = dateLocaleOf(language)
  const zone = timeZone === undefined ? {} : { timeZone }
  const day = lazyDateFormat(locale, { dateStyle: 'long', ...zone })
  const minute = lazyDateFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
    ...zone,
  })
  const second = lazyDateFormat(locale, { timeStyle: 'medium', hourCycle: 'h23', ...zone })
  const relative = lazy(() => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }))
  const present = lazy(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'))
  return {
    date: (seconds) => day.format(toMs(seconds)),
    dateTime: (seconds) => minute.format(toMs(seconds)).replace('GMT', 'UTC').replace('UTC+00:00', 'UTC'),
    time: (seconds) => second.format(toMs(seconds)),
    relativeTime(seconds, now) {
      const distance = Math.abs(seconds - now)
      const round = seconds > now ? Math.ceil : Math.floor
      for (const [unit, length, limit] of UNITS) {
        const count = round(distance / length)
        if (count === 0) return present()
        if (count < limit) return relative().format(seconds > now ? count : -count, unit)
      }
      return day.format(toMs(seconds))
    },
  }
}

/** A time for programs, as the attribute `datetime` needs it. */
export const toIsoTime = (seconds: number) => new Date(toMs(seconds)).toISOString()

/** The time of a day in UTC, `14:02`. */
export const toUtcTime = (seconds: number) => toIsoTime(seconds).slice(11, 16)

const toMs = (seconds: number) => seconds * 1_000
