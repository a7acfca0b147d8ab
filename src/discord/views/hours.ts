import type { Texts } from '../texts/texts.ts'
import { ICONS } from '../view.ts'

/** Hours in Rust: in total, and in the last two weeks. */
export interface Hours {
  total: number
  twoWeeks: number
}

/** Hours in Rust as Markdown: null when they are private, undefined when they could not be checked. */
export function formatHours(hours: Hours | null | undefined, texts: Texts): string {
  if (hours === undefined) return formatUnknown(texts)
  if (hours === null) return formatPrivate(texts)
  if (hours.total === 0) return texts.lookup.noRust
  return `${texts.hours(hours.total)} · ${texts.lookup.twoWeeks(texts.hours(hours.twoWeeks))}`
}

/** Replaces a fact that could not be checked. */
export const formatUnknown = (texts: Texts) => `${ICONS.incomplete} ${texts.common.unknown}`

/** Replaces a fact that is private. */
export const formatPrivate = (texts: Texts) => `${ICONS.private} ${texts.common.private}`
