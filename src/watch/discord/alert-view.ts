import { bold, time, TimestampStyles } from 'discord.js'
import { ALL_FRIENDS, friendsId } from '../../accounts/discord/views/friend-filter.ts'
import { formatNameOrId, idAndProfile, lookupId } from '../../accounts/discord/views/account-parts.ts'
import { banButton } from '../../bans/discord/ban-parts.ts'
import { formatAuthor } from '../../discord/author.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { buttonRows } from '../../discord/views/button-rows.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { button, createView, type View } from '../../discord/view.ts'
import { ICONS } from '../../lib/tone.ts'
import type { BanChange } from '../../model/ban-record.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { withMention, withPicture, type KnownProfile, type SentMessage } from '../../outbox/discord/message-parts.ts'
import type { Alert } from '../alerts.ts'
import { formatValueChange, nameChanges, toneOfChanges } from './ban-change.ts'
import { formatMoments } from './interval.ts'
import type { Texts } from './texts.ts'

const NOTE_CHARACTERS = 200

/** The message about all changes of one account. */
export function alertView(alert: Alert, profile: KnownProfile, message: SentMessage, texts: Texts): View {
  const { steamId, changes } = alert
  const tone = toneOfChanges(changes)
  const name = formatNameOrId({ steamId, name: profile.name }, texts)
  const heading = `## ${ICONS[tone]} ${name}: ${nameChanges(changes, texts, escapeMarkdown)}`
  const parts = [
    withPicture([heading, ...changeLines(alert, texts)].join('\n'), profile, texts),
    formatEntry(alert, texts),
    idAndProfile(steamId, texts),
  ]
  return withMention(createView(tone, parts, buttonRows(alertButtons(steamId, message, texts), texts)), message)
}

/** The values before and after, and when they changed. Successive changes with equal intervals share one line for the interval. */
function changeLines({ changes, createdAt }: Alert, texts: Texts): string[] {
  const { alerts } = texts
  const hasSigns = new Set(changes.map((change) => toneOfChanges([change]))).size > 1
  return changes.flatMap((change, index) => {
    const values = bold(formatValueChange(change, texts, escapeMarkdown))
    const line = hasSigns ? `${ICONS[toneOfChanges([change])]} ${values}` : values
    const next = changes[index + 1]
    const when = alerts.happened({ when: formatMoments(change.when, texts) })
    if (next === undefined) return [line, `-# ${when} · ${alerts.seen({ when: relativeTime(createdAt) })}`]
    return isSameSpan(change, next) ? [line] : [line, `-# ${when}`]
  })
}

const isSameSpan = ({ when }: BanChange, next: BanChange) =>
  when.after === next.when.after && when.before === next.when.before

/** Why the account is on the list, and since when. */
export const formatEntry = (entry: Pick<Alert, 'addedAt' | 'addedBy' | 'reason'>, texts: Texts): string =>
  `${formatNote(entry, texts)}\n-# ${texts.alerts.onList({ when: time(entry.addedAt, TimestampStyles.LongDate) })}`

/** The note of an entry with its author. */
export const formatNote = (
  { addedBy, reason }: Pick<Alert, 'addedBy' | 'reason'>,
  { alerts }: Texts,
  characters = NOTE_CHARACTERS,
) => alerts.note({ who: formatAuthor(addedBy), note: escapeMarkdown(reason, characters) })

/** The buttons of a message about one watched account. */
export const alertButtons = (steamId: SteamId, { isBannedHere }: SentMessage, texts: Texts) => [
  button('🔎', texts.buttons.lookUp, lookupId(steamId)),
  button('👥', texts.buttons.friends, friendsId(steamId, ALL_FRIENDS, null)),
  banButton(steamId, isBannedHere?.(steamId) === true, texts),
  button('🔕', texts.buttons.stopWatching, toCustomId('unwatch', steamId)),
]
