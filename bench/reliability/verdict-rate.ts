import { openPolicyBed } from '../joins/policy-bed.ts'
import { toLeakRow } from '../joins/leak-row.ts'
import { startLoad } from '../support/load.ts'
import { median, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const ROUNDS = 7
const ROUND_SECONDS = 3
const WARM_UP_SECONDS = 3
const TARGET = 0.9
const RULES = { maxVacBans: 0, maxGameBans: 0, minAccountAgeDays: 30, minRustHours: 1 }
const HOUR = '3600'
/** What is remembered does not expire during the run. Logs as by default in the benchmark of lookups. */
const SETTINGS = {
  CACHE_ACCOUNT_SECONDS: HOUR,
  CACHE_HOURS_SECONDS: HOUR,
  POLICY_TOKEN_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
}

/** Remembered verdicts a second, compared with remembered lookups of the same account, in turn. */
export async function measureVerdictRate(testbed: Testbed): Promise<Findings> {
  const bed = await openPolicyBed(testbed, { rules: RULES, settings: SETTINGS, latencyMs: 0, accounts: 100, seed: 1 })
  // Banned: the load generator counts a 404, the answer for players who may join, as a failure.
  const steamId = bed.world.cast.raider
  const paths = {
    lookup: { path: `/api/lookup?steamId=${steamId}`, headers: {} },
    game: { path: `/game/${bed.token}/${steamId}`, headers: {} },
    api: { path: `/api/verdict?steamId=${steamId}`, headers: { authorization: `Bearer ${bed.token}` } },
  }
  const load = await startLoad(testbed)
  const names = ['lookup', 'game', 'api'] as const
  const measure = async (name: (typeof names)[number], seconds: number) => {
    const { path, headers } = paths[name]
    const result = await load.seconds(bed.ours.url, path, seconds, undefined, headers)
    return result.answered / result.seconds
  }
  for (const name of names) await measure(name, WARM_UP_SECONDS)
  const rounds: Record<(typeof names)[number], number>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      lookup: await measure('lookup', ROUND_SECONDS),
      game: await measure('game', ROUND_SECONDS),
      api: await measure('api', ROUND_SECONDS),
    })
  }
  await bed.close()
  const row = (name: 'game' | 'api', what: string) => {
    const ratio = median(rounds.map((round) => round[name] / round.lookup))
    const perSecond = median(rounds.map((round) => round[name]))
    return {
      what,
      target: `≥ ${TARGET} × the requests a second of a remembered lookup`,
      measured: `${ratio.toFixed(2)} × (median of ${ROUNDS} rounds; ${whole(perSecond)}/s)`,
      isMet: ratio >= TARGET,
    }
  }
  return {
    rows: [
      row('game', 'remembered verdict, as a game server asks'),
      row('api', 'remembered verdict, GET /api/verdict'),
      toLeakRow('remembered verdicts', [bed.leaks]),
    ],
  }
}
