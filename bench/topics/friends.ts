import { setTimeout as sleep } from 'node:timers/promises'
import { CAST } from '../../sim/steam/cast.ts'
import { createWorld } from '../../sim/steam/world.ts'
import { wholeAccounts } from '../support/accounts.ts'
import { ask, lookup } from '../support/ask.ts'
import { measureRoundTrip } from '../support/round-trip.ts'
import { createSteamapi } from '../support/steamapi.ts'
import type { Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const LATENCY_MS = 100
const WARM_UP = 100
const ACCOUNT_SECONDS = 1

/** A scan of exactly 100 friends, and a second one after only names and bans have expired. */
export async function measureFriends(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS)
  // Shorter than the default, which would make the second scan wait a minute.
  const ours = await testbed.rapsheet(platform, { CACHE_ACCOUNT_SECONDS: String(ACCOUNT_SECONDS) })
  const theirs = createSteamapi(platform)
  const scan = () => ask(`${ours.url}/api/friends`, { steamId: CAST.scan })

  // Opens the connections and warms up the code, with unrelated accounts.
  const friends = createWorld().account(CAST.scan)?.friends
  const friendIds = new Set(typeof friends === 'object' ? friends.map(({ steamId }) => steamId) : [])
  const strangers = wholeAccounts(WARM_UP).flatMap(({ steamId }) => (friendIds.has(steamId) ? [] : [steamId]))
  await Promise.all(strangers.map((steamId) => lookup(ours, steamId)))
  await Promise.all(strangers.map(theirs.lookup))

  const roundTrip = await measureRoundTrip(platform, CAST.scan)
  const first = await platform.watch(scan)
  await sleep((ACCOUNT_SECONDS + 1) * 1_000)
  const second = await platform.watch(scan)
  const their = await platform.watch(theirs.scan)
  const theirSecond = await platform.watch(theirs.scan)

  const listed = first.value.split('"banDetails"').length - 1
  const format = ({ calls, ms }: { calls: { total: number }; ms: number }) =>
    `${calls.total} calls, ${(ms / roundTrip).toFixed(2)} round trips`
  return {
    rows: [
      {
        what: 'friend scan of 100',
        target: '≤ 103 calls',
        measured: `${format(first)}, ${listed} friends listed`,
        isMet: first.calls.total <= 103 && listed > 0,
        steamapi: format(their),
      },
      {
        what: 'second scan within 10 min, names and bans expired',
        target: '≤ 3 calls',
        measured: format(second),
        isMet: second.calls.total <= 3,
        steamapi: format(theirSecond),
      },
    ],
  }
}
