import { toneOfRecord } from '../../presentation/ban-status.ts'
import { formatBans } from '../../presentation/format-bans.ts'
import { ICONS } from '../../presentation/tone.ts'
import type { AccountRecord } from '../../service/find-record.ts'
import { escapeMarkdown } from '../escape.ts'
import type { Texts } from '../texts/texts.ts'
import { relativeTime } from './parts.ts'

/** The ban status of the account whose friends are listed; no line where it is not known. */
export function ownStatusLines(record: AccountRecord | null, texts: Texts): string[] {
  if (record === null) return []
  const { bans, summary } = record
  const status = `${ICONS[toneOfRecord(bans.value, summary.value)]} ${formatBans(bans.value, texts, escapeMarkdown)}`
  return [texts.friends.ownStatus(status, texts.common.checked(relativeTime(bans.fetchedAt)))]
}
