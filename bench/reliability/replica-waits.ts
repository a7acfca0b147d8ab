import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../packages/sim-steam/src/random.ts'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { createClient, inCrowd, inPace, overAfter, type Client, type Reply } from '../support/client.ts'
import { countOutages, startPostgresFaults, type Outage } from '../support/postgres-faults.ts'
import { openReplicaBed, type ReplicaBed } from '../support/replica-bed.ts'
import { collectDatabaseWaits } from '../support/database-waits.ts'
import { median, percentile, whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const ACCOUNTS = 8_000
const LATENCY_MS = 50
const PER_SECOND = 20
const DURATION_MS = 130_000
/** Number of accounts that are in the Postgres cache at the beginning. */
const CACHED = 1_300
const AT_ONCE = 20
const LONGEST_WAIT_MS = 300
const RECOVERS_MS = 4_000
const ROUNDS = 4
/** In an outage, a block of calls does not last for so many look-ups a second. */
const SETTINGS = { STEAM_CALLS_PER_DAY: '0' }

/** One lookup, sent at the same time to a replica and to two identical processes that do not use Postgres. */
interface Pair {
  at: number
  replica: Reply
  single: Reply
  control: Reply
}

/** How much longer than a single process a replica takes while its Postgres fails; Steam is well. */
export async function measureReplicaWaits(testbed: Testbed): Promise<Findings> {
  const seed = 1 + Math.floor(Math.random() * 1_000_000)
  const platform = await testbed.platform(LATENCY_MS, ACCOUNTS)
  const bed = await openReplicaBed(testbed)
  const steamIds = wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId)
  const pathOf = (steamId: string) => `/api/lookup?steamId=${steamId}`

  const [writer] = (await bed.start(platform, 1, SETTINGS)).map(({ url }) => createClient(url))
  const logged = collectDatabaseWaits()
  const [replica] = (await bed.start(platform, 1, { ...SETTINGS, LOG_LEVEL: 'info' }, logged.onOutput)).map(({ url }) =>
    createClient(url),
  )
  const openSingle = async () => createClient((await testbed.rapsheet(platform, { STORE_URL: 'memory://' })).url)
  const [single, control] = [await openSingle(), await openSingle()]
  if (!writer || !replica) throw new Error('two replicas are needed')
  await inCrowd(steamIds.filter((_, index) => index % 2 === 0).slice(0, CACHED), AT_ONCE, (steamId) =>
    writer.ask(pathOf(steamId)),
  )
  const next = deal(steamIds)
  const askBoth = async (): Promise<Pair> => {
    const path = pathOf(next())
    const at = performance.now()
    const [ofReplica, ofSingle, ofControl] = await Promise.all([replica, single, control].map(({ ask }) => ask(path)))
    if (!ofReplica || !ofSingle || !ofControl) throw new Error('three answers are needed')
    return { at, replica: ofReplica, single: ofSingle, control: ofControl }
  }
  const faults = startPostgresFaults({ ...bed, random: createRandom(seed, 'faults of Postgres') })
  const pairs = await inPace(PER_SECOND, overAfter(DURATION_MS), askBoth)
  const outages = await faults.stop()
  const { rows, notes } = judge(pairs, outages, seed)
  rows.unshift(judgeLogged(pairs, logged.waits(), seed))
  rows.push(await measureFirst(bed, replica, () => pathOf(next())))
  for (const client of [writer, replica, single, control]) client.close()
  return { rows, notes }
}

/** The first look-up after Postgres has frozen waits for everything that a replica may ask it for. */
async function measureFirst({ postgres }: ReplicaBed, replica: Client, next: () => string): Promise<Row> {
  const [usual, first]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(RECOVERS_MS)
    usual.push((await replica.ask(next())).ms)
    await postgres.freeze()
    first.push((await replica.ask(next())).ms)
    await postgres.thaw()
  }
  const longest = Math.max(...first) - median(usual)
  return {
    what: `the first look-up after Postgres freezes, ${ROUNDS} times`,
    target: `≤ ${LONGEST_WAIT_MS} ms longer than usual`,
    measured: `at most ${whole(longest)} ms longer than ${whole(median(usual))} ms`,
    isMet: longest <= LONGEST_WAIT_MS,
  }
}

/** Judges the waits that the replica logged, by its own clock, which stands still while the machine does not run the process. */
function judgeLogged(pairs: Pair[], waits: number[], seed: number): Row {
  const failed = pairs.filter(({ replica }) => replica.status !== 200)
  const longest = Math.max(...waits)
  return {
    what: `time that a look-up waits for Postgres in all while that fails, as the replica logs it, seed ${seed}`,
    target: `all answered, none waits more than ${LONGEST_WAIT_MS} ms`,
    measured: `${failed.length} of ${whole(pairs.length)} failed; at most ${whole(longest)} ms, p99 ${whole(percentile(waits, 99))} ms`,
    isMet: failed.length === 0 && longest <= LONGEST_WAIT_MS,
  }
}

function judge(pairs: Pair[], outages: Outage[], seed: number): Required<Pick<Findings, 'rows' | 'notes'>> {
  const outageAt = (at: number) => outages.find(({ from, to }) => from <= at && at <= to)?.name
  const during = pairs.filter(({ at }) => outageAt(at) !== undefined)
  const longer = during.map(({ replica, single }) => replica.ms - single.ms)
  // The noise of the machine: how much two identical processes differ.
  const noise = during.map(({ single, control }) => Math.abs(single.ms - control.ms))
  const failed = pairs.filter(({ replica }) => replica.status !== 200)
  const slowest = Math.max(...longer)
  const timesOf = (times: number[]) =>
    `p50 ${whole(percentile(times, 50))} ms, p99 ${whole(percentile(times, 99))} ms, slowest ${whole(Math.max(...times))} ms`
  const names = new Set(outages.map(({ name }) => name))
  return {
    rows: [
      {
        what: `look-ups while Postgres fails, one replica against a single process at the same time, seed ${seed}`,
        target: `all answered, none waits more than ${LONGEST_WAIT_MS} ms longer`,
        measured: `${failed.length} of ${whole(pairs.length)} failed; at most ${whole(slowest)} ms longer, p99 ${whole(percentile(longer, 99))} ms (two single processes differ by up to ${whole(Math.max(...noise))} ms, p99 ${whole(percentile(noise, 99))} ms)`,
        isMet: failed.length === 0 && slowest <= LONGEST_WAIT_MS,
      },
    ],
    notes: [
      `Waits, seed ${seed}: ${countOutages(outages)}; the replica ${timesOf(during.map(({ replica }) => replica.ms))}; the single process ${timesOf(during.map(({ single }) => single.ms))}.`,
      ...[...names].map((name) => {
        const found = during.filter(({ at }) => outageAt(at) === name)
        return `Waits, ${name}: at most ${whole(Math.max(...found.map(({ replica, single }) => replica.ms - single.ms)))} ms longer in ${found.length} look-ups.`
      }),
      ...failed
        .slice(0, 5)
        .map(({ replica, at }) => `WAITS: ${replica.status} ${replica.text} (${outageAt(at) ?? 'no outage'})`),
    ],
  }
}
