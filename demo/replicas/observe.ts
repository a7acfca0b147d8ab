import { z } from 'zod'
import type { ProgramPart } from './program-part.ts'

const ANSWERS_WITHIN_MS = 500

/** State of a running process, as it reports it. */
export interface Observation {
  isReady: boolean
  /** Calls to Steam since its start. */
  calls: number
  /** Answers found in the cache, in memory or in Postgres, since its start. */
  hits: number
  /** The day's calls of all processes, as this one has counted them; 0 without a key. */
  counted: number
  /** The session of the bot, as `/readyz` says it. */
  discord: string
  /** Whether it sweeps the watch lists and sends the alerts. */
  sweeps: boolean
}

const readinessSchema = z.object({
  ready: z.boolean(),
  discord: z.string(),
  budget: z.object({ used: z.number() }).nullable(),
})

/** Asks a process for its state; undefined when it does not answer. */
export async function observe(part: ProgramPart): Promise<Observation | undefined> {
  const url = part.url()
  if (part.state() === 'frozen' || url === undefined) return undefined
  const read = async (path: string) =>
    (await fetch(`${url}${path}`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })).text()
  try {
    const [readiness, metrics] = await Promise.all([read('/readyz'), read('/metrics')])
    const { ready, discord, budget } = readinessSchema.parse(JSON.parse(readiness))
    return {
      isReady: ready,
      calls: sumOf(metrics, /^rapsheet_steam_call_duration_seconds_count\{/),
      hits: sumOf(metrics, /^rapsheet_cache_reads_total\{.*outcome="(memory|disk)"/),
      discord,
      counted: budget?.used ?? 0,
      sweeps: sumOf(metrics, /^rapsheet_watch_lease_held\b/) > 0,
    }
  } catch {
    return undefined
  }
}

/** The sum of the samples that match, in Prometheus' text format. */
function sumOf(metrics: string, sample: RegExp): number {
  const values = metrics
    .split('\n')
    .filter((line) => sample.test(line))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))))
  return values.reduce((sum, value) => sum + value, 0)
}
