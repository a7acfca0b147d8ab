import { bold, hyperlink, inlineCode } from 'discord.js'
import { toProfileUrl } from '../../../model/steam-id.ts'
import { outcomeOf, type WatchedJoin } from '../../joins.ts'
import { withMention, withPicture, type KnownProfile, type SentMessage } from '../../../outbox/discord/message-parts.ts'
import { createView, type View } from '../../../discord/view.ts'
import { buttonRows } from '../../../discord/views/button-rows.ts'
import { relativeTime } from '../../../discord/views/parts.ts'
import { alertButtons, formatEntry } from '../alerts/alert-view.ts'
import { watchedBanLines } from '../known-bans.ts'
import type { Texts } from '../texts.ts'
import { formatNameOrId } from '../watch-parts.ts'
import { formatBansOf, formatServer, TONES } from './join-parts.ts'

/** The message about a watched account that a game server asked about. It never says that the account itself joined. */
export function joinView(join: WatchedJoin, profile: KnownProfile, message: SentMessage, texts: Texts): View {
  const { steamId, createdAt, bans } = join
  const { joins, watch, common } = texts
  const name = formatNameOrId({ steamId, name: profile.name }, texts)
  const times = [
    joins.asked({ when: relativeTime(createdAt) }),
    ...(bans.checkedAt === null ? [] : [common.checked({ when: relativeTime(bans.checkedAt) })]),
  ]
  const head = [
    `## 🔔 ${joins.title({ account: name, server: formatServer(join) })}`,
    bold(joins.outcomes[outcomeOf(join)]),
    watch.knownNow({ bans: formatBansOf(join, texts) }),
    ...watchedBanLines(join, texts),
    `-# ${times.join(' · ')}`,
  ]
  const parts = [
    withPicture(head.join('\n'), profile, texts),
    formatEntry(join, texts),
    [
      `${inlineCode(steamId)} · ${hyperlink(texts.lookup.steamProfile, toProfileUrl(steamId))}`,
      `-# ${joins.hint}`,
    ].join('\n'),
  ]
  const rows = buttonRows(alertButtons(steamId, message, texts), texts)
  return withMention(createView(TONES[bans.status], parts, rows), message)
}
