import { z } from 'zod'
import { wholeAccounts } from '../support/accounts.ts'
import { median, percentile, whole, type Findings } from '../support/table.ts'
import type { TopicOptions } from '../support/topics.ts'
import type { Testbed } from '../support/testbed.ts'

const LATENCY_MS = 100
const CROWD = 1_000
const RUNS = 5
const MOST_BATCHED_CALLS = 30
/** Above this lateness of the client's timer the machine was too busy, and the run is repeated. */
const LATE_MS = 200
const REPEATS_PER_RUN = 5

const crowdSchema = z.object({
  replies: z.array(z.object({ status: z.number(), body: z.string(), ms: z.number() })),
  latenessMs: z.number(),
})

interface Run {
  whole: number
  batched: number
  total: number
  maxInFlight: number
  p50: number
  p99: number
  latenessMs: number
}

const isGood = (run: Run) => run.whole === CROWD && run.batched <= MOST_BATCHED_CALLS

/** Many different lookups at once on new connections, as the first requests after the start. */
export async function measureFreshStart(testbed: Testbed, { runs = RUNS }: TopicOptions): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS)
  const crowd = await testbed.child('bench/newcomers.ts')
  await crowd.next()
  const paths = wholeAccounts(5_000)
    .slice(0, CROWD)
    .map(({ steamId }) => `/api/lookup?steamId=${steamId}`)

  const measure = async (): Promise<Run> => {
    const ours = await testbed.rapsheet(platform, { LOG_LEVEL: 'info' })
    const { value, calls } = await platform.watch(async () =>
      crowdSchema.parse(await crowd.ask({ url: ours.url, paths })),
    )
    await ours.stop()
    const times = value.replies.map(({ ms }) => ms)
    return {
      whole: value.replies.filter(({ status, body }) => status === 200 && body.includes('"unavailable":[]')).length,
      batched: calls.counts.summaries + calls.counts.bans,
      total: calls.total,
      maxInFlight: calls.maxInFlight,
      p50: percentile(times, 50),
      p99: percentile(times, 99),
      latenessMs: value.latenessMs,
    }
  }

  const measured: Run[] = []
  let repeated = 0
  while (measured.length < runs) {
    const run = await measure()
    const isLate = run.latenessMs > LATE_MS && repeated < runs * REPEATS_PER_RUN
    process.stderr.write(`  ${isLate ? 'repeated' : isGood(run) ? 'good' : 'MISSED'}: ${describe(run)}\n`)
    if (isLate) repeated++
    else measured.push(run)
  }

  const good = measured.filter(isGood).length
  const of = (name: keyof Run) => measured.map((run) => run[name])
  return {
    rows: [
      {
        what: `${whole(CROWD)} different lookups on new connections, right after the start`,
        target: `all answers complete, summaries + bans ≤ ${MOST_BATCHED_CALLS} calls, in every run`,
        measured: `${good} of ${measured.length} runs; at least ${Math.min(...of('whole'))} answers complete, ${Math.min(...of('batched'))} to ${Math.max(...of('batched'))} calls, at most ${median(of('maxInFlight'))} in flight, p50 ${whole(median(of('p50')))} ms, p99 ${whole(median(of('p99')))} ms`,
        isMet: good === measured.length,
      },
    ],
    notes: [
      `Right after the start: ${measured.length} runs; ${repeated} more were repeated because the client's timer was over ${LATE_MS} ms late; in flight, p50 and p99 are medians of the runs.`,
    ],
    hasFailed: good < measured.length,
  }
}

function describe({ whole: answers, batched, total, maxInFlight, p50, p99, latenessMs }: Run): string {
  return `${answers} of ${CROWD} complete, ${batched} calls for names and bans of ${total}, ${maxInFlight} in flight, p50 ${whole(p50)} ms, p99 ${whole(p99)} ms, client ${whole(latenessMs)} ms late`
}
