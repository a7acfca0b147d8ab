import { wholeAccounts } from '../support/accounts.ts'
import { startLoad, type Load } from '../support/load.ts'
import { openReplicaBed } from '../support/replica-bed.ts'
import { median, type Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'

const LATENCY_MS = 10
const COUNTS = [2, 4]
/** One replica is loaded in as many pieces as four are, because new connections take processor time as well. */
const PIECES = 4
const WARM_UP_SECONDS = 3
const PIECE_SECONDS = 1.5
const ROUNDS = 5
const MAX_COST = 1.1
const SETTINGS = {
  CACHE_ACCOUNT_SECONDS: '3600',
  CACHE_HOURS_SECONDS: '3600',
  // Requests are counted and shared, but no limit is reached.
  RATE_LIMIT_PER_MINUTE: '1000000',
}

/** Measures whether replicas cost each other processor time: that of a remembered lookup, with one, two and four of them. */
export async function measureReplicaCost(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS)
  const [path = ''] = wholeAccounts(100).map(({ steamId }) => `/api/lookup?steamId=${steamId}`)
  const load = await startLoad(testbed)
  const open = async (count: number) => {
    const replicas = await (await openReplicaBed(testbed)).start(platform, count, SETTINGS)
    for (const { url } of replicas) await load.seconds(url, path, WARM_UP_SECONDS)
    return replicas
  }
  const one = await open(1)
  const rows = []
  const notes: string[] = []
  for (const count of COUNTS) {
    const many = await open(count)
    const rounds: { ofOne: number; ofMany: number }[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ ofOne: await costOf(one, load, path), ofMany: await costOf(many, load, path) })
    await Promise.all(many.map((server) => server.stop()))
    const cost = median(rounds.map(({ ofOne, ofMany }) => ofMany / ofOne))
    const micros = (name: 'ofOne' | 'ofMany') => median(rounds.map((round) => round[name])).toFixed(0)
    rows.push({
      what: `${count} replicas, processor time of a remembered look-up`,
      target: `≤ ${MAX_COST} × that of one replica`,
      measured: `${cost.toFixed(2)} × (${micros('ofMany')} µs ÷ ${micros('ofOne')} µs)`,
      isMet: cost <= MAX_COST,
    })
  }
  notes.push(
    `Replicas' cost: one of them is loaded at a time, as the machine has few cores; the processor time of all is counted, that of idle ones too. Medians of ${ROUNDS} rounds, in turn with one replica that has a database for itself.`,
  )
  return { rows, notes }
}

/** Processor time of all replicas per request, microseconds; requests are sent to one replica after the other. */
async function costOf(replicas: Server[], load: Load, path: string): Promise<number> {
  const used = async () => {
    const usages = await Promise.all(replicas.map((replica) => replica.usage()))
    return usages.reduce((sum, { cpuMicros }) => sum + cpuMicros, 0)
  }
  const before = await used()
  let answered = 0
  for (const { url } of Array.from({ length: PIECES / replicas.length }, () => replicas).flat())
    answered += (await load.seconds(url, path, PIECE_SECONDS)).answered
  return ((await used()) - before) / answered
}
