import { createRandom } from '../../packages/sim-steam/src/random.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { countOutages, startPostgresFaults } from '../support/postgres-faults.ts'
import { openReplicaBed } from '../support/replica-bed.ts'
import { whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'
import { mixedFaults, runCampaign } from '../truth/campaign.ts'
import { toFindings } from '../truth/findings.ts'

const REPLICAS = 4
/** Fewer than lookups, so that many lookups read what another replica has cached. */
const ACCOUNTS = 4_000
const FAULTY = 0.2
const LOOKUPS = 8_000
const BATCHES = 300
const SCANS = 60
/** No daily limit: replicas that cannot count the calls of all would refuse batches and scans. */
const SETTINGS = { STEAM_CALLS_PER_DAY: '0' }

/** Runs the `truth` campaign through four replicas while their Postgres fails in different ways. */
export async function measureReplicaTruth(testbed: Testbed): Promise<Findings> {
  const seed = 1 + Math.floor(Math.random() * 1_000_000)
  const world = createWorld({ seed, accounts: ACCOUNTS })
  const platform = await testbed.platform(0, ACCOUNTS, seed)
  const bed = await openReplicaBed(testbed)
  const replicas = await bed.start(platform, REPLICAS, SETTINGS)
  await platform.dial({ faults: mixedFaults(FAULTY) })
  const faults = startPostgresFaults({ ...bed, random: createRandom(seed, 'faults of Postgres') })
  const { value, calls, ms } = await platform.watch(() =>
    runCampaign({
      urls: replicas.map(({ url }) => url),
      world,
      seed,
      lookups: LOOKUPS,
      batches: BATCHES,
      scans: SCANS,
    }),
  )
  const outages = await faults.stop()
  const { rows, notes } = toFindings(value, {
    how: ` through ${REPLICAS} replicas while Postgres fails`,
    seed,
    effort: `${whole(calls.total)} calls, ${whole(ms / 1_000)} s`,
  })
  return { rows, notes: [...notes, `Postgres, seed ${seed}: ${countOutages(outages)}.`] }
}
