import { inlineCode, type APIButtonComponent } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { Watch } from '../../model/watch.ts'
import { MAX_REASON_CHARACTERS } from '../../model/reason.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { sentenceCase } from '../../lib/sentence-case.ts'
import type { Texts } from './texts.ts'
import { button } from '../../discord/view.ts'
import { formatDate, formatEnd, relativeTime } from '../../discord/views/parts.ts'
import { lookupId, type ViewedAccount } from '../../accounts/discord/views/account-parts.ts'

/** The names of the actions of the page buttons of the list, and of the menu of the entries. */
export const WATCHES = 'watches'
export const WATCHED = 'watched'

/** A reason, escaped for Markdown. */
export const formatReason = (reason: string) => escapeMarkdown(reason, MAX_REASON_CHARACTERS)

/** The date on which an entry ends. */
export const formatEndDate = (until: number, texts: Texts) => formatEnd(until, formatDate, texts)

/** An account that a message is about, without how it was found. */
export type NamedAccount = Pick<ViewedAccount, 'steamId' | 'name'>

/** The id, to show below a title with the name; empty if the title has the id. */
export const idLines = ({ steamId, name }: NamedAccount) => (name === null ? [] : [inlineCode(steamId)])

/** What messages show of an entry. */
type ShownEntry = Pick<Watch, 'reason' | 'until' | 'addedBy' | 'addedAt'>

/** Who added an entry, when, and its end. The mention notifies no user, because messages of the bot allow no mentions. */
export const addingFacts = ({ addedBy, addedAt, until }: ShownEntry, texts: Texts): string[] => [
  texts.common.addedBy({ who: formatAuthor(addedBy), when: relativeTime(addedAt) }),
  ...(until === null ? [] : [texts.watch.watchedUntil({ when: formatEndDate(until, texts) })]),
]

/** The note of an entry, on a line of its own; empty without one. */
export const noteLines = ({ reason }: Pick<Watch, 'reason'>, { ownBan, language }: Texts): string[] =>
  reason === '' ? [] : [sentenceCase(ownBan.note({ text: formatReason(reason) }), language)]

/** Why an account is on the list, its id, and in small print who added it, when, and its end. */
export const watchLines = (watch: ShownEntry, account: NamedAccount, texts: Texts): string[] => [
  ...noteLines(watch, texts),
  ...idLines(account),
  `-# ${addingFacts(watch, texts).join(' · ')}`,
]

/** The button that opens the form to watch an account. */
export const watchButton = (steamId: SteamId, texts: Texts) =>
  button('👁️', texts.buttons.watch, toCustomId('watch', steamId))

/** The name of the form in which an entry is edited. */
export const EDIT = 'watchedit'

/** The button that opens an entry in its form. */
export const editButton = (steamId: SteamId, texts: Texts) =>
  button('✏️', texts.buttons.edit, toCustomId(EDIT, steamId))

const toOption = (icon: string, label: string, customId: string) => ({ icon, label, customId })

/** The option of the menu *More …* that opens an entry in its form. */
export const editOption = (steamId: SteamId, { watch, buttons }: Texts) =>
  toOption('✏️', `${watch.title} · ${buttons.edit}`, toCustomId(EDIT, steamId))

/** The button that removes an account from the list at once. */
export const stopWatchingButton = (steamId: SteamId, texts: Texts) =>
  button('🔕', texts.buttons.stopWatching, toCustomId('unwatch', steamId))

/** The buttons Look up and History of an account. */
export const entryButtons = (steamId: SteamId, texts: Texts): APIButtonComponent[] => [
  button('🔎', texts.buttons.lookUp, lookupId(steamId)),
  button('🕓', texts.buttons.history, historyId(steamId)),
]

export const historyId = (steamId: SteamId, page = 0) => toCustomId('history', steamId, page)

/** The option of the menu *More …* that shows the history of an account. */
export const historyOption = (steamId: SteamId, { buttons }: Texts) =>
  toOption('🕓', buttons.history, historyId(steamId))

/** The button that opens the form to watch the accounts of a kept list: all of a batch, or the banned friends. */
export const watchListedButtons = (
  which: 'all' | 'banned',
  id: string,
  count: number,
  texts: Texts,
): APIButtonComponent[] =>
  count === 0 ? [] : [button('👁️', watchListedLabel(which, count, texts), toCustomId('watchthese', which, id, count))]

const watchListedLabel = (which: 'all' | 'banned', count: number, { buttons }: Texts) =>
  which === 'all' ? buttons.watchAll({ count }) : buttons.watchBanned({ count })
