import type { LeakSearch } from '../joins/leak-search.ts'
import { openPolicyBed } from '../joins/policy-bed.ts'
import { toLeakRow } from '../joins/leak-row.ts'
import { startLoad } from '../support/load.ts'
import { measureRates, type Rates, toRateRow, verdictRequests } from '../support/rates.ts'
import type { Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const PROCESSES = 3
const RULES = { maxVacBans: 0, maxGameBans: 0, minAccountAgeDays: 30, minRustHours: 1 }
const HOUR = '3600'
/** Cached answers do not expire during the run; logs are as in the benchmark of lookups. */
const SETTINGS = {
  CACHE_ACCOUNT_SECONDS: HOUR,
  CACHE_HOURS_SECONDS: HOUR,
  POLICY_TOKEN_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
}

/**
 * Compares remembered verdicts per second with remembered lookups of the same account, in turn. Uses several processes, because V8 compiles
 * code differently in each, which makes up to 10 % difference.
 */
export async function measureVerdictRate(testbed: Testbed): Promise<Findings> {
  const load = await startLoad(testbed)
  const rounds: Rates<'lookup' | 'game' | 'api'>[] = []
  const leaks: LeakSearch[] = []
  for (let run = 0; run < PROCESSES; run++) {
    const bed = await openPolicyBed(testbed, { rules: RULES, settings: SETTINGS, latencyMs: 0, accounts: 100, seed: 1 })
    // A banned account, because the load generator counts a 404, the answer for players who may join, as a failure.
    const steamId = bed.world.cast.raider
    const lookup = { path: `/api/lookup?steamId=${steamId}` }
    rounds.push(...(await measureRates(load, bed.ours.url, { lookup, ...verdictRequests(bed.token, steamId) })))
    await bed.close()
    leaks.push(bed.leaks)
  }
  const facts = { of: 'a remembered lookup', processes: PROCESSES }
  return {
    rows: [
      toRateRow('remembered verdict, as a game server asks', rounds, ['game', 'lookup'], facts),
      toRateRow('remembered verdict, GET /api/verdict', rounds, ['api', 'lookup'], facts),
      toLeakRow('remembered verdicts', leaks),
    ],
  }
}
