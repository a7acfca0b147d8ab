import type { ScanResult } from '../../src/model/account.ts'
import { formatBans, formatBansWithoutProfile } from '../../src/accounts/presentation/ban-status.ts'
import {
  hasProfile,
  isChecked,
  type ListedFriend,
  listFriends,
  whyWithoutProfile,
} from '../../src/accounts/presentation/friend-filter.ts'
import { formatFriendship } from '../../src/accounts/presentation/friendship.ts'
import { formatScanSummary } from '../../src/accounts/presentation/friend-counts.ts'
import { stripInvisible } from '../../src/lib/visible-text.ts'
import type { Formats } from '../format.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { formatMissing, type FriendsPart, isMissing, type UnfinishedPart } from './dossier-parts.ts'
import { formatNameAndId } from './name-and-id.ts'

/** Counts of the friends by kind, and a line for each friend that is not clean. */
export function formatFriends(part: FriendsPart, texts: PageTexts, formats: Formats): string[] {
  const title = texts.accounts.buttons.friends
  if (isMissing(part)) return formatMissing(title, part, texts)
  const isWhole = 'result' in part
  const scan = isWhole ? part.result : { ...part.found, unchecked: [] }
  const at = isWhole ? part.result.fetchedAt : part.at
  const counts = isWhole ? formatCounts(part.result, part.total, texts.accounts) : formatUnfinished(part, texts)
  const listed = listFriends(scan, { kind: 'any', within: null })
  return [
    title,
    ...counts,
    ...listed.map((friend) => `- ${formatFriend(friend, at, texts, formats)}`),
    texts.page.dossier.scanned({ when: formats.dateTime(at) }),
  ]
}

const formatCounts = (result: ScanResult, total: number, accounts: PageTexts['accounts']) =>
  formatScanSummary(result, { total, offset: 0 }, accounts).map(({ text }) => text)

/** The progress of an unfinished scan. Does not count clean friends. */
function formatUnfinished({ isRunning, found, progress }: UnfinishedPart, { accounts, page }: PageTexts): string[] {
  const { friends } = accounts
  if (progress === null) return [friends.stoppedBeforeList]
  const banned = found.friends.length + found.withoutProfile.length
  if (isRunning) return [page.dossier.stillRunning({ current: progress.current, total: progress.total, banned })]
  return [
    friends.stoppedAfter({ current: progress.current, total: progress.total }),
    friends.bannedSoFar({ count: banned }),
  ]
}

function formatFriend(friend: ListedFriend, at: number, texts: PageTexts, formats: Formats): string {
  const { accounts } = texts
  const { steamId } = friend
  if (!isChecked(friend)) return `${formatNameAndId(friend.personaname, steamId, texts)}: ${accounts.common.unknown}`
  if (!hasProfile(friend))
    return `${steamId}: ${formatBansWithoutProfile(friend.banDetails, whyWithoutProfile(friend), accounts, stripInvisible)}`
  const bans = formatBans(friend.banDetails, accounts, stripInvisible)
  const since = formatFriendship(friend, at, accounts, formats.date)
  return `${formatNameAndId(friend.personaname, steamId, texts)}: ${bans}; ${since}`
}
