import { setTimeout as sleep } from 'node:timers/promises'
import { CAST } from '../../sim/steam/cast.ts'
import { createWorld } from '../../sim/steam/world.ts'
import { wholeAccounts } from '../support/accounts.ts'
import { ask, lookup } from '../support/ask.ts'
import { measureRoundTrip } from '../support/round-trip.ts'
import { createSteamapi } from '../support/steamapi.ts'
import type { Findings } from '../support/table.ts'
import type { Workshop } from '../support/workshop.ts'

const LATENCY_MS = 100
const WARM_UP = 100
const ACCOUNT_SECONDS = 1

/** A scan of exactly 100 friends, and a second one when names and bans are too old and the rest is not. */
export async function measureFriends(workshop: Workshop): Promise<Findings> {
  const platform = await workshop.platform(LATENCY_MS)
  // With the default the second scan would have to wait a minute.
  const ours = await workshop.rapsheet(platform, { CACHE_ACCOUNT_SECONDS: String(ACCOUNT_SECONDS) })
  const theirs = createSteamapi(platform)
  const scan = () => ask(`${ours.url}/api/friends`, { steamId: CAST.scan })

  // Opens the connections and warms the code, with accounts that have nothing to do with the scan.
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

  const told = first.value.split('"banDetails"').length - 1
  const tell = ({ calls, ms }: { calls: { total: number }; ms: number }) =>
    `${calls.total} calls, ${(ms / roundTrip).toFixed(2)} round trips`
  return {
    rows: [
      {
        what: 'friend scan of 100',
        target: '≤ 103 calls',
        measured: `${tell(first)}, ${told} friends told`,
        isMet: first.calls.total <= 103 && told > 0,
        beside: tell(their),
      },
      {
        what: 'second scan within 10 min, names and bans asked anew',
        target: '≤ 3 calls',
        measured: tell(second),
        isMet: second.calls.total <= 3,
        beside: tell(theirSecond),
      },
    ],
  }
}
