import { inlineCode, time, TimestampStyles } from 'discord.js'
import type { APIActionRowComponent, APIButtonComponent, APIStringSelectComponent } from 'discord.js'
import type { SteamId } from '../../model/steam-id.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown, stripInvisible } from '../escape.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { FoundBy } from '../found-by.ts'
import type { Texts } from '../texts/texts.ts'
import { button, ICONS, select } from '../view.ts'
import type { Tone } from '../view.ts'

/** Entries on a page of a list. */
const PER_PAGE = 10
/** Discord's limit for what is written on an option of a menu. */
const OPTION_CHARACTERS = 100

/** A name that somebody gave themselves, in Markdown that shows it literally. */
export const displayName = (name: string, texts: Texts) => escapeMarkdown(name) || texts.common.namelessAccount

/** The same where there is no Markdown. */
export const plainDisplayName = (name: string, texts: Texts) => stripInvisible(name) || texts.common.namelessAccount

/** Whom a view is about, in Markdown: the name where it is known, and the id to copy. */
export const formatAccount = (steamId: SteamId, name: string | null, texts: Texts) =>
  name === null ? inlineCode(steamId) : `${displayName(name, texts)} ${inlineCode(steamId)}`

/** How the account was found, a line for below the heading; no line where it was named by an id. */
export function foundByLines(foundBy: FoundBy | null, texts: Texts): string[] {
  if (foundBy === null) return []
  const sentence =
    'customUrl' in foundBy
      ? texts.common.foundByCustomUrl(escapeMarkdown(foundBy.customUrl))
      : texts.common.foundByFriendCode(foundBy.friendCode)
  return [`🔗 ${sentence}`]
}

/** How old the answer is, for the foot of a message; Discord counts on while it is shown. */
export const checkedLine = (fetchedAt: number, texts: Texts) => `-# ${texts.common.checked(relativeTime(fetchedAt))}`

/** A part of an answer, and when it was fetched (Unix seconds). */
export type AgedPart = [label: string, fetchedAt: number]

/** Discord shows ages in full minutes after the first one, so parts that are less than this apart soon read the same. */
const SAME_AGE_SECONDS = 60

/** How old the parts of an answer are. Parts of about the same age share the age of the oldest; the first part comes first. */
export function checkedPartsLine(first: AgedPart, others: AgedPart[], texts: Texts): string {
  const parts = [first, ...others]
  const ages: number[] = []
  for (const [, fetchedAt] of parts.toSorted(([, a], [, b]) => a - b)) {
    if (fetchedAt - (ages.at(-1) ?? Number.NEGATIVE_INFINITY) >= SAME_AGE_SECONDS) ages.push(fetchedAt)
  }
  const labels = new Map<number, string[]>()
  for (const [label, fetchedAt] of parts) {
    const age = ages.findLast((oldest) => oldest <= fetchedAt) ?? fetchedAt
    labels.set(age, [...(labels.get(age) ?? []), label])
  }
  if (labels.size === 1) return checkedLine(Math.min(...ages), texts)
  const each = [...labels].map(([age, named]) => texts.common.checkedPart(named.join(', '), relativeTime(age)))
  return `-# ${each.join(' · ')}`
}

/** A time (Unix seconds) relative to now, in the reader's own language. */
export const relativeTime = (seconds: number) => time(seconds, TimestampStyles.RelativeTime)

/** Leads back to the account itself, and says there how it was found. */
export const backButton = (account: SteamId, texts: Texts, foundBy: FoundBy | null = null) =>
  button(texts.buttons.back, toCustomId('lookup', account, ...toFoundByArguments(foundBy)), { emoji: '◀️' })

/** Shows the message to the whole channel. */
export const postButton = (texts: Texts) => button(texts.buttons.post, toCustomId('post'), { emoji: '📢' })

/** Previous and Next, when there is more than one page (counted from 0). */
export function pageButtons(
  page: number,
  pages: number,
  toPage: (page: number) => string,
  texts: Texts,
): APIButtonComponent[] {
  if (pages <= 1) return []
  // At an end the button stays where it was, so that a thumb does not hit another; its id only has to differ.
  return [
    button(texts.buttons.previous, toPage(page - 1), { emoji: '⬅️', isDisabled: page === 0 }),
    button(texts.buttons.next, toPage(page + 1), { emoji: '➡️', isDisabled: page >= pages - 1 }),
  ]
}

/** A page of a list, counted from 0. */
export interface Page<T> {
  page: number
  pages: number
  shown: T[]
}

/** The page of a list that is wanted; the last one instead of one that does not exist. */
export function pageOf<T>(list: readonly T[], wanted: number): Page<T> {
  const pages = Math.max(1, Math.ceil(list.length / PER_PAGE))
  const page = Math.min(wanted, pages - 1)
  return { page, pages, shown: list.slice(page * PER_PAGE, (page + 1) * PER_PAGE) }
}

/** An account that can be chosen from a menu. */
export interface MenuAccount {
  steamId: SteamId
  name: string
  foundBy: FoundBy | null
  tone: Tone
  /** One line about it, as plain text. */
  summary: string
}

/** A menu that opens one of the accounts a list shows; nothing when it shows none. */
export function accountMenu(accounts: MenuAccount[], texts: Texts): APIActionRowComponent<APIStringSelectComponent>[] {
  const distinct = [...new Map(accounts.map((account) => [account.steamId, account])).values()]
  if (distinct.length === 0) return []
  const options = distinct.map(({ steamId, name, foundBy, tone, summary }) => ({
    label: plainDisplayName(name, texts),
    value: [steamId, ...toFoundByArguments(foundBy)].join(':'),
    description: stripInvisible(`${steamId} · ${summary}`, OPTION_CHARACTERS),
    emoji: { name: ICONS[tone] },
  }))
  return [select(texts.common.createAccountTask, toCustomId('open'), options)]
}
