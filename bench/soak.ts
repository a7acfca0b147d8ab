import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { createRandom } from '../packages/sim-steam/src/random.ts'
import { createWorld } from '../packages/sim-steam/src/world.ts'
import type { Order } from './moderators.ts'
import { openBot } from './support/bot.ts'
import { createClient, inPace, type Reply } from './support/client.ts'
import { readProcess, riseOf, toCsv, type Sample } from './support/samples.ts'
import { median, whole } from './support/table.ts'
import { createTestbed, type Testbed } from './support/testbed.ts'
import { mixedFaults } from './truth/campaign.ts'

// Runs all kinds of requests against a faulty Steam, and samples the process from outside.
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    csv: { type: 'string', default: join(tmpdir(), 'rapsheet-soak.csv') },
  },
})

const RUN_MS = Number(options.minutes) * 60_000
/** The world of `bench/moderators.ts`. */
const ACCOUNTS = 6_000
const LATENCY_MS = 60
/** The share of Steam's answers that are faulty. */
const FAULTY = 0.1
const SAMPLE_MS = 5_000
const COLLECT_EVERY = 12
const FAILED_SAMPLES_IN_A_ROW = 6
/** The time until both sides have closed idle connections. */
const SETTLE_MS = 70_000
const MEGABYTE = 1024 * 1024
/** The allowed rise in the second half. */
const MAY_RISE = { rssPercent: 8, heapMb: 4, descriptors: 10 }

const shiftSchema = z.object({ commands: z.number(), unanswered: z.number(), violations: z.array(z.string()) })

const testbed = createTestbed()
const abort = () => void testbed.close().finally(() => process.exit(1))
process.once('SIGINT', abort).once('SIGTERM', abort)
let isLevel = false
try {
  isLevel = await soak(testbed)
} finally {
  await testbed.close()
}
process.exit(isLevel ? 0 : 1)

async function soak(testbed: Testbed): Promise<boolean> {
  const { moderators, ours, steamUrl } = await openBot(
    testbed,
    { guilds: 10, latencyMs: LATENCY_MS },
    {
      STORE_URL: `sqlite://${join(await testbed.folder(), 'store.sqlite')}`,
      INVENTORY_SPACING_MS: '250',
      // Twenty minutes of this load exceed the calls of a day.
      STEAM_CALLS_PER_DAY: '0',
    },
    (url) => ({ imageCdnUrl: `${url}/cdn` }),
  )
  await setDial(steamUrl, { jitterMs: LATENCY_MS, faults: mixedFaults(FAULTY) })

  const world = createWorld({ accounts: ACCOUNTS })
  const load = startLoad(ours.url, world)
  // The moderators' result is the next message; nothing else is asked before it arrives.
  const shift = moderators.ask({ order: 'shift', steamIds: world.ids.slice(0, 1_000), ms: RUN_MS } satisfies Order)

  const samples: Sample[] = []
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  let failedInARow = 0
  while (elapsed() < RUN_MS - SAMPLE_MS / 2 && failedInARow < FAILED_SAMPLES_IN_A_ROW) {
    await sleep(SAMPLE_MS)
    try {
      const isCollecting = samples.length % COLLECT_EVERY === COLLECT_EVERY - 1
      const read = await readProcess(ours.url, ours.pid)
      const heapCollectedMb = isCollecting ? (await ours.usage('collect')).heapUsed / MEGABYTE : Number.NaN
      samples.push({ seconds: elapsed() / 1_000, ...read, heapCollectedMb, ...load.usage() })
      failedInARow = 0
      const minute = Math.floor(elapsed() / 60_000)
      process.stderr.write(`\rminute ${minute} of ${options.minutes}: ${whole(read.rssMb)} MB `)
    } catch (error) {
      failedInARow++
      process.stderr.write(`\nno sample: ${String(error)}\n`)
    }
  }
  const isAlive = failedInARow < FAILED_SAMPLES_IN_A_ROW
  const shiftResult = isAlive ? shiftSchema.parse(await shift) : undefined
  load.stop()
  process.stderr.write('\n')
  if (isAlive) await sleep(SETTLE_MS)
  const after = isAlive ? await readProcess(ours.url, ours.pid) : undefined

  await writeFile(options.csv, toCsv(samples))
  return report(samples, load.totals, shiftResult, after)
}

async function setDial(steamUrl: string, setting: object): Promise<void> {
  const { ok } = await fetch(`${steamUrl}/_sim/dial`, {
    method: 'POST',
    body: JSON.stringify({ method: '*', ...setting }),
  })
  if (!ok) throw new Error('the dial could not be set')
}

/** Sends all kinds of requests at a steady rate until it is stopped. */
function startLoad(url: string, world: ReturnType<typeof createWorld>) {
  const random = createRandom(1, 'soak')
  const client = createClient(url)
  const newcomer = createClient(url, { isAlwaysNew: true })
  const scanner = createClient(url, { withinMs: 60_000 })
  // Few enough that all are cached after a quarter of the run, so that memory that still grows after that is a leak.
  const few = world.ids.slice(0, 1_000)
  let isOver = false
  const totals: Totals = { asked: 0, unavailable: 0, lost: 0, left: 0, losses: [] }
  let since = { ...totals, at: performance.now() }

  const record = ({ status, text, ms }: Reply, isLeft = false) => {
    totals.asked++
    if (isLeft) totals.left++
    else if (status === 0) {
      totals.lost++
      totals.losses.push(`${text} after ${whole(ms)} ms`)
    } else if (status === 429 || status >= 500) totals.unavailable++
  }
  const avatarOf = (steamId: string) =>
    encodeURIComponent(
      `https://avatars.steamstatic.com/${world.account(steamId)?.profile?.avatarHash ?? 'none'}_full.jpg`,
    )
  const work: [perSecond: number, one: () => Promise<void>][] = [
    [20, async () => record(await client.ask(`/api/lookup?steamId=${random.pick(world.ids)}`))],
    [5, async () => record(await newcomer.ask(`/api/lookup?steamId=${random.pick(few)}`))],
    [
      1,
      async () =>
        record(
          await client.ask('/api/lookup/batch', { steamIds: Array.from({ length: 30 }, () => random.pick(world.ids)) }),
        ),
    ],
    [
      0.5,
      async () => {
        const isLeaving = random.chance(0.3)
        const signal = isLeaving ? AbortSignal.timeout(300) : undefined
        record(await scanner.ask('/api/friends', { steamId: random.pick(few) }, signal), isLeaving)
      },
    ],
    [3, async () => record(await client.ask(`/api/rust-stats?steamId=${random.pick(few)}`))],
    [1, async () => record(await client.ask(`/api/inventory?steamId=${random.pick(few)}`))],
    [3, async () => record(await client.ask(`/api/image?url=${avatarOf(random.pick(few))}`))],
    [
      2,
      async () =>
        record(await client.ask(random.pick(['/api/lookup?steamid=x', '/nowhere', '/api/lookup?steamId=a%20b']))),
    ],
  ]
  const running = work.map(([perSecond, one]) => inPace(perSecond, () => isOver, one))
  void Promise.all(running).then(() => [client, newcomer, scanner].map((each) => each.close()))
  return {
    totals,
    /** The results of the requests since the last call. */
    usage() {
      const seconds = (performance.now() - since.at) / 1_000
      const asked = totals.asked - since.asked
      const now = {
        requestsPerSecond: asked / seconds,
        unavailablePercent: asked === 0 ? 0 : (100 * (totals.unavailable - since.unavailable)) / asked,
        lost: totals.lost - since.lost,
      }
      since = { ...totals, at: performance.now() }
      return now
    },
    stop() {
      isOver = true
    },
  }
}

interface Totals {
  asked: number
  unavailable: number
  lost: number
  left: number
  /** The reason and the duration of each request without an answer. */
  losses: string[]
}

/** Prints the results; returns whether the measures level off. */
function report(
  samples: Sample[],
  { asked, unavailable, lost, left, losses }: Totals,
  shift: z.infer<typeof shiftSchema> | undefined,
  after: { descriptors: number; sockets: number } | undefined,
): boolean {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(`${samples.length} samples in ${options.csv}`)
  say(
    `HTTP: ${whole(asked)} requests, ${whole(unavailable)} answered 429 or 5xx, ${whole(left)} whose client left, ${lost} without an answer${losses.length > 0 ? `: ${losses.slice(0, 5).join('; ')}` : ''}`,
  )
  if (!shift || !after) {
    say('verdict: the service stopped answering')
    return false
  }
  say(
    `Discord: ${whole(shift.commands)} commands and clicks, ${shift.unanswered} without an answer, ${shift.violations.length} rules broken${shift.violations.length > 0 ? `: ${shift.violations.slice(0, 3).join('; ')}` : ''}`,
  )
  const half = samples.slice(Math.floor(samples.length / 2))
  const middle = (measure: keyof Sample) => median(half.map((sample) => sample[measure]).filter(Number.isFinite))
  const rise = (measure: keyof Sample) => riseOf(half, (sample) => sample[measure])
  const collected = half.filter(({ heapCollectedMb }) => Number.isFinite(heapCollectedMb))
  const verdicts = [
    verdict('resident memory, MB', 'rssMb', (MAY_RISE.rssPercent / 100) * middle('rssMb')),
    // A short run has too few collections.
    ...(collected.length >= 3 ? [verdict('heap after a collection, MB', 'heapCollectedMb', MAY_RISE.heapMb)] : []),
    verdict('descriptors', 'descriptors', MAY_RISE.descriptors),
    verdict('sockets', 'sockets', MAY_RISE.descriptors),
    verdict('handles', 'handles', MAY_RISE.descriptors),
  ]
  function verdict(name: string, measure: keyof Sample, mayRise: number): boolean {
    const isSteady = rise(measure) <= mayRise
    say(
      `${name}: ${middle(measure).toFixed(1)} in the second half, ${rise(measure) >= 0 ? '+' : ''}${rise(measure).toFixed(1)} over it (at most +${mayRise.toFixed(1)}): ${isSteady ? 'level' : 'RISING'}`,
    )
    return isSteady
  }
  say(
    `event-loop delay, p99: ${middle('loopDelayMs').toFixed(1)} ms, at most ${Math.max(...half.map((sample) => sample.loopDelayMs)).toFixed(1)} ms`,
  )
  say(`after the load: ${after.descriptors} descriptors, ${after.sockets} of them sockets`)
  const isLevel = verdicts.every(Boolean)
  const isAnswered = lost === 0 && shift.unanswered === 0
  say(
    `verdict: ${isLevel ? 'levels off' : 'does not level off'}${isAnswered ? '' : ', and not everything was answered'}`,
  )
  return isLevel && isAnswered
}
