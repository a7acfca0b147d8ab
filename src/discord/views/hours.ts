import type { Texts } from '../texts/texts.ts'
import { ICONS } from '../view.ts'

/** Hours in Rust, in all and in the last two weeks. */
export interface Hours {
  total: number
  twoWeeks: number
}

/** Hours in Rust, in Markdown; null where the account hides them, undefined where they could not be had. */
export function formatHours(hours: Hours | null | undefined, texts: Texts): string {
  if (hours === undefined) return formatUnknown(texts)
  if (hours === null) return formatPrivate(texts)
  if (hours.total === 0) return texts.lookup.noRust
  return `${texts.hours(hours.total)} · ${texts.lookup.twoWeeks(texts.hours(hours.twoWeeks))}`
}

/** What stands for a fact that could not be had. */
export const formatUnknown = (texts: Texts) => `${ICONS.incomplete} ${texts.common.unknown}`

/** What stands for a fact that the account hides. */
export const formatPrivate = (texts: Texts) => `${ICONS.private} ${texts.common.private}`
