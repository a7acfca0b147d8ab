import { ComponentType, inlineCode, time, TimestampStyles, type APIButtonComponent } from 'discord.js'
import type { SteamId } from '../../model/steam-id.ts'
import { formatFoundBy, type FoundBy } from '../../accounts/presentation/found-by.ts'
import { formatKnownHours, type Hours } from '../../accounts/presentation/hours.ts'
import { formatPartAges, type AgedPart } from '../../accounts/presentation/part-ages.ts'
import { ICONS, type Tone } from '../../lib/tone.ts'
import { plainDisplayName, stripInvisible } from '../../lib/visible-text.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown } from '../escape.ts'
import { toFoundByArguments } from '../../accounts/discord/found-by.ts'
import { POST } from '../post.ts'
import type { Texts } from '../texts/texts.ts'
import { button, row } from '../view.ts'
import { buttonRows } from './button-rows.ts'

/** Entries on a page of a list. */
const PER_PAGE = 10
/** Discord's limit for the description of a menu option. */
const OPTION_CHARACTERS = 100

/** The name of an account, escaped for Markdown. */
export const displayName = (name: string, texts: Texts) => escapeMarkdown(name) || texts.common.namelessAccount

/** In lists longer names are cut, so that name and bans fit on a line of a phone. Menus and files have the whole name. */
const LISTED_NAME_CHARACTERS = 24

/** The display name in a line of a list, in Markdown. */
export const listedName = (name: string, texts: Texts) =>
  escapeMarkdown(name, LISTED_NAME_CHARACTERS) || texts.common.namelessAccount

/** Markdown in italics; asterisks, because underscores have no effect within a word. */
export const emphasize = (markdown: string) => `*${markdown}*`

/** The account that a message is about. */
export interface ViewedAccount {
  steamId: SteamId
  /** The display name, once it is known. */
  name: string | null
  /** How the account was found; null when it was found by its id. */
  foundBy: FoundBy | null
}

/** An account in Markdown: its name, if known, and its id to copy. */
export const formatNameAndId = ({ steamId, name }: Omit<ViewedAccount, 'foundBy'>, texts: Texts) =>
  name === null ? inlineCode(steamId) : `${displayName(name, texts)} ${inlineCode(steamId)}`

/** The top of a message about an account: the heading, how the account was found, and further lines. */
export const formatHead = (heading: string, foundBy: FoundBy | null, lines: string[], texts: Texts) =>
  [heading, ...foundByLines(foundBy, texts), ...lines].join('\n')

/** A line below the heading about how the account was found; none when it was found by its id. */
export function foundByLines(foundBy: FoundBy | null, texts: Texts): string[] {
  if (foundBy === null) return []
  return [`🔗 ${formatFoundBy(foundBy, texts, (name) => emphasize(escapeMarkdown(name)))}`]
}

/** Hours in Rust as Markdown: null when they are private, undefined when they could not be checked. */
export function formatHours(hours: Hours | null | undefined, texts: Texts): string {
  if (hours === undefined) return formatUnknown(texts)
  if (hours === null) return formatPrivate(texts)
  return formatKnownHours(hours, texts)
}

/** Shown in place of a fact that could not be checked; `formatPrivate` in place of one that is private. */
export const formatUnknown = (texts: Texts) => `${ICONS.incomplete} ${texts.common.unknown}`
export const formatPrivate = (texts: Texts) => `${ICONS.private} ${texts.common.private}`

/** The age of an answer, for the foot of a message. Discord keeps the relative time up to date. */
export const checkedLine = (fetchedAt: number, texts: Texts) => `-# ${texts.common.checked(relativeTime(fetchedAt))}`

/** The ages of the parts of an answer, for the foot of a message. */
export const checkedPartsLine = (parts: AgedPart[], texts: Texts) =>
  `-# ${formatPartAges(parts, texts, relativeTime).join(' · ')}`

/** A time in Unix seconds, which Discord shows relative to now and in the language of the reader. */
export const relativeTime = (seconds: number) => time(seconds, TimestampStyles.RelativeTime)

/**
 * The custom id that looks up an account, an id or a custom URL name; `refresh` asks Steam again, `open` answers in a new
 * message.
 */
export const lookupId = (
  account: string,
  foundBy: FoundBy | null = null,
  action: 'lookup' | 'refresh' | 'open' = 'lookup',
) => toCustomId(action, account, ...toFoundByArguments(foundBy))

/** Leads back to the look-up of an account. */
export const backButton = (steamId: SteamId, foundBy: FoundBy | null, texts: Texts) =>
  button('↩️', texts.buttons.account, lookupId(steamId, foundBy))

export const postButton = (texts: Texts) => button('📢', texts.buttons.post, toCustomId(POST))

/** The rows of buttons of a message about an account: Account, further ones, Post. */
export const accountButtons = (
  { steamId, foundBy }: Omit<ViewedAccount, 'name'>,
  further: APIButtonComponent[],
  texts: Texts,
) => buttonRows([backButton(steamId, foundBy, texts), ...further, postButton(texts)], texts)

/** The wanted page of a list, counted from 0, or the last page if the list is shorter; `first` is the index of its first entry. */
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
  // On the first and the last page a button is disabled instead of left out, so that the others keep their places.
  return [
    button('⬅️', texts.buttons.previous, toPage(page - 1), { isDisabled: page === 0 }),
    button('➡️', texts.buttons.next, toPage(page + 1), { isDisabled: page >= pages - 1 }),
  ]
}

/** An option of the account menu. */
export interface MenuAccount extends ViewedAccount {
  name: string
  tone: Tone
  /** In place of the icon of the tone. */
  icon?: string
  /** One line about it, as plain text. */
  summary: string
}

/** A menu that opens one of the listed accounts, or does what `more` says with it; none for an empty list. */
export function accountMenu(
  accounts: MenuAccount[],
  texts: Texts,
  more: { customId?: string; placeholder?: string } = {},
) {
  const distinct = [...new Map(accounts.map((account) => [account.steamId, account])).values()]
  if (distinct.length === 0) return []
  const options = distinct.map(({ steamId, name, foundBy, tone, icon = ICONS[tone], summary }) => ({
    label: plainDisplayName(name, texts),
    value: [steamId, ...toFoundByArguments(foundBy)].join(':'),
    description: stripInvisible(`${steamId} · ${summary}`, OPTION_CHARACTERS),
    emoji: { name: icon },
  }))
  const { customId = toCustomId('open'), placeholder = texts.common.openAccount } = more
  return [row([{ type: ComponentType.StringSelect, custom_id: customId, placeholder, options }])]
}
