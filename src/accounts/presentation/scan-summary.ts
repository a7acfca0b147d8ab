import type { ScanResult } from '../../model/account.ts'
import { countFriends, formatBannedFriends } from './friend-counts.ts'
import type { AccountTexts } from '../words/account-texts.ts'

interface SummaryLine {
  /** `verdict` is the number of banned friends; `unchecked` and `withoutProfile` are friends of whom less is known. */
  kind: 'verdict' | 'restricted' | 'unchecked' | 'withoutProfile' | 'fact'
  text: string
}

/** What a finished scan found; it covered `total` friends from place `offset` of the list. */
export function formatScanSummary(
  result: ScanResult,
  { total, offset }: { total: number; offset: number },
  texts: AccountTexts,
): SummaryLine[] {
  const { unavailable, totalFriends } = result
  const { batch, friends } = texts
  if (totalFriends === 0) return [{ kind: 'fact', text: friends.empty }]
  if (total === 0) return [{ kind: 'fact', text: friends.beyondEnd(totalFriends) }]
  const counts = countFriends(result, total)
  const { restricted, withoutProfile, profileNotReturned, deleted } = counts
  const banned = formatBannedFriends(counts, texts)
  const line = (kind: SummaryLine['kind'], text: string | null): SummaryLine[] =>
    text === null ? [] : [{ kind, text }]
  return [
    ...line('verdict', banned),
    ...line('restricted', restricted > 0 ? batch.restrictedCount(restricted) : null),
    ...line('unchecked', unavailable > 0 ? friends.notChecked(unavailable, total) : null),
    ...line('withoutProfile', withoutProfile > 0 ? batch.withoutProfileCount(withoutProfile) : null),
    ...line('withoutProfile', profileNotReturned > 0 ? batch.profileNotReturnedCount(profileNotReturned) : null),
    ...line('fact', deleted > 0 ? friends.deleted(deleted) : null),
    ...line('fact', total < totalFriends ? friends.part(offset + 1, offset + total, totalFriends) : null),
  ]
}
