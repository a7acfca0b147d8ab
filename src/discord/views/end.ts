import { toShownEnd } from '../../model/parse-until.ts'
import type { Texts } from '../texts/texts.ts'

/**
 * Formats the end of an entry. The end of a day in UTC is shown as that date; another time by `format` in the reader's zone, in which the
 * end of a day can be the next day.
 */
export function formatEnd(until: number, format: (seconds: number) => string, { dates }: Texts): string {
  const shown = toShownEnd(until)
  return shown === until ? format(until) : `${dates.day.format(shown * 1000)} (UTC)`
}
