import { countEntries, isBannedEntry, isRestrictedEntry, sortEntries } from '../../presentation/batch-entries.ts'
import { ICONS, toneWithOwnBan } from '../../../lib/tone.ts'
import type { Batch, CheckedEntry } from '../batch-state.ts'
import type { ListNotes } from '../server-notes.ts'
import type { Texts } from '../texts.ts'
import { charactersLeft, fitLines, row, type View, nonEmpty } from '../../../discord/view.ts'
import { formatEntry } from './batch-entry.ts'
import { relativeTime } from '../../../discord/views/parts.ts'
import { resultView } from '../../../discord/views/result-view.ts'
import { formatFound, formatProgress, MAX_LISTED, stopButton } from './scan-parts.ts'

/** The quota that is used up, and the time until the next lookup. */
export interface QuotaWait {
  reason: 'rate_limited' | 'server_rate_limited'
  retryAfterMs: number
}

interface BatchProgress {
  /** The id by which the Stop button finds the scan. */
  scanId: string
  /** The list with the results so far. */
  batch: Batch
  /** The results of this scan; the batch may also contain results of earlier scans. */
  results: CheckedEntry[]
  /** How many entries this scan looks up. */
  total: number
  /** Why the scan waits, and until when in Unix seconds; null while it does not wait. */
  wait: { reason: QuotaWait['reason']; goesOnAt: number } | null
}

/** The message about a running long batch: progress bar, the accounts with bans so far, and Stop. */
export function batchProgressView(
  { scanId, batch, results, total, wait }: BatchProgress,
  texts: Texts,
  notes: Pick<ListNotes, 'ownBans'>,
): View {
  const { checked } = batch
  const { unavailable: failed } = countEntries(results)
  const ownBans = notes.ownBans(checked.flatMap(({ steamId }) => steamId ?? []))
  const counts = countEntries(checked)
  const verdict = [...nonEmpty(ownBans.verdict), formatFound(counts, texts.friends.bannedSoFar, texts)].join('\n')
  const head = [
    `### 🔎 ${texts.batch.checking({ total })}`,
    formatProgress({ current: results.length, total, failed }, texts),
    verdict,
    ...(wait ? [`${ICONS.limited} ${texts.batch.quotaEnded[wait.reason]({ when: relativeTime(wait.goesOnAt) })}`] : []),
  ].join('\n')
  const isFinding = (entry: CheckedEntry) =>
    isBannedEntry(entry) || isRestrictedEntry(entry) || ownBans.stateOf(entry.steamId ?? '') === 'banned'
  const found = sortEntries(checked.filter(isFinding))
  const lines = found.map((entry) => formatEntry(entry, texts, { ownBans }))
  const room = charactersLeft([head, verdict])
  const listed = lines.length === 0 ? [] : [fitLines(lines, room, texts.common.leftOut, MAX_LISTED)]
  const tone = toneWithOwnBan(counts.banned > 0 ? 'banned' : 'limited', ownBans.state)
  return resultView(tone, verdict, [head, ...listed], [row([stopButton(scanId, texts)])])
}
