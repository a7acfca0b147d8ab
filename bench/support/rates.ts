import type { Load } from './load.ts'
import { median, whole, type Row } from './table.ts'

const ROUNDS = 3
const ROUND_SECONDS = 3
const WARM_UP_SECONDS = 3
const TARGET = 0.9

/** A request that is repeated. */
interface RepeatedRequest {
  path: string
  headers?: Record<string, string>
}

/** Requests a second of each kind in one round. */
export type Rates<Kind extends string> = Record<Kind, number>

/** The requests for a verdict, as a game server and as a program ask. */
export const verdictRequests = (token: string, steamId: string) => ({
  game: { path: `/game/${token}/${steamId}` },
  api: { path: `/api/verdict?steamId=${steamId}`, headers: { authorization: `Bearer ${token}` } },
})

/** Measures the requests a second of each kind, in rounds in which the kinds take turns. */
export async function measureRates<Kind extends string>(
  load: Load,
  url: string,
  requests: Record<Kind, RepeatedRequest>,
): Promise<Rates<Kind>[]> {
  const measure = async (kind: Kind, seconds: number) => {
    const { path, headers } = requests[kind]
    const result = await load.seconds(url, path, seconds, undefined, headers)
    return result.answered / result.seconds
  }
  const kinds = Object.keys(requests) as Kind[]
  for (const kind of kinds) await measure(kind, WARM_UP_SECONDS)
  const rounds: Rates<Kind>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const rates: Partial<Rates<Kind>> = {}
    for (const kind of kinds) rates[kind] = await measure(kind, ROUND_SECONDS)
    rounds.push(rates as Rates<Kind>)
  }
  return rounds
}

/** Compares one kind of request with another one; the ratio is a median because the speed of the machine changes between rounds. */
export function toRateRow<Kind extends string>(
  what: string,
  rounds: Rates<Kind>[],
  [kind, reference]: readonly [Kind, Kind],
  { of, processes }: { of: string; processes: number },
): Row {
  const ratio = median(rounds.map((round) => round[kind] / round[reference]))
  const perSecond = median(rounds.map((round) => round[kind]))
  return {
    what,
    target: `≥ ${TARGET} × the requests a second of ${of}`,
    measured: `${ratio.toFixed(2)} × (median of ${rounds.length} rounds in ${processes} processes; ${whole(perSecond)}/s)`,
    isMet: ratio >= TARGET,
  }
}
