import { CAST } from '../../sim/steam/cast.ts'
import { startLoad } from '../support/load.ts'
import { profile } from '../support/profile.ts'
import { median, whole, type Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'

// Many short rounds, so that other load on the machine affects all servers equally.
const ROUNDS = 11
const ROUND_SECONDS = 0.6
const WARM_UP_SECONDS = 1
const PROFILE_SECONDS = 4
const PROFILED_PARTS = 10
const ADDED_BY_NODE = new Set(['connection', 'date', 'keep-alive'])
const PATH = `/api/lookup?steamId=${CAST.raider}`

// Cached during the whole measurement, and with a rate limit that is never reached.
const SETTINGS = {
  CACHE_ACCOUNT_SECONDS: '3600',
  CACHE_HOURS_SECONDS: '3600',
  CACHE_FRIENDS_SECONDS: '3600',
  RATE_LIMIT_PER_MINUTE: '1000000',
}

/** Cached lookups per second: our server, a bare server with the same bytes, and one with Fastify, in turn. */
export async function measureHttp(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(0)
  const ours = await testbed.rapsheet(platform, SETTINGS)
  const answer = await fetch(ours.url + PATH, { headers: { 'user-agent': 'rapsheet-bench' } })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`a lookup was answered ${answer.status}: ${body}`)
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ADDED_BY_NODE.has(name)))
  const env = { ANSWER: JSON.stringify({ headers, body }) }

  const servers = {
    ours,
    bare: await testbed.server('bench/bare.ts', env),
    fastify: await testbed.server('bench/fastify.ts', env),
    logging: await testbed.rapsheet(platform, { ...SETTINGS, LOG_LEVEL: 'info' }),
  }
  const load = await startLoad(testbed)
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

  // At a third of the capacity: on two busy cores the profiler attributes too many samples to the kernel.
  const profiledPerSecond = Math.round(our.perSecond / 3)
  const shares = await profile(ours, () => load.seconds(ours.url, PATH, PROFILE_SECONDS, profiledPerSecond))

  const format = ({ perSecond, micros }: Round) => `${whole(perSecond)}/s, ${micros.toFixed(1)} µs`
  const ratio = (a: Round, b: Round) => (a.perSecond / b.perSecond).toFixed(2)
  // Compared per round, because the difference is smaller than the variation between rounds.
  const logLineMicros = median(rounds.map((round) => round.logging.micros - round.ours.micros))
  const cost = (a: Round, b: Round) => (b.micros / a.micros).toFixed(2)
  return {
    rows: [
      {
        what: 'cached lookup compared with a bare node:http server',
        target: '≥ 0.5 × its requests/s',
        measured: `${ratio(our, bare)}, by processor time ${cost(our, bare)} (ours ${format(our)}; bare ${format(bare)})`,
        isMet: our.perSecond >= 0.5 * bare.perSecond,
      },
      {
        what: 'cached lookup compared with fastify 5',
        target: '≥ 1.0 × its requests/s',
        measured: `${ratio(our, fastify)}, by processor time ${cost(our, fastify)} (ours ${format(our)}; fastify ${format(fastify)})`,
        isMet: our.perSecond >= fastify.perSecond,
      },
      {
        what: 'processor time of a log line (LOG_LEVEL=info)',
        target: '',
        measured: `${logLineMicros.toFixed(1)} µs (${format(logging)})`,
      },
    ],
    notes: [
      `Requests: median of ${ROUNDS} rounds of ${ROUND_SECONDS} s each, in turn, 50 connections; µs is the server's processor time per request.`,
      `Processor time of a cached lookup by part (profile at ${whole(profiledPerSecond)}/s): ${shares
        .slice(0, PROFILED_PARTS)
        .map(({ part, share }) => `${part} ${Math.round(100 * share)} %`)
        .join(', ')}.`,
    ],
  }
}

interface Round {
  perSecond: number
  /** The server's processor time per request. */
  micros: number
}
