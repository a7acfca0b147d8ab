import { setTimeout as sleep } from 'node:timers/promises'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { createCrowd } from '../support/ask.ts'
import { createClient, inCrowd, type Client } from '../support/client.ts'
import type { Calls, Platform } from '../support/platform.ts'
import { openReplicaBed } from '../support/replica-bed.ts'
import { whole, type Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'

const LATENCY_MS = 100
const ACCOUNTS = 6_000
const REPLICAS = 4
const ASKED = 500
const AT_ONCE = 20
const CROWD = 1_000
/** Time until a client's next request, which arrives over another connection of its load balancer. */
const SOON_MS = 50
const MAX_SHARE = 1.05
const MAX_BATCHED = 45
/** Cache times that no entry reaches during the run. */
const SETTINGS = { CACHE_ACCOUNT_SECONDS: '3600', CACHE_HOURS_SECONDS: '3600', CACHE_FRIENDS_SECONDS: '3600' }

/** Measures how many calls four replicas make for requests that a single process answers with fewer. */
export async function measureReplicaCalls(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS, ACCOUNTS)
  const bed = await openReplicaBed(testbed)
  const replicas = await bed.start(platform, REPLICAS, SETTINGS)
  const single = createClient((await testbed.rapsheet(platform, { ...SETTINGS, STORE_URL: 'memory://' })).url)
  const clients = replicas.map(({ url }) => createClient(url))
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  const some = (count: number) => Array.from({ length: count }, next)
  for (const client of [single, ...clients]) await client.ask(pathOf(next()))

  // A single process gets equally many requests at the same pace, because the pace decides how many share a batched call.
  const ofOne = clients.map(() => single)
  const inTurn = await platform.watch(() => askInTurn(clients, some(ASKED)))
  const inTurnAlone = await platform.watch(() => askInTurn(ofOne, some(ASKED)))
  const soon = await platform.watch(() => askOneAfterAnother(clients, some(ASKED), SOON_MS))
  const soonAlone = await platform.watch(() => askOneAfterAnother(ofOne, some(ASKED), SOON_MS))
  const atOnce = await platform.watch(() => askOneAfterAnother(clients, some(ASKED), 0))
  const atOnceAlone = await platform.watch(() => askOneAfterAnother(ofOne, some(ASKED), 0))
  const { value: incomplete, calls } = await crowdOf(platform, replicas, some(CROWD))
  for (const client of [single, ...clients]) client.close()

  const turnRow = (how: string, asked: typeof inTurn, alone: typeof inTurn) => {
    const share = asked.calls.total / alone.calls.total
    return {
      what: `the same ${ASKED} accounts asked of each of ${REPLICAS} replicas, ${how}`,
      target: `≤ ${MAX_SHARE} × the calls of one process`,
      measured: `${share.toFixed(2)} × (${whole(asked.calls.total)} ÷ ${whole(alone.calls.total)})${failuresOf(asked.value)}`,
      isMet: share <= MAX_SHARE,
    }
  }
  const batched = batchedOf(calls)
  return {
    rows: [
      turnRow('by one replica after the other', inTurn, inTurnAlone),
      turnRow(`each account ${SOON_MS} ms after the answer of the replica before`, soon, soonAlone),
      {
        what: `${whole(CROWD)} different look-ups at once over ${REPLICAS} replicas`,
        target: `names + bans ≤ ${MAX_BATCHED} calls`,
        measured: `${batched} calls (${whole(calls.total)} with hours and friend lists), ${incomplete} incomplete answers`,
        isMet: batched <= MAX_BATCHED,
      },
    ],
    notes: [
      `Replicas' calls: with no pause between the answer of one replica and the question to the next, before the first one has written what it knows, ${(atOnce.calls.total / atOnceAlone.calls.total).toFixed(2)} × the calls.`,
    ],
  }
}

const pathOf = (steamId: string) => `/api/lookup?steamId=${steamId}`
const batchedOf = ({ counts }: Calls) => counts.summaries + counts.bans

type Statuses = { status: number }[]

/** All accounts of the first replica, then of the second, and so on. */
async function askInTurn(clients: Client[], steamIds: string[]): Promise<Statuses> {
  const replies: Statuses = []
  for (const client of clients)
    replies.push(...(await inCrowd(steamIds, AT_ONCE, (steamId) => client.ask(pathOf(steamId)))))
  return replies
}

/** Asks every replica for one account after the other, with a pause in between. */
async function askOneAfterAnother(clients: Client[], steamIds: string[], pauseMs: number): Promise<Statuses> {
  const replies = await inCrowd(steamIds, AT_ONCE, async (steamId) => {
    const own: Statuses = []
    for (const client of clients) {
      if (own.length > 0 && pauseMs > 0) await sleep(pauseMs)
      own.push(await client.ask(pathOf(steamId)))
    }
    return own
  })
  return replies.flat()
}

/** Asks each replica for equally many different accounts at once; returns the number of incomplete answers. */
async function crowdOf(platform: Platform, replicas: Server[], steamIds: string[]) {
  const crowds = replicas.map((replica) => createCrowd(replica))
  const each = steamIds.length / replicas.length
  for (const crowd of crowds) await crowd.gather(each)
  return platform.watch(async () => {
    const answers = await Promise.all(
      crowds.map((crowd, index) => crowd.lookup(steamIds.slice(index * each, (index + 1) * each))),
    )
    return answers.flat().filter((answer) => !answer.includes('"unavailable":[]')).length
  })
}

function failuresOf(replies: Statuses): string {
  const failed = replies.filter(({ status }) => status !== 200).length
  return failed === 0 ? '' : `; ${failed} of ${replies.length} failed`
}
