import { bold } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { ICONS, signOfSteam, signsOf, toneWithOwnBan } from '../../lib/tone.ts'
import type { ShownProfile } from '../../accounts/find-profiles.ts'
import type { AddedWatch } from '../entries.ts'
import type { Watch } from '../../model/watch.ts'
import type { WatchEntry } from '../list-watches.ts'
import type { Texts } from './texts.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { undoButtons } from '../../discord/undo.ts'
import type { UndoId } from '../../model/undo.ts'
import { createView, row, type View, nonEmpty } from '../../discord/view.ts'
import { toneOfWatched, watchedBanLines, formatSteamBans } from './known-bans.ts'
import type { OwnBanNotes } from '../../accounts/discord/server-notes.ts'
import { buttonRows } from '../../discord/views/button-rows.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { formatNameOrId, foundByLines, type ViewedAccount } from '../../accounts/discord/views/account-parts.ts'
import {
  addingFacts,
  editButton,
  entryButtons,
  idLines,
  noteLines,
  stopWatchingButton,
  watchLines,
} from './watch-parts.ts'

/** An added account, the number of entries that the list may have, and the server's own ban of the account. */
export interface ShownAddedWatch extends AddedWatch {
  limit: number
  now: number
  ownBan: OwnBanNotes
}

/** The message about an added account: its known bans and its entry. */
export function addedView(added: ShownAddedWatch, account: ViewedAccount & ShownProfile, texts: Texts): View {
  const { watch, bans, isChecked, hasAlertChannel, count, limit, now, undo, ownBan } = added
  const { isPrivate, foundBy } = account
  const steamTone = toneOfWatched({ ...added, profile: account })
  const head = [
    `## 👁️ ${texts.watch.added({ account: formatNameOrId(account, texts) })}`,
    ...nonEmpty(ownBan.line),
    bold(`${signOfSteam(steamTone, ownBan.state)}${formatSteamBans({ bans, isPrivate, now }, texts)}`),
    ...watchedBanLines(added, texts),
    ...(isChecked ? [] : [`${ICONS.incomplete} ${texts.watch.addedUnchecked}`]),
    ...noChannelLines(hasAlertChannel, texts),
    ...foundByLines(foundBy, texts),
  ]
  const parts = [
    head.join('\n'),
    [...watchLines(watch, account, texts), `-# ${texts.common.room({ count, limit })}`].join('\n'),
  ]
  const buttons = [...undoButtons(undo, texts), ...entryButtons(watch.steamId, texts)]
  return createView(toneWithOwnBan(steamTone, ownBan.state), parts, [row(buttons)])
}

/** Says that no channel for alerts is set; empty if there is one. */
export const noChannelLines = (hasAlertChannel: boolean, texts: Texts) =>
  hasAlertChannel ? [] : [`${ICONS.restricted} ${texts.sent.noChannel}`]

/** The message with an entry of the list at the time `now`, the server's own ban of its account, and buttons. */
export function entryView(entry: WatchEntry & { ownBan: OwnBanNotes }, now: number, texts: Texts): View {
  const { steamId, bans, changedAt, profile, ownBan } = entry
  const { watch, common } = texts
  const account = { steamId, name: profile.name }
  const tone = toneWithOwnBan(toneOfWatched(entry), ownBan.state)
  const facts = [
    ...addingFacts(entry, texts),
    ...(changedAt === null ? [] : [watch.changedWhen({ when: relativeTime(changedAt) })]),
    ...(bans.checkedAt === null ? [] : [common.checked({ when: relativeTime(bans.checkedAt) })]),
  ]
  const lines = [
    `## ${signsOf(toneOfWatched(entry), ownBan.state)} ${formatNameOrId(account, texts)}`,
    ...nonEmpty(ownBan.line),
    bold(formatSteamBans({ bans, isPrivate: profile.isPrivate, now }, texts)),
    ...watchedBanLines(entry, texts),
    ...noteLines(entry, texts),
    ...idLines(account),
    `-# ${facts.join(' · ')}`,
  ]
  const own = [editButton(steamId, texts), stopWatchingButton(steamId, texts)]
  const buttons = [...entryButtons(steamId, texts), ...own, ...ownBan.buttons]
  return createView(tone, [lines.join('\n')], buttonRows(buttons, texts))
}

/** Says what an entry is now; `undo` is undefined if it is only shown. */
export function editedView(
  { watch, undo }: { watch: Watch; undo?: UndoId | null },
  account: ViewedAccount,
  texts: Texts,
): View {
  const named = formatNameOrId(account, texts)
  const changed = undo === null ? texts.common.nothingChanged : texts.watch.edited({ account: named })
  const heading = undo === undefined ? `### 👁️ ${named}` : `### ✏️ ${changed}`
  const buttons = undo === undefined ? [editButton(watch.steamId, texts)] : undoButtons(undo, texts)
  const lines = [heading, ...foundByLines(account.foundBy, texts), ...watchLines(watch, account, texts)]
  return createView('neutral', [lines.join('\n')], [row([...buttons, ...entryButtons(account.steamId, texts)])])
}

/** The message about an account that was removed from the list, with its former entry. */
export function removedView(
  { watch, undo }: { watch: Watch; undo: UndoId | null },
  account: ViewedAccount,
  texts: Texts,
): View {
  const heading = `### 🗑️ ${texts.watch.removed({ account: formatNameOrId(account, texts) })}`
  const found = foundByLines(account.foundBy, texts)
  const lines = [heading, ...found, ...watchLines(watch, account, texts), `-# ${texts.watch.removedHint}`]
  return createView(
    'neutral',
    [lines.join('\n')],
    [row([...undoButtons(undo, texts), ...entryButtons(account.steamId, texts)])],
  )
}

/** Maximum length of the reason in the line about an entry; the entry of the list has all of it. */
const LINE_REASON_CHARACTERS = 120

/** The line about the watch list entry of an account: who watches it, and why. */
export function watchedLine(
  { addedBy, reason }: Pick<Watch, 'addedBy' | 'reason'>,
  { common }: Texts,
  characters = LINE_REASON_CHARACTERS,
): string {
  const who = formatAuthor(addedBy)
  return `👁️ ${reason === '' ? who : common.explained({ what: who, why: escapeMarkdown(reason, characters) })}`
}
