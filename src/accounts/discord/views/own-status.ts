import type { OwnBanState } from '../../../model/ban.ts'
import type { PastBans } from '../../../model/ban-record.ts'
import { formatBans, formatBansOnRecord, toneOfRecord, toneWithoutProfile } from '../../presentation/ban-status.ts'
import { ICONS, toneWithEarlier, toneWithOwnBan } from '../../../lib/tone.ts'
import type { PartialRecord } from '../../find-record.ts'
import { escapeMarkdown } from '../../../discord/escape.ts'
import type { Texts } from '../texts.ts'
import { formatEarlierBans } from './earlier-bans.ts'
import { relativeTime } from '../../../discord/views/parts.ts'

/** The ban status of the account whose friends are listed, or a note that its bans were not checked. */
export function ownStatusLine(
  {
    record,
    earlierBans,
    ownBan = { state: 'none' },
  }: { record: PartialRecord | null; earlierBans?: PastBans | undefined; ownBan?: { state: OwnBanState } | undefined },
  texts: Texts,
): string {
  const { compare, common, friends } = texts
  if (record === null) return friends.ownStatus({ status: `${ICONS.incomplete} ${compare.notChecked}` })
  const { bans, summary } = record
  const steamTone = summary ? toneOfRecord(bans.value, summary.value) : toneWithoutProfile(bans.value)
  const tone = toneWithOwnBan(toneWithEarlier(steamTone, earlierBans), ownBan.state)
  const privacy = tone === 'private' ? `, ${common.profilePrivate}` : ''
  const format = summary ? formatBans : formatBansOnRecord
  const status = `${ICONS[tone]} ${format(bans.value, texts, escapeMarkdown)}${privacy}`
  const line = friends.ownStatus({ status: `${status} · ${common.checked({ when: relativeTime(bans.fetchedAt) })}` })
  return earlierBans ? `${line}\n${formatEarlierBans(bans.value, earlierBans, texts)}` : line
}
