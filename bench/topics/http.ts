import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { startLoad, type Load } from '../support/load.ts'
import { median, whole, type Findings, type Row } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'
import type { TopicOptions } from '../support/topics.ts'

// Many short rounds, so that other load on the machine affects all servers equally.
const ROUNDS = 11
const ROUND_SECONDS = 0.6
const WARM_UP_SECONDS = 3
const ADDED_BY_NODE = new Set(['connection', 'date', 'keep-alive'])
const PATH = `/api/lookup?steamId=${CAST.raider}`

// Cached during the whole measurement, and with a rate limit that is never reached.
const SETTINGS = {
  CACHE_ACCOUNT_SECONDS: '3600',
  CACHE_HOURS_SECONDS: '3600',
  CACHE_FRIENDS_SECONDS: '3600',
  RATE_LIMIT_PER_MINUTE: '1000000',
}

/**
 * Cached lookups per second, in turn: our server, a bare server with the same bytes, and an older build of
 * ours if one is given.
 */
export async function measureHttp(
  testbed: Testbed,
  { runs = ROUNDS, against }: Partial<TopicOptions>,
): Promise<Findings> {
  const platform = await testbed.platform(0)
  const ours = await testbed.rapsheet(platform, SETTINGS)
  const env = { ANSWER: JSON.stringify(await readAnswer(ours)) }
  const servers: Record<string, Server> = {
    bare: await testbed.server('bench/bare.ts', env),
    ours,
    ...(against ? { [against.name]: await testbed.rapsheetOf(against, platform, SETTINGS) } : {}),
  }
  const load = await startLoad(testbed)
  const rounds = await measureInTurn(servers, load, runs)

  const of = (name: string, measure: Measure) => median(rounds.map((round) => round[name]?.[measure] ?? Number.NaN))
  // Compared per round, because the speed of the machine changes between rounds.
  const compare = (name: string, other: string, measure: Measure) =>
    median(rounds.map((round) => (round[name]?.[measure] ?? Number.NaN) / (round[other]?.[measure] ?? Number.NaN)))
  const row = (name: string, other: string, target = '', isMet?: (micros: number) => boolean): Row => {
    const micros = compare(name, other, 'micros')
    const perSecond = compare(name, other, 'perSecond')
    const format = (each: string) => `${each} ${of(each, 'micros').toFixed(1)} µs, ${whole(of(each, 'perSecond'))}/s`
    return {
      what: `cached lookup: ${name} ÷ ${other}`,
      target,
      measured: `${micros.toFixed(2)} × its processor time, ${perSecond.toFixed(2)} × its requests/s (${format(name)}; ${format(other)})`,
      ...(isMet ? { isMet: isMet(micros) } : {}),
    }
  }
  const rows = [
    row('ours', 'bare', '≤ 1.6 × its processor time', (micros) => micros <= 1.6),
    ...(against ? [row(against.name, 'bare'), row('ours', against.name)] : []),
  ]

  return {
    rows,
    notes: [
      `Requests: ${runs} rounds of ${ROUND_SECONDS} s for each server, in turn, 50 connections; µs is the server's processor time per request. Medians; a ratio is the median of the rounds' ratios.`,
    ],
  }
}

/** Looks up the account, and returns the answer for the servers that are compared with ours. */
async function readAnswer({ url }: Server): Promise<{ headers: Record<string, string>; body: string }> {
  const answer = await fetch(url + PATH, { headers: { 'user-agent': 'rapsheet-bench' } })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`a lookup was answered ${answer.status}: ${body}`)
  return { headers: Object.fromEntries([...answer.headers].filter(([name]) => !ADDED_BY_NODE.has(name))), body }
}

interface Round {
  perSecond: number
  /** The server's processor time per request. */
  micros: number
}
type Measure = keyof Round

/** Measures every server once in each round. */
async function measureInTurn(
  servers: Record<string, Server>,
  load: Load,
  count: number,
): Promise<Record<string, Round>[]> {
  for (const { url } of Object.values(servers)) await load.seconds(url, PATH, WARM_UP_SECONDS)
  const rounds: Record<string, Round>[] = []
  for (let number = 0; number < count; number++) {
    const round: Record<string, Round> = {}
    for (const [name, server] of Object.entries(servers)) {
      const before = await server.usage()
      const { answered, seconds } = await load.seconds(server.url, PATH, ROUND_SECONDS)
      const { cpuMicros } = await server.usage()
      round[name] = { perSecond: answered / seconds, micros: (cpuMicros - before.cpuMicros) / answered }
    }
    rounds.push(round)
  }
  return rounds
}
