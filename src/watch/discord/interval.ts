import { time, TimestampStyles } from 'discord.js'
import { formatDate, formatMoment } from '../../discord/views/parts.ts'
import type { Interval } from '../../model/ban-record.ts'
import type { Texts } from './texts.ts'

const MINUTE = 60
const DAY = 86_400
/** Longest interval, seconds, that is shown with the time alone at its end; plain text shows longer ones in days. */
const MAX_SECONDS_IN_TIMES = 12 * 3_600
/** Maximum number of days that are listed; a longer interval is shown as its first and last day. */
const MAX_DAYS_LISTED = 3

/**
 * An interval for Discord, which shows it in the language and time zone of the reader: `22 November 2026 13:32–13:34`, two days, or one moment.
 * Minutes are rounded down, because the next minute would lie after the message.
 */
export function formatSpan({ after, before }: Interval): string {
  // The interval excludes `after`. Moments that are more than a day apart are on different days in every time zone.
  if (before - after > DAY) return `${formatDate(after + 1)}–${formatDate(before)}`
  const [from, to] = [roundDown(after), roundDown(before)]
  if (from === to) return formatMoment(to)
  // A time without its day would be the same as that of a day before.
  return `${formatMoment(from)}–${to - from > MAX_SECONDS_IN_TIMES ? formatMoment(to) : time(to, TimestampStyles.ShortTime)}`
}

/** The intervals of changes for Discord, each once. */
export const spansOf = (changes: readonly { when: Interval }[]) => [
  ...new Set(changes.map(({ when }) => formatSpan(when))),
]

const roundDown = (seconds: number) => Math.floor(seconds / MINUTE) * MINUTE
const roundUp = (seconds: number) => Math.ceil(seconds / MINUTE) * MINUTE

/**
 * An interval as plain text: `on 4 May 2026 between 14:02 and 15:02 UTC`, `on 3 or 4 May 2026`, or `between 3 May 2026 and 20 May 2026`.
 * All times are UTC, rounded so that the interval only grows.
 */
export function formatInterval(interval: Interval, texts: Texts): string {
  return interval.before - interval.after <= MAX_SECONDS_IN_TIMES
    ? formatTimes(interval, texts)
    : formatDays(interval, texts)
}

function formatTimes({ after, before }: Interval, { dates, when }: Texts): string {
  const from = toMs(roundDown(after))
  const to = toMs(roundUp(before))
  const [firstDay, lastDay] = [dates.day.format(from), dates.day.format(to)]
  const [fromTime, toTime] = [dates.time.format(from), dates.time.format(to)]
  if (firstDay === lastDay) return when.betweenTimes({ from: fromTime, to: toTime, day: firstDay })
  return when.betweenMoments({
    from: when.moment({ day: firstDay, time: fromTime }),
    to: when.moment({ day: lastDay, time: toTime }),
  })
}

function formatDays({ after, before }: Interval, { dates, when }: Texts): string {
  // The interval excludes `after`, and thus the day that ends there.
  const first = Math.floor((after + 1) / DAY)
  const last = Math.floor(before / DAY)
  const days = last - first + 1
  if (days > MAX_DAYS_LISTED) {
    return when.between({ from: dates.day.format(toMs(first * DAY)), to: dates.day.format(toMs(last * DAY)) })
  }
  const listed = Array.from({ length: days }, (_, index) => formatDay(first + index, last, { dates, when }))
  return when.onDays({ days: dates.oneOf(listed) })
}

/** Formats a day, without a month and year that it shares with the last day, unless the year comes first in this language. */
function formatDay(day: number, last: number, { dates, when }: Pick<Texts, 'dates' | 'when'>): string {
  const [date, lastDate] = [new Date(toMs(day * DAY)), new Date(toMs(last * DAY))]
  const whole = dates.day.format(date)
  const isYearFirst = whole.startsWith(String(date.getUTCFullYear()))
  if (day === last || isYearFirst || date.getUTCFullYear() !== lastDate.getUTCFullYear()) return whole
  if (date.getUTCMonth() !== lastDate.getUTCMonth()) return dates.dayAndMonth.format(date)
  return when.dayAlone({ day: dates.dayOfMonth.format(date) })
}

const toMs = (seconds: number) => seconds * 1000
