import { percentile, type Row } from '../support/table.ts'

const QUICK_MS = 50

/** The row about the response times of joins once the outage is known, in milliseconds; the slowest one decides. */
export function toKnownOutageRow(title: string, times: number[]): Row {
  const slowest = Math.max(...times)
  return {
    what: `${title}: slowest answer once known`,
    target: `≤ ${QUICK_MS} ms`,
    measured: `${slowest.toFixed(1)} ms of ${times.length}, p50 ${percentile(times, 50).toFixed(1)} ms, p99 ${percentile(times, 99).toFixed(1)} ms`,
    isMet: times.length > 0 && slowest <= QUICK_MS,
  }
}
