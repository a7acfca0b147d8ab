/** Seconds per unit, and the count from which the next unit is used. */
const UNITS: [name: Intl.RelativeTimeFormatUnit, seconds: number, limit: number][] = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, 30],
  ['month', 86_400 * 30.44, 12],
  ['year', 86_400 * 365.25, Infinity],
]

const UTC = { timeZone: 'UTC' } as const
/** The formats of each locale; creating them is slow. */
const formats = new Map<string, ReturnType<typeof createFormats>>()

/** The text for `<t:seconds:style>` in a language, in UTC; undefined if Discord leaves it unchanged. */
export function formatTimestamp(seconds: number, style: string, now: number, locale: string): string | undefined {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return undefined
  const { weekday, long, numeric, relative } = formatsOf(locale)
  const two = (value: number): string => String(value).padStart(2, '0')
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  const day = long.format(date)
  const short = numeric.format(date)
  switch (style) {
    case 'R':
      return formatRelative(date.getTime() - now, relative)
    case 't':
      return time
    case 'T':
      return `${time}:${two(date.getUTCSeconds())}`
    case 'd':
      return short
    case 'D':
      return day
    case 's':
      return `${short} ${time}`
    case 'S':
      return `${short} ${time}:${two(date.getUTCSeconds())}`
    case 'F':
      return `${weekday.format(date)}, ${day} ${time}`
    default:
      return `${day} ${time}`
  }
}

function formatsOf(locale: string) {
  // The documentation and the bot's own dates have the day first.
  const shown = locale.startsWith('en') ? 'en-GB' : locale
  const known = formats.get(shown) ?? createFormats(shown)
  formats.set(shown, known)
  return known
}

function createFormats(locale: string) {
  return {
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', ...UTC }),
    long: new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...UTC }),
    numeric: new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric', ...UTC }),
    relative: new Intl.RelativeTimeFormat(locale),
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
