import { CAST } from '../../sim/steam/cast.ts'
import { startLoad } from '../support/load.ts'
import { profile } from '../support/profile.ts'
import { median, whole } from '../support/table.ts'
import type { Findings } from '../support/table.ts'
import type { Server, Workshop } from '../support/workshop.ts'

// Many and short, so that whatever else the machine does befalls all servers alike.
const ROUNDS = 11
const ROUND_SECONDS = 0.6
const WARM_UP_SECONDS = 1
const PROFILE_SECONDS = 4
const PROFILED_PARTS = 10
const ADDED_BY_NODE = new Set(['connection', 'date', 'keep-alive'])
const PATH = `/api/lookup?steamId=${CAST.raider}`

// Remembered for as long as this takes, and a limit that is counted but never reached.
const SETTINGS = {
  CACHE_ACCOUNT_SECONDS: '3600',
  CACHE_HOURS_SECONDS: '3600',
  CACHE_FRIENDS_SECONDS: '3600',
  RATE_LIMIT_PER_MINUTE: '1000000',
}

/** Remembered lookups a second: ours, a bare server that sends the same bytes, and one made with Fastify, turn by turn. */
export async function measureHttp(workshop: Workshop): Promise<Findings> {
  const platform = await workshop.platform(0)
  const ours = await workshop.rapsheet(platform, SETTINGS)
  const answer = await fetch(ours.url + PATH, { headers: { 'user-agent': 'rapsheet-bench' } })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`a lookup was answered ${answer.status}: ${body}`)
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ADDED_BY_NODE.has(name)))
  const env = { ANSWER: JSON.stringify({ headers, body }) }

  const servers = {
    ours,
    bare: await workshop.server('bench/bare.ts', env),
    fastify: await workshop.server('bench/fastify.ts', env),
    logging: await workshop.rapsheet(platform, { ...SETTINGS, LOG_LEVEL: 'info' }),
  }
  const load = await startLoad(workshop)
  for (const { url } of Object.values(servers)) await load.seconds(url, PATH, WARM_UP_SECONDS)

  const rounds: Record<keyof typeof servers, Round>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const measure = async (server: Server): Promise<Round> => {
      const before = await server.usage()
      const { answered, seconds } = await load.seconds(server.url, PATH, ROUND_SECONDS)
      const { cpuMicros } = await server.usage()
      return { perSecond: answered / seconds, micros: (cpuMicros - before.cpuMicros) / answered }
    }
    rounds.push({
      bare: await measure(servers.bare),
      ours: await measure(servers.ours),
      fastify: await measure(servers.fastify),
      logging: await measure(servers.logging),
    })
  }
  const of = (name: keyof typeof servers) => ({
    perSecond: median(rounds.map((round) => round[name].perSecond)),
    micros: median(rounds.map((round) => round[name].micros)),
  })
  const [bare, our, fastify, logging] = [of('bare'), of('ours'), of('fastify'), of('logging')]

  // At a third of what it can do: on two busy processors the profiler wakes up when the kernel is left, and blames the kernel.
  const gently = Math.round(our.perSecond / 3)
  const shares = await profile(ours, () => load.seconds(ours.url, PATH, PROFILE_SECONDS, gently))

  const tell = ({ perSecond, micros }: Round) => `${whole(perSecond)}/s, ${micros.toFixed(1)} µs`
  const ratio = (a: Round, b: Round) => (a.perSecond / b.perSecond).toFixed(2)
  // Compared round by round, because it is less than what rounds differ by.
  const logLineMicros = median(rounds.map((round) => round.logging.micros - round.ours.micros))
  const cost = (a: Round, b: Round) => (b.micros / a.micros).toFixed(2)
  return {
    rows: [
      {
        what: 'remembered lookup beside a bare node:http server',
        target: '≥ 0.5 of its requests/s',
        measured: `${ratio(our, bare)}, by processor time ${cost(our, bare)} (ours ${tell(our)}; bare ${tell(bare)})`,
        isMet: our.perSecond >= 0.5 * bare.perSecond,
      },
      {
        what: 'remembered lookup beside fastify 5',
        target: '≥ 1.0 of its requests/s',
        measured: `${ratio(our, fastify)}, by processor time ${cost(our, fastify)} (ours ${tell(our)}; fastify ${tell(fastify)})`,
        isMet: our.perSecond >= fastify.perSecond,
      },
      {
        what: 'what a log line costs it (LOG_LEVEL=info)',
        target: '',
        measured: `${logLineMicros.toFixed(1)} µs (${tell(logging)})`,
      },
    ],
    notes: [
      `Requests: median of ${ROUNDS} rounds of ${ROUND_SECONDS} s each, turn by turn, 50 connections; µs is processor time of the server a request.`,
      `Where the processor time of a remembered lookup goes (profile at ${whole(gently)}/s): ${shares
        .slice(0, PROFILED_PARTS)
        .map(({ part, share }) => `${part} ${Math.round(100 * share)} %`)
        .join(', ')}.`,
    ],
  }
}

interface Round {
  perSecond: number
  /** Processor time of the server a request. */
  micros: number
}
