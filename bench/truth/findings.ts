import { percentile, whole, type Findings } from '../support/table.ts'
import type { CampaignResults, Results } from './campaign.ts'

interface Circumstances {
  /** The circumstances, such as ` through 4 replicas`. */
  how: string
  seed: number
  /** The number of calls and the duration, as text. */
  effort: string
}

/** The rows and notes of a campaign. */
export function toFindings(
  { lookups, batches, scans }: CampaignResults,
  { how, seed, effort }: Circumstances,
): Required<Pick<Findings, 'rows' | 'notes'>> {
  const lies = [lookups, batches, scans].flatMap((results) => results.lies)
  const inTime = lookups.share
  const kinds = [formatKinds('lookups', lookups), formatKinds('batches', batches), formatKinds('scans', scans)]
  return {
    rows: [
      {
        what: `truth${how}: ${whole(lookups.asked)} lookups, ${batches.asked} batches, ${scans.asked} scans, seed ${seed}`,
        target: 'no answer that differs from the world',
        measured: `${lies.length} of ${whole(lookups.asked + batches.asked + scans.asked)} differ (${effort})`,
        isMet: lies.length === 0,
      },
      {
        what: `lookups answered within 10 s${how}, seed ${seed}`,
        target: '≥ 99 %',
        measured: `${(100 * inTime).toFixed(2)} %, p50 ${whole(percentile(lookups.times, 50))} ms, p99 ${whole(percentile(lookups.times, 99))} ms`,
        isMet: inTime >= 0.99,
      },
    ],
    notes: [
      `Truth${how}, seed ${seed}: ${kinds.join('; ')}.`,
      ...lies.slice(0, 10).map((lie) => `DIFFERS, seed ${seed}: ${lie}`),
    ],
  }
}

function formatKinds(name: string, { kinds }: Results): string {
  const parts = Object.entries(kinds).toSorted(([, a], [, b]) => b - a)
  return `${name}: ${parts.map(([kind, count]) => `${whole(count)} × ${kind}`).join(', ')}`
}
