import { time, TimestampStyles } from 'discord.js'
import { toCustomId } from '../custom-id.ts'
import { POST } from '../post.ts'
import type { Texts } from '../texts/texts.ts'
import { button } from '../view.ts'

/** The icon before the title of an error; `❔` would say that an account is unknown. */
export const ERROR_ICON = '❌'

/** Number of entries on a page. */
const PER_PAGE = 10

/** Italics in Markdown. Asterisks, because underscores do not work within a word. */
export const emphasize = (markdown: string) => `*${markdown}*`

/** A time in Unix seconds that Discord shows relative to now, in the language of the reader. */
export const relativeTime = (seconds: number) => time(seconds, TimestampStyles.RelativeTime)

export const postButton = (texts: Texts) => button('📢', texts.buttons.post, toCustomId(POST))

/**
 * The wanted page of a list, counted from 0, or the last page if the list is shorter; `first` is the index of its first entry.
 * @example
 *   pageOf(['a', 'b', 'c'], 7, 2) // { page: 1, pages: 2, first: 2, shown: ['c'] }
 */
export function pageOf<T>(list: readonly T[], wanted: number, perPage = PER_PAGE) {
  const pages = Math.max(1, Math.ceil(list.length / perPage))
  const page = Math.min(wanted, pages - 1)
  const first = page * perPage
  return { page, pages, first, shown: list.slice(first, first + perPage) }
}

export type Page<T = unknown> = ReturnType<typeof pageOf<T>>

/** The number of the page, if there is more than one. */
export const pageLines = ({ page, pages }: Page, texts: Texts) =>
  pages > 1 ? [`-# ${texts.common.page(page + 1, pages)}`] : []

/** Previous and Next, if there is more than one page. */
export function pageButtons({ page, pages }: Page, toPage: (page: number) => string, texts: Texts) {
  if (pages <= 1) return []
  // A button that does not apply is disabled, not left out, so that the others keep their places.
  return [
    button('⬅️', texts.buttons.previous, toPage(page - 1), { isDisabled: page === 0 }),
    button('➡️', texts.buttons.next, toPage(page + 1), { isDisabled: page >= pages - 1 }),
  ]
}
