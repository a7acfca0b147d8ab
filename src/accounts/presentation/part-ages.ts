import type { Account } from '../../model/account.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** A part of an answer, and when it was fetched (Unix seconds). */
export type AgedPart = [label: string, fetchedAt: number]

/** Ages are shown in full minutes, so parts less than this apart look equally old. */
const SAME_AGE_SECONDS = 60

/** The parts of a look-up with their ages. */
export function agedParts({ partsFetchedAt }: Account, { lookup }: AccountTexts): AgedPart[] {
  return (['bans', 'profile', 'rustHours', 'friendsPrivate'] as const).flatMap((part): AgedPart[] => {
    const fetchedAt = partsFetchedAt[part]
    return fetchedAt === null ? [] : [[lookup.parts[part], fetchedAt]]
  })
}

/**
 * Formats the ages of the parts of an answer as sentences. Parts of about the same age share the age of the oldest of them. If all parts
 * are of about the same age, they are not named. `formatTime` takes Unix seconds.
 */
export function formatPartAges(
  parts: AgedPart[],
  { common, commas }: AccountTexts,
  formatTime: (seconds: number) => string,
): string[] {
  const oldestTimes: number[] = []
  for (const [, fetchedAt] of parts.toSorted(([, a], [, b]) => a - b)) {
    if (fetchedAt - (oldestTimes.at(-1) ?? Number.NEGATIVE_INFINITY) >= SAME_AGE_SECONDS) oldestTimes.push(fetchedAt)
  }
  const labelsByTime = new Map<number, string[]>()
  for (const [label, fetchedAt] of parts) {
    const oldest = oldestTimes.findLast((at) => at <= fetchedAt) ?? fetchedAt
    labelsByTime.set(oldest, [...(labelsByTime.get(oldest) ?? []), label])
  }
  if (labelsByTime.size === 1) return [common.checked({ when: formatTime(Math.min(...oldestTimes)) })]
  return [...labelsByTime].map(([at, labels]) => common.checkedPart({ what: commas(labels), when: formatTime(at) }))
}
