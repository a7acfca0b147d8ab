import { inlineCode, userMention } from 'discord.js'
import { ICONS } from '../../presentation/tone.ts'
import type { AddedWatch } from '../../service/watch/add-watch.ts'
import type { Watch } from '../../service/watch/find-watch.ts'
import type { WatchEntry } from '../../service/watch/list-watches.ts'
import type { Texts } from '../texts/texts.ts'
import { createView, row, type View } from '../view.ts'
import { formatStatus, toneOfStatus } from './known-bans.ts'
import { checkedLine, displayName, foundByLines, formatNameAndId, relativeTime, type ViewedAccount } from './parts.ts'
import { entryButtons, formatDate, formatReason, removeButton, stopWatchingButton, watchLines } from './watch-parts.ts'

type NamedAccount = Pick<ViewedAccount, 'steamId' | 'name'>

/** An account that was just added: the entry, and what is known of its bans now. */
export function addedView(added: AddedWatch, account: ViewedAccount, limit: number, texts: Texts): View {
  const { watch, bans, isChecked, hasAlertChannel, count } = added
  const tone = toneOfStatus(bans.status)
  const head = [
    `## 👁️ ${texts.watch.added(formatNameAndId(account, texts))}`,
    ...foundByLines(account.foundBy, texts),
    ...watchLines(watch, texts),
  ]
  const parts = [
    head.join('\n'),
    [
      `**${texts.watch.knownNow}** ${formatStatus(bans, texts)}`,
      ...(isChecked ? [] : [`${ICONS.incomplete} ${texts.watch.addedUnchecked}`]),
    ].join('\n'),
    ...noChannelLines(hasAlertChannel, texts),
    `-# ${texts.watch.room(count, limit)}`,
  ]
  const buttons = [...entryButtons(watch.steamId, texts), stopWatchingButton(watch.steamId, texts)]
  return createView(tone, parts, [row(buttons)])
}

/** Says that alerts have no channel; nothing where there is one. */
export const noChannelLines = (hasAlertChannel: boolean, texts: Texts) =>
  hasAlertChannel ? [] : [`${ICONS.restricted} ${texts.watch.noChannel}`]

/** An entry of the list with its buttons. */
export function entryView(entry: WatchEntry, texts: Texts): View {
  const { steamId, bans, changedAt } = entry
  const tone = toneOfStatus(bans.status)
  const title = entry.name === null ? inlineCode(steamId) : `${displayName(entry.name, texts)} ${inlineCode(steamId)}`
  const parts = [
    `## ${ICONS[tone]} ${title}`,
    [
      formatStatus(bans, texts),
      ...(changedAt === null ? [] : [`-# ${texts.watch.changedWhen(relativeTime(changedAt))}`]),
      ...(bans.checkedAt === null ? [] : [checkedLine(bans.checkedAt, texts)]),
    ].join('\n'),
    watchLines(entry, texts).join('\n'),
  ]
  return createView(tone, parts, [row([...entryButtons(steamId, texts), removeButton(steamId, texts)])])
}

/** Asks whether to take an account off the list: shows who added it, when and why. */
export function removeQuestionView(watch: Watch, account: NamedAccount, texts: Texts): View {
  const heading = `### 🚫 ${texts.watch.removeQuestion(formatNameAndId(account, texts))}`
  const buttons = [removeButton(account.steamId, texts), ...entryButtons(account.steamId, texts)]
  return createView('neutral', [[heading, ...watchLines(watch, texts)].join('\n')], [row(buttons)])
}

/** An account that was taken off the list, with the entry that it had. */
export function removedView(watch: Watch, account: NamedAccount, texts: Texts): View {
  const heading = `### 🗑️ ${texts.watch.removed(formatNameAndId(account, texts))}`
  const lines = [heading, ...watchLines(watch, texts), `-# ${texts.watch.removedHint}`]
  return createView('neutral', [lines.join('\n')], [row(entryButtons(account.steamId, texts))])
}

/** The line of a private lookup about the entry of its account. */
export const watchedLine = ({ addedBy, addedAt, reason }: Watch, texts: Texts) =>
  `👁️ ${texts.watch.watched(formatDate(addedAt), userMention(addedBy), formatReason(reason))}`
