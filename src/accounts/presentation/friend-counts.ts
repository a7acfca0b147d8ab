import type { Tone } from '../../lib/tone.ts'
import type { ScanFindings } from '../../model/account.ts'
import { isBanned } from '../../model/is-banned.ts'
import type { AccountTexts } from '../words/account-texts.ts'
import { checkedFriends, isRestricted } from './friend-filter.ts'

/**
 * The tone of a finished scan. It is clean only when every existing friend was checked and has a profile; a part of a list is never clean.
 */
export function toneOfFriends(result: ScanFindings & { total: number }): Tone {
  const { friends, unavailable, totalFriends, withoutProfile } = result
  if (checkedFriends(result).some(({ banDetails }) => isBanned(banDetails))) return 'banned'
  if (totalFriends === 0) return 'neutral'
  if (unavailable > 0 || withoutProfile.length > 0 || friends.length === 0) return 'incomplete'
  if (friends.some(isRestricted)) return 'restricted'
  return result.total < totalFriends ? 'incomplete' : 'clean'
}

/** Counts the friends of a scan by kind; `total` is the number of scanned friends, and the sum of the counts. */
export function countFriends(result: ScanFindings, total: number) {
  const { friends, unavailable, withoutProfile } = result
  return {
    checked: friends.length + withoutProfile.length,
    banned: checkedFriends(result).filter(({ banDetails }) => isBanned(banDetails)).length,
    restricted: checkedFriends(result).filter(isRestricted).length,
    withoutProfile: withoutProfile.filter(({ missing }) => missing === undefined).length,
    profileNotReturned: withoutProfile.filter(({ missing }) => missing !== undefined).length,
    unavailable,
    /** Listed friends that Steam no longer has. */
    deleted: total - friends.length - unavailable - withoutProfile.length,
  }
}

/** Formats how many checked friends are banned; null without a checked friend, because "none of 0 banned" would sound clean. */
function formatBannedFriends(
  { checked, banned }: { checked: number; banned: number },
  texts: AccountTexts,
): string | null {
  if (checked === 0) return null
  // No share above 0 % is rounded to 0 %, and no share below 100 % to 100 %.
  const share = banned === checked ? 100 : Math.min(99, Math.max(1, Math.round((banned / checked) * 100)))
  const percent = texts.percent(share)
  return banned > 0 ? texts.friends.result({ banned, checked, percent }) : texts.friends.noneBanned({ checked })
}

interface SummaryLine {
  /**
   * `verdict` counts the banned friends, `unchecked` the friends whose bans are unknown, `withoutProfile` the friends without a profile.
   */
  kind: 'verdict' | 'restricted' | 'unchecked' | 'withoutProfile' | 'fact'
  text: string
}

/** Summarizes a finished scan of `total` friends from position `offset` of the list. */
export function formatScanSummary(
  result: ScanFindings,
  { total, offset }: { total: number; offset: number },
  texts: AccountTexts,
): SummaryLine[] {
  const { unavailable, totalFriends } = result
  const { batch, friends } = texts
  if (totalFriends === 0) return [{ kind: 'fact', text: friends.empty }]
  if (total === 0) return [{ kind: 'fact', text: friends.beyondEnd({ total: totalFriends }) }]
  const counts = countFriends(result, total)
  const { restricted, withoutProfile, profileNotReturned, deleted } = counts
  const banned = formatBannedFriends(counts, texts)
  const line = (kind: SummaryLine['kind'], text: string | null): SummaryLine[] =>
    text === null ? [] : [{ kind, text }]
  return [
    ...line('verdict', banned),
    ...line('restricted', restricted > 0 ? batch.restrictedCount({ count: restricted }) : null),
    ...line('unchecked', unavailable > 0 ? friends.notChecked({ unavailable, total }) : null),
    ...line('withoutProfile', withoutProfile > 0 ? batch.withoutProfileCount({ count: withoutProfile }) : null),
    ...line(
      'withoutProfile',
      profileNotReturned > 0 ? batch.profileNotReturnedCount({ count: profileNotReturned }) : null,
    ),
    ...line('fact', deleted > 0 ? friends.deleted({ count: deleted }) : null),
    ...line(
      'fact',
      total < totalFriends ? friends.part({ from: offset + 1, to: offset + total, total: totalFriends }) : null,
    ),
  ]
}
