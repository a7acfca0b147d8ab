import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../packages/sim-steam/src/random.ts'
import { startBalancer } from '../../demo/replicas/balancer.ts'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { isAlive } from '../support/alive.ts'
import { createClient, inPace } from '../support/client.ts'
import { openReplicaBed } from '../support/replica-bed.ts'
import { percentile, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const REPLICAS = 3
const ROUNDS = 2
const ACCOUNTS = 10_000
const LATENCY_MS = 100
const PER_SECOND = 20
/** A scan takes seconds, so that some are under way at every stop. */
const SCAN_SHARE = 0.01
const BATCH_SHARE = 0.08
const POST_SHARE = 0.5
const SCAN_WITHIN_MS = 60_000
const JOINED_MS = 1_500
/** Long, because the machine may be busy. */
const CHECK_WITHIN_MS = 5_000

/** Restarts all replicas behind a balancer, one after the other, with default settings, under load. */
export async function measureRollingRestart(testbed: Testbed): Promise<Findings> {
  const seed = 1 + Math.floor(Math.random() * 1_000_000)
  const random = createRandom(seed, 'rolling restart')
  const platform = await testbed.platform(LATENCY_MS, ACCOUNTS)
  const bed = await openReplicaBed(testbed)
  const start = async () => {
    const settings = { ...bed.settings, ROLE: 'http', TRUST_PROXY: 'loopback', STEAM_CALLS_PER_DAY: '1000000' }
    return testbed.rapsheet(platform, settings)
  }
  const replicas = await Promise.all(Array.from({ length: REPLICAS }, start))
  const balancer = await startBalancer(() => replicas.map(({ url }) => url), { checkWithinMs: CHECK_WITHIN_MS })
  while (!(await isAlive(balancer.url, SCAN_WITHIN_MS))) await sleep(JOINED_MS)

  const client = createClient(balancer.url)
  const patient = createClient(balancer.url, { withinMs: SCAN_WITHIN_MS })
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  const ask = async () => {
    const draw = random.next()
    // The balancer repeats a GET that fails, and does not repeat a POST.
    if (draw < SCAN_SHARE) return { what: 'scan', ...(await patient.ask('/api/friends', { steamId: CAST.scan })) }
    if (draw < SCAN_SHARE + BATCH_SHARE)
      return { what: 'batch', ...(await client.ask('/api/lookup/batch', { steamIds: [next(), next(), next()] })) }
    if (random.chance(POST_SHARE)) return { what: 'POST', ...(await client.ask('/api/lookup', { input: next() })) }
    return { what: 'GET', ...(await client.ask(`/api/lookup?steamId=${next()}`)) }
  }
  let isOver = false
  const load = inPace(PER_SECOND, () => isOver, ask)
  let restarts = 0
  for (let turn = 0; turn < ROUNDS * REPLICAS; turn++) {
    await sleep(JOINED_MS)
    const [oldest] = replicas
    await oldest?.stop()
    replicas.shift()
    replicas.push(await start())
    restarts++
  }
  await sleep(JOINED_MS)
  isOver = true
  const replies = await load
  client.close()
  patient.close()
  await balancer.close()

  const isComplete = ({ what, text }: { what: string; text: string }) =>
    what !== 'scan' || (text.includes('"totalFriends"') && !text.includes('"error"'))
  const lost = replies.filter((reply) => reply.status !== 200 || !isComplete(reply))
  const times = replies.filter(({ what }) => what !== 'scan').map(({ ms }) => ms)
  return {
    rows: [
      {
        what: `rolling restart of ${REPLICAS} replicas, ${ROUNDS} times, under ${PER_SECOND} requests/s of new accounts, seed ${seed}`,
        target: '0 requests lost',
        measured: `${lost.length} of ${whole(replies.length)} lost in ${restarts} restarts; p50 ${whole(percentile(times, 50))} ms, p99 ${whole(percentile(times, 99))} ms`,
        isMet: lost.length === 0 && restarts > 0,
      },
    ],
    notes: lost
      .slice(0, 5)
      .map(({ what, status, text, ms }) => `ROLLING: ${what} ${status} after ${whole(ms)} ms: ${text.slice(-200)}`),
  }
}
