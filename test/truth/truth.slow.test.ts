import { expect, test } from 'vitest'
import { mixedFaults, runCampaign } from '../../bench/truth/campaign.ts'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import { startSteam } from '../../packages/sim-steam/src/server.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { CALL_POLICY } from '../../src/steam/upstream/call-policy.ts'
import { startService, type TestSettings } from '../support/service.ts'

/** No caching, so that every answer needs calls. */
const UNCACHED = Object.fromEntries(
  ['ACCOUNT', 'HOURS', 'FRIENDS', 'VANITY', 'VANITY_MISS'].map((kind) => [`CACHE_${kind}_SECONDS`, '0']),
)

interface Day {
  settings: TestSettings
  seed: number
  faults: Partial<Record<Fault, number>>
  lookups: number
  batches: number
  scans: number
}

/** Runs a campaign against a service of its own with these faults; no answer may be wrong. */
async function expectTruth({ settings, seed, faults, lookups, batches, scans }: Day) {
  const steam = await startSteam({ world: createWorld({ seed }), seed })
  const service = await startService({ ...CALL_POLICY, LOG_LEVEL: 'silent', ...settings }, steam)
  try {
    steam.dial.set('*', { faults })
    const outcome = await runCampaign({ url: service.url, world: steam.world, seed, lookups, batches, scans })
    expect(Object.values(outcome).flatMap(({ lies }) => lies)).toEqual([])
    return outcome
  } finally {
    await service.close()
    await steam.close()
  }
}

// A tenth of the requests of `npm run reliability -- truth`, which also measures the share of answers.
test.each([
  ['with cached answers', {}, 1],
  ['without a cache', UNCACHED, 2],
])(
  'no answer is wrong when a fifth of Steam’s answers are corrupted: %s',
  async (_, settings, seed) => {
    const outcome = await expectTruth({ settings, seed, faults: mixedFaults(0.2), lookups: 500, batches: 25, scans: 5 })
    // One failed call can fail the accounts of many lookups, so the share varies among a few hundred lookups.
    expect(outcome.lookups.share).toBeGreaterThan(0.5)
    expect(outcome.batches.kinds['truth: whole']).toBeGreaterThan(12)
    expect(outcome.scans.kinds['truth: whole']).toBeGreaterThan(0)
  },
  240_000,
)

// Faults with status 200, which could be believed; frequent enough for two bad answers about one account.
test.each([
  'html-200',
  'null-200',
  'empty-200',
  'success-0',
  'cut-json',
  'wrong-ids',
  'duplicated-ids',
  'reordered',
] as const)(
  'no answer is wrong when four in ten of Steam’s answers are %s',
  async (fault) => {
    const faults = { [fault]: 0.4 }
    // With that many failures, a scan would retry until its deadline.
    const settings = { ...UNCACHED, scanDeadlineMs: 4_000 }
    const outcome = await expectTruth({ settings, seed: 3, faults, lookups: 120, batches: 15, scans: 2 })
    expect(outcome.lookups.kinds['truth: whole']).toBeGreaterThan(0)
  },
  240_000,
)
