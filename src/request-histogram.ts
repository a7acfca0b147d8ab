import type { Histogram } from 'prom-client'
import type { RequestRecord } from './http/request-report.ts'

export const BUCKETS_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const NAME = 'rapsheet_http_request_duration_seconds'

interface Series {
  labels: { route: string; method: string; status: number }
  /** Requests per bucket, not cumulative; the last one counts those above all bounds. */
  counts: number[]
  sum: number
}

/** A histogram of request durations; prom-client's own hashes labels per request, which is slower than a cached lookup. */
export function createRequestHistogram() {
  const byRoute = new Map<string, Map<string, Map<number, Series>>>()
  const all: Series[] = []

  const seriesOf = (route: string, method: string, status: number): Series => {
    const found = byRoute.get(route)?.get(method)?.get(status)
    if (found) return found
    const series = {
      labels: { route, method, status },
      counts: Array<number>(BUCKETS_SECONDS.length + 1).fill(0),
      sum: 0,
    }
    const byMethod = byRoute.get(route) ?? new Map<string, Map<number, Series>>()
    const byStatus = byMethod.get(method) ?? new Map<number, Series>()
    byRoute.set(route, byMethod.set(method, byStatus.set(status, series)))
    all.push(series)
    return series
  }

  const valuesOf = ({ labels, counts, sum }: Series) => {
    let count = 0
    const buckets = counts.map((inBucket, index) => {
      count += inBucket
      return { metricName: `${NAME}_bucket`, labels: { le: BUCKETS_SECONDS[index] ?? '+Inf', ...labels }, value: count }
    })
    return [
      ...buckets,
      { metricName: `${NAME}_sum`, labels, value: sum },
      { metricName: `${NAME}_count`, labels, value: count },
    ]
  }

  const metric = {
    name: NAME,
    get: async () => ({
      name: NAME,
      help: 'Answered requests, by route, method and status.',
      type: 'histogram',
      values: all.flatMap(valuesOf),
    }),
  }
  return {
    observe({ route, method, status, durationMs }: RequestRecord): void {
      // Clients can send any method; the label `other` keeps the number of series small.
      const series = seriesOf(route, method === 'GET' || method === 'POST' ? method : 'other', status)
      const seconds = durationMs / 1000
      let bucket = 0
      while (seconds > (BUCKETS_SECONDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++
      series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
      series.sum += seconds
    },
    // A registry uses no other members of a metric.
    metric: metric as unknown as Histogram,
  }
}
