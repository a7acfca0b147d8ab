import type { AccountTexts } from '../words/account-texts.ts'

const IN_METRES = new Set(['horseDistanceRidden', 'kayakDistance', 'waterDistanceMainland'])

/** The value of a counter in its unit. */
export function formatCounter(counter: string, value: number, texts: AccountTexts): string {
  if (counter.endsWith('Seconds')) return formatDuration(value, texts)
  if (IN_METRES.has(counter)) return texts.stats.kilometres(tenths(value / 1_000))
  return texts.number(whole(value))
}

function formatDuration(seconds: number, texts: AccountTexts): string {
  if (seconds < 60) return texts.seconds(Math.ceil(seconds))
  if (seconds < 3_600) return texts.minutes(Math.round(seconds / 60))
  return texts.hours(Math.round(seconds / 360) / 10)
}

/** Rounds to an integer; a value below 1 is rounded up to one decimal, so that it is not shown as 0. */
export const whole = (value: number) => (value < 1 ? tenths(value) : Math.round(value))
/** Rounds to one decimal; a value below 1 is rounded up. */
const tenths = (value: number) => (value < 1 ? Math.ceil(value * 10) / 10 : Math.round(value * 10) / 10)
