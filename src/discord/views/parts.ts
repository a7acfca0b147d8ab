import { time, TimestampStyles } from 'discord.js'
import { toCustomId } from '../custom-id.ts'
import type { Texts } from '../texts/texts.ts'
import { button } from '../view.ts'
import { toShownEnd } from '../../model/parse-until.ts'
import type { OperatorLinks } from '../../model/operator-links.ts'

/** The icon before the title of an error; `❔` would say that an account is unknown. */
export const ERROR_ICON = '❌'

/** Number of entries on a page. */
export const PER_PAGE = 10

/** Italics in Markdown. Asterisks, because underscores do not work within a word. */
export const emphasize = (markdown: string) => `*${markdown}*`

/** A time in Unix seconds that Discord shows relative to now, in the language of the reader. */
export const relativeTime = (seconds: number) => time(seconds, TimestampStyles.RelativeTime)

/** A day that Discord shows in the language and the time zone of the reader. */
export const formatDate = (seconds: number) => time(seconds, TimestampStyles.LongDate)

/** A day and its time of day, shown in the same way. */
export const formatMoment = (seconds: number) => time(seconds, TimestampStyles.ShortDateTime)

/** The action of the button that posts a message. */
export const POST = 'post'

/** The button that posts the card which a component with this custom id shows. */
export const postButton = (customId: string, texts: Texts) =>
  button('📢', texts.buttons.post, toCustomId(POST, ...customId.split(':').slice(1)))

/**
 * The page `wanted` of a list, counted from 0, or the last page if the list is shorter. `first` is the index of its first entry.
 * @example
 *   pageOf(['a', 'b', 'c'], 7, 2) // { page: 1, pages: 2, first: 2, shown: ['c'] }
 */
export function pageOf<T>(list: readonly T[], wanted: number, perPage = PER_PAGE) {
  const place = placeOf(list.length, wanted, perPage)
  return { ...place, shown: list.slice(place.first, place.first + perPage) }
}

export type Page<T = unknown> = ReturnType<typeof pageOf<T>>

/** Where the page `wanted` of a list with `count` entries is, or its last page if the list is shorter. */
export function placeOf(count: number, wanted: number, perPage = PER_PAGE) {
  const pages = Math.max(1, Math.ceil(count / perPage))
  const page = Math.min(wanted, pages - 1)
  return { page, pages, first: page * perPage }
}

/** A list that has only one page. */
export const onePage = <T>(list: readonly T[]): Page<T> => pageOf(list, 0, list.length || 1)

/** A line with the number of the page; empty if there is only one page. */
export const pageLines = ({ page, pages }: Page, texts: Texts) =>
  pages > 1 ? [`-# ${texts.common.page({ page: page + 1, pages })}`] : []

/** The buttons Previous and Next; empty if there is only one page. */
export function pageButtons({ page, pages }: Page, toPage: (page: number) => string, texts: Texts) {
  if (pages <= 1) return []
  // A button that does not apply is disabled, not left out, so that the other buttons keep their places.
  return [
    button('⬅️', texts.buttons.previous, toPage(page - 1), { isDisabled: page === 0 }),
    button('➡️', texts.buttons.next, toPage(page + 1), { isDisabled: page >= pages - 1 }),
  ]
}

/**
 * Formats the end of an entry. The end of a day in UTC is shown as the date of that day, because in the reader's time zone it can be on the
 * next day. Any other time is formatted by `format` in the reader's time zone.
 */
export function formatEnd(until: number, format: (seconds: number) => string, { dates }: Texts): string {
  const shown = toShownEnd(until)
  return shown === until ? format(until) : `${dates.day.format(shown * 1000)} (UTC)`
}

/** Links to the privacy notice and the terms of use, for the foot of a message; empty if the operator has published neither. */
export function publishedLines({ privacyUrl, termsUrl }: OperatorLinks, { published }: Texts): string[] {
  const links = [...link(published.privacy, privacyUrl), ...link(published.terms, termsUrl)]
  return links.length > 0 ? [`-# ${links.join(' · ')}`] : []
}

/** The `href` of a parsed URL has no angle brackets, which would end the link. */
const link = (label: string, url: string | undefined) => (url ? [`[${label}](<${new URL(url).href}>)`] : [])
