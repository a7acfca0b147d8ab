import { toShownEnd } from '../../model/parse-until.ts'
import type { Texts } from '../texts/texts.ts'

/**
 * When something ends: the date that was typed, whose end is meant in UTC; another time by `format`, in the reader's zone, where
 * the end of a date can be the next day.
 */
export function formatEnd(until: number, format: (seconds: number) => string, { dates }: Texts): string {
  const shown = toShownEnd(until)
  return shown === until ? format(until) : `${dates.day.format(shown * 1000)} (UTC)`
}
