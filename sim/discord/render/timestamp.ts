const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Seconds per unit, and the count from which the next unit is used. */
const UNITS: [name: Intl.RelativeTimeFormatUnit, seconds: number, limit: number][] = [
  ['second', 1, 60],
  ['minute', 60, 60],
  ['hour', 3600, 24],
  ['day', 86_400, 30],
  ['month', 86_400 * 30.44, 12],
  ['year', 86_400 * 365.25, Infinity],
]

const RELATIVE_TIME = new Intl.RelativeTimeFormat('en')

/** The text for `<t:seconds:style>`, in UTC; undefined if Discord leaves it unchanged. */
export function formatTimestamp(seconds: number, style: string, now: number): string | undefined {
  const date = new Date(seconds * 1000)
  if (Number.isNaN(date.getTime())) return undefined
  const two = (value: number): string => String(value).padStart(2, '0')
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
  const short = `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`
  switch (style) {
    case 'R':
      return formatRelative(date.getTime() - now)
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
      return `${DAYS[date.getUTCDay()]}, ${day} ${time}`
    default:
      return `${day} ${time}`
  }
}

function formatRelative(ms: number): string {
  for (const [name, seconds, limit] of UNITS) {
    const count = Math.round(Math.abs(ms) / 1000 / seconds)
    if (count >= limit) continue
    return RELATIVE_TIME.format(ms > 0 ? count : -count, name)
  }
  return ''
}
