/** Seconds per unit, and the count from which the next unit is used. */
const UNITS: [name: Intl.RelativeTimeFormatUnit, seconds: number, limit: number][] = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, 30],
  ['month', 86_400 * 30.44, 12],
  ['year', 86_400 * 365.25, Infinity],
]

/** The formats of each locale and time zone; creating them is slow. */
const formats = new Map<string, ReturnType<typeof createFormats>>()

/** The text for `<t:seconds:style>` in a language and a time zone; undefined if Discord leaves it unchanged. */
export function formatTimestamp(
  seconds: number,
  style: string,
  now: number,
  locale: string,
  timeZone = 'UTC',
): string | undefined {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return undefined
  const { weekday, long, numeric, relative, clock } = formatsOf(locale, timeZone)
  const [time, wholeTime] = [clock.format(date).slice(0, 5), clock.format(date)]
  const day = long.format(date)
  const short = numeric.format(date)
  switch (style) {
    case 'R':
      return formatRelative(date.getTime() - now, relative)
    case 't':
      return time
    case 'T':
      return wholeTime
    case 'd':
      return short
    case 'D':
      return day
    case 's':
      return `${short} ${time}`
    case 'S':
      return `${short} ${wholeTime}`
    case 'F':
      return `${weekday.format(date)}, ${day} ${time}`
    default:
      return `${day} ${time}`
  }
}

function formatsOf(locale: string, timeZone: string) {
  // The documentation and the bot's own dates have the day first.
  const shown = locale.startsWith('en') ? 'en-GB' : locale
  const key = `${shown} ${timeZone}`
  const known = formats.get(key) ?? createFormats(shown, timeZone)
  formats.set(key, known)
  return known
}

function createFormats(locale: string, timeZone: string) {
  const [two, four] = ['2-digit', 'numeric'] as const
  return {
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone }),
    long: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }),
    numeric: new Intl.DateTimeFormat(locale, { day: two, month: two, year: four, timeZone }),
    relative: new Intl.RelativeTimeFormat(locale),
    // Always 24 hours and two digits, as `13:05:09`.
    clock: new Intl.DateTimeFormat('en-GB', { hour: two, minute: two, second: two, hourCycle: 'h23', timeZone }),
  }
}

function formatRelative(ms: number, format: Intl.RelativeTimeFormat): string {
  for (const [name, seconds, limit] of UNITS) {
    const count = Math.round(Math.abs(ms) / 1000 / seconds)
    if (count >= limit) continue
    return format.format(ms > 0 ? count : -count, name)
  }
  return ''
}
