import type { LeakSearch } from '../joins/leak-search.ts'
import { openPolicyBed, type PolicyBed } from '../joins/policy-bed.ts'
import { toLeakRow } from '../joins/leak-row.ts'
import { startLoad, type Load } from '../support/load.ts'
import { median, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const PROCESSES = 3
const ROUNDS = 3
const ROUND_SECONDS = 3
const WARM_UP_SECONDS = 3
const TARGET = 0.9
const RULES = { maxVacBans: 0, maxGameBans: 0, minAccountAgeDays: 30, minRustHours: 1 }
const HOUR = '3600'
/** Cached answers do not expire during the run; logs are as in the benchmark of lookups. */
const SETTINGS = {
  CACHE_ACCOUNT_SECONDS: HOUR,
  CACHE_HOURS_SECONDS: HOUR,
  POLICY_TOKEN_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
}

type Kind = 'lookup' | 'game' | 'api'

/**
 * Compares remembered verdicts per second with remembered lookups of the same account, in turn. Uses several processes, because V8 compiles
 * code differently in each, which makes up to 10 % difference.
 */
export async function measureVerdictRate(testbed: Testbed): Promise<Findings> {
  const load = await startLoad(testbed)
  const rounds: Record<Kind, number>[] = []
  const leaks: LeakSearch[] = []
  for (let run = 0; run < PROCESSES; run++) {
    const bed = await openPolicyBed(testbed, { rules: RULES, settings: SETTINGS, latencyMs: 0, accounts: 100, seed: 1 })
    rounds.push(...(await measureRounds(bed, load)))
    await bed.close()
    leaks.push(bed.leaks)
  }
  const row = (name: 'game' | 'api', what: string) => {
    const ratio = median(rounds.map((round) => round[name] / round.lookup))
    const perSecond = median(rounds.map((round) => round[name]))
    return {
      what,
      target: `≥ ${TARGET} × the requests a second of a remembered lookup`,
      measured: `${ratio.toFixed(2)} × (median of ${rounds.length} rounds in ${PROCESSES} processes; ${whole(perSecond)}/s)`,
      isMet: ratio >= TARGET,
    }
  }
  return {
    rows: [
      row('game', 'remembered verdict, as a game server asks'),
      row('api', 'remembered verdict, GET /api/verdict'),
      toLeakRow('remembered verdicts', leaks),
    ],
  }
}

async function measureRounds(bed: PolicyBed, load: Load): Promise<Record<Kind, number>[]> {
  // A banned account, because the load generator counts a 404, the answer for players who may join, as a failure.
  const steamId = bed.world.cast.raider
  const paths: Record<Kind, { path: string; headers: Record<string, string> }> = {
    lookup: { path: `/api/lookup?steamId=${steamId}`, headers: {} },
    game: { path: `/game/${bed.token}/${steamId}`, headers: {} },
    api: { path: `/api/verdict?steamId=${steamId}`, headers: { authorization: `Bearer ${bed.token}` } },
  }
  const measure = async (kind: Kind, seconds: number) => {
    const { path, headers } = paths[kind]
    const result = await load.seconds(bed.ours.url, path, seconds, undefined, headers)
    return result.answered / result.seconds
  }
  for (const kind of ['lookup', 'game', 'api'] as const) await measure(kind, WARM_UP_SECONDS)
  const rounds: Record<Kind, number>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      lookup: await measure('lookup', ROUND_SECONDS),
      game: await measure('game', ROUND_SECONDS),
      api: await measure('api', ROUND_SECONDS),
    })
  }
  return rounds
}
