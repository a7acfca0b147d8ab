import { toneOfRecord } from '../../presentation/ban-status.ts'
import { formatBans } from '../../presentation/format-bans.ts'
import { ICONS } from '../../presentation/tone.ts'
import type { AccountRecord } from '../../service/find-record.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { relativeTime } from './parts.ts'

/** The ban status of the account whose friends are listed, or that its bans were not checked. */
export function ownStatusLine(record: AccountRecord | null, texts: Texts): string {
  const { compare, common, friends } = texts
  if (record === null) return friends.ownStatus(`${ICONS.incomplete} ${compare.notChecked}`)
  const { bans, summary } = record
  const tone = toneOfRecord(bans.value, summary.value)
  const privacy = tone === 'private' ? `, ${common.profile} ${common.private}` : ''
  const status = `${ICONS[tone]} ${formatBans(bans.value, texts, escapeMarkdown)}${privacy}`
  return friends.ownStatus(`${status} · ${common.checked(relativeTime(bans.fetchedAt))}`)
}
