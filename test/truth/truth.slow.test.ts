import { expect, test } from 'vitest'
import { badDay, runCampaign } from '../../bench/truth/campaign.ts'
import type { Fault } from '../../sim/steam/dial.ts'
import { startSteam } from '../../sim/steam/server.ts'
import { createWorld } from '../../sim/steam/world.ts'
import { CALL_POLICY } from '../../src/steam/upstream/call-policy.ts'
import { startService } from '../support/service.ts'
import type { TestSettings } from '../support/service.ts'

/** Nothing is remembered, so that all of it has to be asked. */
const FORGETFUL = Object.fromEntries(
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

/** Asks a service of its own on such a day; what is told has to be so. */
async function expectTruth({ settings, seed, faults, lookups, batches, scans }: Day) {
  const steam = await startSteam({ world: createWorld({ seed }), seed })
  const service = await startService({ ...CALL_POLICY, LOG_LEVEL: 'silent', ...settings }, steam)
  try {
    steam.dial.set('*', { faults })
    const told = await runCampaign({ url: service.url, world: steam.world, seed, lookups, batches, scans })
    expect(Object.values(told).flatMap(({ lies }) => lies)).toEqual([])
    return told
  } finally {
    await service.close()
    await steam.close()
  }
}

// A tenth of what `npm run reliability -- truth` asks, which also counts how many are answered.
test.each([
  ['what is remembered included', {}, 1],
  ['all of it asked', FORGETFUL, 2],
])(
  'no answer is wrong when a fifth of Steam’s answers are corrupted: %s',
  async (_, settings, seed) => {
    const told = await expectTruth({ settings, seed, faults: badDay(0.2), lookups: 500, batches: 25, scans: 5 })
    // One call that fails for good takes the accounts of many lookups with it, so that a few hundred tell no share.
    expect(told.lookups.share).toBeGreaterThan(0.5)
    expect(told.batches.kinds['truth: whole']).toBeGreaterThan(12)
    expect(told.scans.kinds['truth: whole']).toBeGreaterThan(0)
  },
  240_000,
)

// What comes with 200 is what could be believed; so often, that two bad answers about one account are nothing rare.
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
    // With so many failures a scan would wait for its retries until its time is up.
    const settings = { ...FORGETFUL, patientDeadlineMs: 4_000 }
    const told = await expectTruth({ settings, seed: 3, faults, lookups: 120, batches: 15, scans: 2 })
    expect(told.lookups.kinds['truth: whole']).toBeGreaterThan(0)
  },
  240_000,
)
