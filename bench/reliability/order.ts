import { setTimeout as sleep } from 'node:timers/promises'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { createClient, inCrowd, type Reply } from '../support/client.ts'
import { percentile, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const ACCOUNTS = 12_000
const LATENCY_MS = 100
const LIMIT = 16
const LOOKUPS = 60
const SCANS_AT_ONCE = 20
const BATCHES_AT_ONCE = 4
const BATCH = 50
const PAUSE_MS = 500

/** The response time of a lookup while scans and batches need more calls than Steam allows. */
export async function measureOrder(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS, ACCOUNTS)
  const ours = await testbed.rapsheet(platform)
  await platform.dial({ limit: LIMIT })
  const person = createClient(ours.url)
  const crowd = createClient(ours.url, { withinMs: 120_000 })
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  const scanned = deal(manyFriended(ACCOUNTS))
  const lookups = () =>
    inCrowd(Array.from({ length: LOOKUPS }, next), 1, (steamId) => person.ask(`/api/lookup?steamId=${steamId}`))

  const idle = await lookups()
  const left = new AbortController()
  const inLoop = async (one: () => Promise<Reply>) => {
    while (!left.signal.aborted) {
      await one()
      // A rejected client retries after a pause.
      await sleep(PAUSE_MS)
    }
  }
  const load = [
    ...Array.from({ length: SCANS_AT_ONCE }, () =>
      inLoop(() => crowd.ask('/api/friends', { steamId: scanned() }, left.signal)),
    ),
    ...Array.from({ length: BATCHES_AT_ONCE }, () =>
      inLoop(() => crowd.ask('/api/lookup/batch', { steamIds: Array.from({ length: BATCH }, next) }, left.signal)),
    ),
  ]
  const busy = await lookups()
  left.abort()
  await Promise.all(load)
  person.close()
  crowd.close()

  const format = (replies: Reply[]) => {
    const times = replies.map(({ ms }) => ms)
    const whole200 = replies.filter(({ status, text }) => status === 200 && text.includes('"unavailable":[]')).length
    const some200 = replies.filter(({ status }) => status === 200).length
    return `p50 ${whole(percentile(times, 50))} ms, p99 ${whole(percentile(times, 99))} ms, ${some200} of ${replies.length} answered, ${whole200} whole${codesOf(replies)}`
  }
  return {
    rows: [
      { what: `interactive lookups, idle`, target: '', measured: format(idle) },
      {
        what: `interactive lookups during ${SCANS_AT_ONCE} friend scans and ${BATCHES_AT_ONCE} batches`,
        target: 'all answered, p50 ≤ 5 × idle',
        measured: format(busy),
        isMet:
          busy.every(({ status }) => status === 200) &&
          percentile(
            busy.map(({ ms }) => ms),
            50,
          ) <=
            5 *
              percentile(
                idle.map(({ ms }) => ms),
                50,
              ),
      },
    ],
    notes: [`Priority: Steam takes ${LATENCY_MS} ms per call, and answers 429 to each call above ${LIMIT} in flight.`],
  }
}

/** The errors, each with its count. */
function codesOf(replies: Reply[]): string {
  const codes = replies
    .filter(({ status }) => status !== 200)
    .map(({ status, text }) => `${status} ${/"error":"([^"]*?)[;.]/.exec(text)?.[1] ?? text}`)
  return [...new Set(codes)].map((code) => `, ${codes.filter((each) => each === code).length} × ${code}`).join('')
}

/** Accounts with at least a hundred friends. */
function manyFriended(accounts: number): string[] {
  const world = createWorld({ accounts })
  return world.ids.filter((steamId) => {
    const friends = world.account(steamId)?.friends
    return typeof friends === 'object' && friends.length >= 100
  })
}
