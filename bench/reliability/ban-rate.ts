import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { openDatabase } from '../../src/app/database.ts'
import { banList, BANS, openBanBed, openDoor, startBot, storeLists } from '../support/ban-bed.ts'
import { startLoad } from '../support/load.ts'
import { measureRates, type Rates, toRateRow, verdictRequests } from '../support/rates.ts'
import { whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const PROCESSES = 3
const RULES = { maxVacBans: 0, maxGameBans: 0, minAccountAgeDays: 30, minRustHours: 1 }
const HOUR = '3600'
/** As in the benchmark of remembered verdicts. */
const SETTINGS = { CACHE_ACCOUNT_SECONDS: HOUR, CACHE_HOURS_SECONDS: HOUR, POLICY_TOKEN_PER_MINUTE: '0' }

/** Compares refusals by a list of 50,000 bans with remembered verdicts of the same policy, in turn. */
export async function measureBanRate(testbed: Testbed): Promise<Findings> {
  const load = await startLoad(testbed)
  const bed = await openBanBed(testbed, 'SQLite', 1, SETTINGS)
  const [guildId = ''] = bed.discord.guildIds
  await storeLists(bed.databaseUrl, [guildId])
  const database = await openDatabase(bed.databaseUrl)
  const token = await openDoor(database, guildId, RULES)
  await database.close()
  const banned = banList(0)[BANS / 2]?.steamId ?? ''
  const rounds: Rates<'game' | 'api' | 'listedGame' | 'listedApi'>[] = []
  for (let run = 0; run < PROCESSES; run++) {
    const ours = await startBot(bed)
    const { game: listedGame, api: listedApi } = verdictRequests(token, banned)
    const remembered = verdictRequests(token, CAST.raider)
    rounds.push(...(await measureRates(load, ours.url, { ...remembered, listedGame, listedApi })))
    await ours.stop()
  }
  const what = `refusal by a list of ${whole(BANS)} bans`
  const facts = { of: 'a remembered verdict', processes: PROCESSES }
  return {
    rows: [
      toRateRow(`${what}, as a game server asks`, rounds, ['listedGame', 'game'], facts),
      toRateRow(`${what}, GET /api/verdict`, rounds, ['listedApi', 'api'], facts),
    ],
  }
}
