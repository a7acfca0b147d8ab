import { ButtonStyle, time, TimestampStyles, userMention, type APIButtonComponent } from 'discord.js'
import type { SteamId } from '../../model/steam-id.ts'
import type { Watch } from '../../service/watch/find-watch.ts'
import { MAX_REASON_CHARACTERS } from '../../service/watch/reason.ts'
import { toCustomId } from '../custom-id.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { button } from '../view.ts'
import { formatEnd } from './end.ts'
import { lookupId, relativeTime } from './parts.ts'

/** A reason, escaped for Markdown. */
export const formatReason = (reason: string) => escapeMarkdown(reason, MAX_REASON_CHARACTERS)

export const formatDate = (seconds: number) => time(seconds, TimestampStyles.LongDate)

/** The date at whose end, or on which, an entry ends. */
export const formatEndDate = (until: number, texts: Texts) => formatEnd(until, formatDate, texts)

/** Who added an entry, when and why, and when it ends. The mention notifies no one: messages of the bot allow none. */
export function watchLines({ addedBy, addedAt, reason, until }: Watch, texts: Texts): string[] {
  const { watch } = texts
  return [
    `**${watch.reason}** ${formatReason(reason)}`,
    ...(until === null ? [] : [`**${watch.until}** ${formatEndDate(until, texts)}`]),
    `-# ${watch.addedBy(userMention(addedBy), relativeTime(addedAt))}`,
  ]
}

/** Opens the form that puts an account on the list. */
export const watchButton = (steamId: SteamId, texts: Texts) =>
  button('👁️', texts.buttons.watch, toCustomId('watch', steamId))

/** Asks whether to take an account off the list. */
export const stopWatchingButton = (steamId: SteamId, texts: Texts) =>
  button('🚫', texts.buttons.stopWatching, toCustomId('unwatch', steamId))

/** Takes an account off the list at once. */
export const removeButton = (steamId: SteamId, texts: Texts) =>
  button('🗑️', texts.buttons.remove, toCustomId('drop', steamId), { style: ButtonStyle.Danger })

/** Look up, and the history of an account. */
export const entryButtons = (steamId: SteamId, texts: Texts): APIButtonComponent[] => [
  button('🔎', texts.buttons.lookUp, lookupId(steamId)),
  historyButton(steamId, texts),
]

export const historyId = (steamId: SteamId, page = 0) => toCustomId('history', steamId, page)

const historyButton = (steamId: SteamId, texts: Texts) => button('🕓', texts.buttons.history, historyId(steamId))

/** Opens the form that puts the accounts in the message's table on the list: all of them, or the banned ones. */
export const watchTheseButtons = (which: 'all' | 'banned', count: number, texts: Texts): APIButtonComponent[] =>
  count === 0 ? [] : [button('👁️', texts.buttons.watchThese(count), toCustomId('watchthese', which, count))]
