import { lookup, ask } from '../support/ask.ts'
import { wholeAccounts } from '../support/accounts.ts'
import { STEAM_KEY, type Platform } from '../support/platform.ts'
import { median, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const LATENCY_MS = 100
const ROUNDS = 7
const BATCH = 50

/** Lookups and a batch, with 100 ms per Steam call. */
export async function measureLookups(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS)
  const ours = await testbed.rapsheet(platform)
  const accounts = wholeAccounts(2_000)
  const fresh = accounts.map(({ steamId }) => steamId)
  const named = accounts.flatMap(({ vanity }) => vanity ?? [])
  const next = () => fresh.shift() ?? ''
  const known = next()
  // Opens the connections, as in a running service.
  await lookup(ours, known)
  const roundTrip = await measureRoundTrip(platform, next())

  const measure = async (
    what: string,
    target: { calls: number; trips: number },
    work: () => Promise<unknown>,
  ): Promise<Row> => {
    const calls: number[] = []
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const watched = await platform.watch(work)
      calls.push(watched.calls.total)
      times.push(watched.ms)
    }
    const [most, trips] = [Math.max(...calls), median(times) / roundTrip]
    return {
      what,
      target: `≤ ${target.calls} calls, ≤ ${target.trips} round trips`,
      measured: `${most} calls, ${trips.toFixed(2)} round trips`,
      isMet: most <= target.calls && trips <= target.trips,
    }
  }
  const tenTimes = () => {
    const steamId = next()
    return Promise.all(Array.from({ length: 10 }, () => lookup(ours, steamId)))
  }
  return {
    rows: [
      await measure('lookup by id, not cached', { calls: 4, trips: 1.3 }, () => lookup(ours, next())),
      await measure('lookup by custom name', { calls: 5, trips: 2.3 }, () => lookup(ours, named.pop() ?? '')),
      await measure('cached lookup', { calls: 0, trips: 0.1 }, () => lookup(ours, known)),
      await measure('10 identical lookups at once', { calls: 4, trips: 1.5 }, tenTimes),
      await measure(`batch of ${BATCH} ids`, { calls: 2, trips: 1.15 }, () =>
        ask(`${ours.url}/api/lookup/batch`, { steamIds: fresh.splice(0, BATCH) }),
      ),
    ],
    notes: [`One round trip to the simulated Steam: ${roundTrip.toFixed(1)} ms.`],
  }
}

/** The duration of one call to the platform on an open connection, in milliseconds. */
export async function measureRoundTrip({ url }: Platform, steamId: string): Promise<number> {
  const path = `${url}/ISteamUser/GetPlayerBans/v1/?steamids=${steamId}`
  const times: number[] = []
  for (let round = 0; round < 6; round++) {
    const startedAt = performance.now()
    await (await fetch(path, { headers: { 'x-webapi-key': STEAM_KEY } })).arrayBuffer()
    times.push(performance.now() - startedAt)
  }
  return median(times.slice(1))
}
