import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { mixedFaults, runCampaign } from '../truth/campaign.ts'
import { toFindings } from '../truth/findings.ts'

const ACCOUNTS = 12_000
/** The share of Steam's answers that are faulty. */
const FAULTY = 0.2
const LOOKUPS = 10_000
const BATCHES = 500
const SCANS = 100
/** A fixed seed, and a random one. */
const SEEDS = [1, 1 + Math.floor(Math.random() * 1_000_000)]
const UNCACHED = { CACHE_ACCOUNT_SECONDS: '1', CACHE_HOURS_SECONDS: '1', CACHE_FRIENDS_SECONDS: '1' }

/** Compares thousands of answers with the simulated world while a fifth of Steam's answers are faulty. */
export async function measureTruth(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  const notes: string[] = []
  for (const [round, seed] of SEEDS.entries()) {
    const world = createWorld({ seed, accounts: ACCOUNTS })
    const platform = await testbed.platform(0, ACCOUNTS, seed)
    // Once with the default settings, once almost without caching.
    const ours = await testbed.rapsheet(platform, { STEAM_CALLS_PER_DAY: '0', ...(round === 0 ? {} : UNCACHED) })
    await platform.dial({ faults: mixedFaults(FAULTY) })
    const startedAt = performance.now()
    const { value, calls } = await platform.watch(() =>
      runCampaign({ urls: [ours.url], world, seed, lookups: LOOKUPS, batches: BATCHES, scans: SCANS }),
    )
    const seconds = (performance.now() - startedAt) / 1_000
    await ours.stop()
    await platform.stop()

    const found = toFindings(value, { how: '', seed, effort: `${whole(calls.total)} calls, ${whole(seconds)} s` })
    rows.push(...found.rows)
    notes.push(...found.notes)
  }
  return { rows, notes }
}
