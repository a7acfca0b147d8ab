import type { BanStatus } from '../../../model/ban-record.ts'
import { ICONS, type Tone } from '../../../lib/tone.ts'
import { stripInvisible } from '../../../lib/visible-text.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import type { WatchedJoin } from '../../joins.ts'
import { formatInterval, formatMoments } from '../interval.ts'
import { formatKnownBans } from '../known-bans.ts'
import type { Texts } from '../texts.ts'

const SERVER_CHARACTERS = 100

/** The tone of an account by its bans; never clean, because a watch list does not ask for the profile. */
export const TONES: Record<BanStatus, Tone> = {
  banned: 'banned',
  restricted: 'restricted',
  unknown: 'incomplete',
  clean: 'neutral',
}

export const formatServer = ({ tokenName }: Pick<WatchedJoin, 'tokenName'>) =>
  escapeMarkdown(tokenName, SERVER_CHARACTERS)

/** The known bans in one line, with an icon unless there are none. */
export function formatBansOf({ bans }: Pick<WatchedJoin, 'bans'>, texts: Texts): string {
  const known = formatKnownBans(bans, (span) => texts.watch.lastBan({ when: formatMoments(span, texts) }), texts)
  return bans.status === 'clean' ? known : `${ICONS[TONES[bans.status]]} ${known}`
}

/** The known bans as plain text. */
export const formatPlainBans = ({ bans }: Pick<WatchedJoin, 'bans'>, texts: Texts): string =>
  formatKnownBans(bans, (span) => texts.watch.lastBan({ when: formatInterval(span, texts) }), texts, stripInvisible)
