import { createWorld } from '../../packages/sim-steam/src/world.ts'
import type { TopicOptions } from '../support/topics.ts'
import { percentile, whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { mixedFaults, runCampaign, type CampaignResults, type Results } from '../truth/campaign.ts'

const ACCOUNTS = 12_000
/** The share of Steam's answers that are faulty. */
const FAULTY = 0.2
const LOOKUPS = 10_000
const BATCHES = 500
const SCANS = 100
const FIXED_SEED = 1
const UNCACHED = { CACHE_ACCOUNT_SECONDS: '1', CACHE_HOURS_SECONDS: '1', CACHE_FRIENDS_SECONDS: '1' }

/** Compares thousands of answers with two simulated worlds, a fixed one and that of `seed`, while a fifth of Steam's answers are faulty. */
export async function measureTruth(
  testbed: Testbed,
  { seed: drawn = 1 + Math.floor(Math.random() * 1_000_000) }: Pick<TopicOptions, 'seed'>,
): Promise<Findings> {
  const rows: Row[] = []
  const notes: string[] = []
  for (const [round, seed] of [FIXED_SEED, drawn].entries()) {
    const world = createWorld({ seed, accounts: ACCOUNTS })
    const platform = await testbed.platform(0, ACCOUNTS, seed)
    // Once with the default settings, once almost without caching.
    const ours = await testbed.rapsheet(platform, { STEAM_CALLS_PER_DAY: '0', ...(round === 0 ? {} : UNCACHED) })
    await platform.dial({ faults: mixedFaults(FAULTY) })
    const startedAt = performance.now()
    const { value, calls } = await platform.watch(() =>
      runCampaign({ url: ours.url, world, seed, lookups: LOOKUPS, batches: BATCHES, scans: SCANS }),
    )
    const seconds = (performance.now() - startedAt) / 1_000
    await ours.stop()
    await platform.stop()

    rows.push(...toRows(value, seed, `${whole(calls.total)} calls, ${whole(seconds)} s`))
    const kinds = Object.entries(value).map(([name, results]) => formatKinds(name, results))
    notes.push(`Truth, seed ${seed}: ${kinds.join('; ')}.`)
    for (const lie of liesOf(value).slice(0, 10)) notes.push(`DIFFERS, seed ${seed}: ${lie}`)
  }
  return { rows, notes }
}

const liesOf = (results: CampaignResults) => Object.values(results).flatMap(({ lies }) => lies)

function toRows(results: CampaignResults, seed: number, effort: string): Row[] {
  const { lookups, batches, scans } = results
  const lies = liesOf(results).length
  return [
    {
      what: `truth: ${whole(lookups.asked)} lookups, ${batches.asked} batches, ${scans.asked} scans, seed ${seed}`,
      target: 'no answer that differs from the world',
      measured: `${lies} of ${whole(lookups.asked + batches.asked + scans.asked)} differ (${effort})`,
      isMet: lies === 0,
    },
    {
      what: `lookups answered within 10 s, seed ${seed}`,
      target: '≥ 99 %',
      measured: `${(100 * lookups.share).toFixed(2)} %, p50 ${whole(percentile(lookups.times, 50))} ms, p99 ${whole(percentile(lookups.times, 99))} ms`,
      isMet: lookups.share >= 0.99,
    },
  ]
}

function formatKinds(name: string, { kinds }: Results): string {
  const parts = Object.entries(kinds).toSorted(([, a], [, b]) => b - a)
  return `${name}: ${parts.map(([kind, count]) => `${whole(count)} × ${kind}`).join(', ')}`
}
