import { lookup, ask } from '../support/ask.ts'
import { wholeAccounts } from '../support/accounts.ts'
import type { Platform } from '../support/platform.ts'
import { measureRoundTrip } from '../support/round-trip.ts'
import { median, type Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'

const LATENCY_MS = 100
const ROUNDS = 7
const BATCH = 50

/** Lookups and a batch, with 100 ms per Steam call. */
export async function measureLookups(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS)
  const ours = await testbed.rapsheet(platform)
  const theirs = await testbed.steamapi(platform)

  const accounts = wholeAccounts(2_000)
  const fresh = accounts.map(({ steamId }) => steamId)
  const named = accounts.flatMap(({ vanity }) => vanity ?? [])
  const next = () => fresh.shift() ?? ''
  const nextName = () => named.pop() ?? ''

  // Opens the connections on both sides, as in a running service.
  await Promise.all([lookup(ours, next()), lookup(theirs, next())])
  const roundTrip = await measureRoundTrip(platform, next())
  const many = (work: () => Promise<unknown>) => repeat(platform, roundTrip, work)

  const byId = await many(() => lookup(ours, next()))
  const byIdTheirs = await many(() => lookup(theirs, next()))
  const byName = await many(() => lookup(ours, nextName()))
  const byNameTheirs = await many(() => lookup(theirs, nextName()))

  const known = next()
  await lookup(ours, known)
  const cached = await many(() => lookup(ours, known))
  const cachedTheirs = await many(() => lookup(theirs, known))

  const tenTimes = (server: Server) => {
    const steamId = next()
    return Promise.all(Array.from({ length: 10 }, () => lookup(server, steamId)))
  }
  const identical = await many(() => tenTimes(ours))
  const identicalTheirs = await many(() => tenTimes(theirs))

  const lookUpBatch = ({ url }: Server) => ask(`${url}/api/lookup/batch`, { steamIds: fresh.splice(0, BATCH) })
  const batch = await many(() => lookUpBatch(ours))
  const batchTheirs = await many(() => lookUpBatch(theirs))

  const row = (what: string, target: string, measured: Measured, isMet: boolean, theirs: Measured) => ({
    what,
    target,
    measured: format(measured),
    isMet,
    steamapi: format(theirs),
  })
  return {
    rows: [
      row(
        'lookup by id, not cached',
        '≤ 4 calls, ≤ 1.3 round trips',
        byId,
        byId.calls <= 4 && byId.trips <= 1.3,
        byIdTheirs,
      ),
      row(
        'lookup by custom name',
        '≤ 5 calls, ≤ 2.3 round trips',
        byName,
        byName.calls <= 5 && byName.trips <= 2.3,
        byNameTheirs,
      ),
      row('cached lookup', '0 calls', cached, cached.calls === 0, cachedTheirs),
      row(
        '10 identical lookups at once',
        `as many calls as one lookup (${byId.calls})`,
        identical,
        identical.calls <= byId.calls,
        identicalTheirs,
      ),
      row(
        `batch of ${BATCH} ids`,
        '2 calls, ≤ 1.1 round trips',
        batch,
        batch.calls === 2 && batch.trips <= 1.1,
        batchTheirs,
      ),
    ],
    notes: [`One round trip to the simulated Steam: ${roundTrip.toFixed(1)} ms.`],
  }
}

interface Measured {
  /** The maximum number of calls of a round. */
  calls: number
  /** The median duration. */
  ms: number
  /** The median duration in round trips. */
  trips: number
}

/** Repeats the work, and measures each round. */
async function repeat(platform: Platform, roundTrip: number, work: () => Promise<unknown>): Promise<Measured> {
  const calls: number[] = []
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const watched = await platform.watch(work)
    calls.push(watched.calls.total)
    times.push(watched.ms)
  }
  const ms = median(times)
  return { calls: Math.max(...calls), ms, trips: ms / roundTrip }
}

function format({ calls, ms, trips }: Measured): string {
  return `${calls} calls, ${trips < 0.1 ? `${ms.toFixed(1)} ms` : `${trips.toFixed(2)} round trips`}`
}
