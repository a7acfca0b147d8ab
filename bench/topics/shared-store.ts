import { setTimeout as sleep } from 'node:timers/promises'
import { wholeAccounts } from '../support/accounts.ts'
import { createCrowd } from '../support/ask.ts'
import { startLoad } from '../support/load.ts'
import { median, percentile, whole, type Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'

const LATENCY_MS = 10
const ACCOUNTS = 500
const WARM_UP_SECONDS = 3
const ROUND_SECONDS = 3
const ROUNDS = 7
/** Writes to the cache are delayed by a quarter of a second. */
const WRITTEN_AFTER_MS = 1_000
/** The cache that is read must be current throughout. */
const SETTINGS = { CACHE_ACCOUNT_SECONDS: '3600', CACHE_HOURS_SECONDS: '3600' }

/** Compares remembered lookups of a process on Postgres with those of one on SQLite. */
export async function measureSharedStore(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS)
  const postgres = await testbed.postgres()
  const shared = { ...SETTINGS, DATABASE_URL: await postgres.createDatabase() }
  const accounts = wholeAccounts(ACCOUNTS * 2)
    .map(({ steamId }) => steamId)
    .slice(0, ACCOUNTS)

  const writer = await testbed.rapsheet(platform, shared)
  await timesOf(writer, accounts)
  await sleep(WRITTEN_AFTER_MS)

  const reader = await testbed.rapsheet(platform, shared)
  const { value: read, calls } = await platform.watch(() => timesOf(reader, accounts))
  const inMemory = await timesOf(reader, accounts)

  const single = await testbed.rapsheet(platform, SETTINGS)
  const [account = ''] = accounts
  const load = await startLoad(testbed)
  const path = `/api/lookup?steamId=${account}`
  for (const { url } of [reader, single]) await load.seconds(url, path, WARM_UP_SECONDS)
  const measure = async (server: Server) => {
    const before = await server.usage()
    const { answered, seconds } = await load.seconds(server.url, path, ROUND_SECONDS)
    const { cpuMicros } = await server.usage()
    return { perSecond: answered / seconds, micros: (cpuMicros - before.cpuMicros) / answered }
  }
  const rounds: { ofShared: Measured; ofSingle: Measured }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ofShared: await measure(reader), ofSingle: await measure(single) })
  // Compared per round, because other work on the machine varies between rounds.
  const ratio = median(rounds.map(({ ofShared, ofSingle }) => ofShared.perSecond / ofSingle.perSecond))
  const cost = median(rounds.map(({ ofShared, ofSingle }) => ofShared.micros / ofSingle.micros))
  const perSecond = (name: 'ofShared' | 'ofSingle') => whole(median(rounds.map((round) => round[name].perSecond)))

  return {
    rows: [
      {
        what: 'remembered lookup, read from Postgres (whole request)',
        target: 'p50 ≤ 2 ms, 0 calls',
        measured: `p50 ${median(read).toFixed(2)} ms, p99 ${percentile(read, 99).toFixed(1)} ms, ${calls.total} calls`,
        isMet: median(read) <= 2 && calls.total === 0,
      },
      {
        what: 'remembered lookup in memory, on Postgres ÷ on SQLite',
        target: '≥ 0.90 of the requests/s',
        measured: `${ratio.toFixed(2)} (${perSecond('ofShared')}/s ÷ ${perSecond('ofSingle')}/s)`,
        isMet: ratio >= 0.9,
      },
    ],
    notes: [
      `Shared store: ${ACCOUNTS} accounts one after the other, looked up by another process before; the same from memory p50 ${median(inMemory).toFixed(2)} ms. A request on Postgres takes ${cost.toFixed(2)} × the processor time of one on SQLite; medians of ${ROUNDS} rounds, the two in turn.`,
    ],
  }
}

interface Measured {
  perSecond: number
  /** Processor time a request. */
  micros: number
}

/** Times of lookups of the accounts, one after the other, milliseconds. */
async function timesOf(server: Server, accounts: string[]): Promise<number[]> {
  const crowd = createCrowd(server)
  await crowd.gather(1)
  const times: number[] = []
  for (const steamId of accounts) {
    const startedAt = performance.now()
    await crowd.lookup([steamId])
    times.push(performance.now() - startedAt)
  }
  return times
}
