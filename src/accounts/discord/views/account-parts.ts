import { hyperlink, inlineCode, type APIButtonComponent } from 'discord.js'
import { toCustomId } from '../../../discord/custom-id.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import { menuRows } from '../../../discord/list.ts'
import type { Texts } from '../texts.ts'
import { button, nonEmpty } from '../../../discord/view.ts'
import { buttonRows } from '../../../discord/views/button-rows.ts'
import { emphasize, postButton, relativeTime } from '../../../discord/views/parts.ts'
import { displayName, formatUnknown } from './words.ts'
import { ICONS } from '../../../lib/tone.ts'
import { plainDisplayName } from '../../../lib/visible-text.ts'
import { type FoundBy, toProfileUrl, type SteamId } from '../../../model/steam-id.ts'
import { formatFoundBy } from '../../presentation/profile-facts.ts'
import { formatKnownHours, type Hours } from '../../presentation/hours.ts'
import { formatPartAges, type AgedPart } from '../../presentation/part-ages.ts'
import { toFoundByArguments } from '../found-by.ts'

/** The account that a message is about. */
export interface ViewedAccount {
  steamId: SteamId
  /** The display name; null while it is unknown. */
  name: string | null
  /** How the account was found; null when it was found by its id. */
  foundBy: FoundBy | null
}

/** An account in Markdown: its name, if known, and its id in a form that is easy to copy. */
export const formatNameAndId = ({ steamId, name }: Omit<ViewedAccount, 'foundBy'>, texts: Texts) =>
  name === null ? inlineCode(steamId) : `${displayName(name, texts)} ${inlineCode(steamId)}`

/** An account in a title: its name, or its id if the name is unknown. */
export const formatNameOrId = ({ steamId, name }: Omit<ViewedAccount, 'foundBy'>, texts: Texts) =>
  name === null ? inlineCode(steamId) : displayName(name, texts)

/** The id of an account, easy to copy, and a link to its profile. */
export const idAndProfile = (steamId: SteamId, texts: Texts) =>
  `${inlineCode(steamId)} · ${hyperlink(texts.lookup.steamProfile, toProfileUrl(steamId))}`

/** Formats the top of a message about an account: the heading, how the account was found, and further lines. */
export const formatHead = (heading: string, foundBy: FoundBy | null, lines: string[], texts: Texts) =>
  [heading, ...foundByLines(foundBy, texts), ...lines].join('\n')

/** A line below the heading about how the account was found; empty when it was found by its id. */
export function foundByLines(foundBy: FoundBy | null, texts: Texts): string[] {
  if (foundBy === null) return []
  return [`🔗 ${formatFoundBy(foundBy, texts, (name) => emphasize(escapeMarkdown(name)))}`]
}

/** Hours in Rust as Markdown: null when they are private, undefined when they could not be checked. */
export function formatHours(hours: Hours | null | undefined, texts: Texts): string {
  if (hours === undefined) return formatUnknown(texts)
  if (hours === null) return `${ICONS.private} ${texts.hidden.hours}`
  return formatKnownHours(hours, texts)
}

/** The ages of the parts of an answer, for the foot of a message. */
export const checkedPartsLine = (parts: AgedPart[], texts: Texts) =>
  `-# ${formatPartAges(parts, texts, relativeTime).join(' · ')}`

/**
 * The custom id of a component that looks up an account; `account` is an id or a custom URL name. The action `refresh` asks Steam again;
 * `open` answers in a new message.
 */
export const lookupId = (
  account: string,
  foundBy: FoundBy | null = null,
  action: 'lookup' | 'refresh' | 'open' = 'lookup',
) => toCustomId(action, account, ...toFoundByArguments(foundBy))

/** The custom id of a component that shows the other forms of the id of an account. */
export const idsId = (steamId: SteamId, foundBy: FoundBy | null) =>
  toCustomId('ids', steamId, ...toFoundByArguments(foundBy))

/** A button that leads back to the lookup of an account. */
export const backButton = (steamId: SteamId, foundBy: FoundBy | null, texts: Texts) =>
  button('↩️', texts.buttons.account, lookupId(steamId, foundBy))

/** The rows of buttons of a message about an account: Account, the `further` buttons, and Post for a card that `postId` shows again. */
export const accountButtons = (
  { steamId, foundBy }: Omit<ViewedAccount, 'name'>,
  further: APIButtonComponent[],
  postId: string | null,
  texts: Texts,
) => {
  const post = postId === null ? [] : [postButton(postId, texts)]
  return buttonRows([backButton(steamId, foundBy, texts), ...further, ...post], texts)
}

/** An option of the account menu. */
export interface MenuAccount extends Omit<ViewedAccount, 'foundBy'> {
  foundBy?: FoundBy | null
  icon: string
  /** One line about the account as plain text. */
  summary: string
}

/** What a menu of accounts does with the chosen one, and what it says while none is chosen. */
export interface AccountMenu {
  customId: string
  placeholder: string
}

/** A menu that sends the chosen account to the action of `menu`, or else looks it up; empty for an empty list. */
export function accountMenu(
  accounts: MenuAccount[],
  texts: Texts,
  { customId, placeholder }: AccountMenu = { customId: toCustomId('open'), placeholder: texts.common.openAccount },
) {
  const distinct = [...new Map(accounts.map((account) => [account.steamId, account])).values()]
  const options = distinct.map(({ steamId, name, foundBy = null, icon, summary }) => ({
    label: name === null ? steamId : plainDisplayName(name, texts),
    value: [steamId, ...toFoundByArguments(foundBy)].join(':'),
    description: [steamId, ...nonEmpty(summary)].join(' · '),
    icon,
  }))
  return menuRows(customId, placeholder, options)
}

/** The cells of an account in a table; the name is empty if it is unknown. */
export const accountCells = ({ steamId, name }: Omit<ViewedAccount, 'foundBy'>, texts: Texts) => ({
  steamId,
  name: name === null ? '' : plainDisplayName(name, texts),
  profile: toProfileUrl(steamId),
})

/** Formats pairs of labels and values in one line. */
export const formatFacts = (...pairs: [label: string, value: string][]) =>
  pairs.map(([label, value]) => `**${label}** ${value}`).join(' · ')
