import { readdir, readlink } from 'node:fs/promises'

/** The state of a process at one moment; NaN for missing values. */
export interface Sample {
  /** Since the start. */
  seconds: number
  rssMb: number
  heapMb: number
  /** Heap after a forced garbage collection; NaN without one. */
  heapCollectedMb: number
  handles: number
  descriptors: number
  sockets: number
  /** The 99th percentile of event-loop delays since the previous sample, in milliseconds. */
  loopDelayMs: number
  requestsPerSecond: number
  /** Requests answered 429 or 5xx, in percent. */
  unavailablePercent: number
  /** Requests without an answer. */
  lost: number
}

const MEGABYTE = 1024 * 1024

/** Samples a process: its metrics at `url`, its open files from /proc. Rejects if it does not answer. */
export async function readProcess(url: string, pid: number) {
  const [text, open] = await Promise.all([
    fetch(`${url}/metrics`, { signal: AbortSignal.timeout(4_000) }).then((answer) => answer.text()),
    openFiles(pid),
  ])
  const metric = (name: string) => Number(new RegExp(`^rapsheet_${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    rssMb: metric('process_resident_memory_bytes') / MEGABYTE,
    heapMb: metric('nodejs_heap_size_used_bytes') / MEGABYTE,
    handles: metric('nodejs_active_handles_total'),
    loopDelayMs: metric('nodejs_eventloop_lag_p99_seconds') * 1_000,
    descriptors: open.length,
    sockets: open.filter((target) => target.startsWith('socket:')).length,
  }
}

async function openFiles(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`
  const names = await readdir(folder)
  // A file may be closed after the listing.
  return Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')))
}

/** Formats samples as CSV; missing values are empty. */
export function toCsv(samples: Sample[]): string {
  const columns = Object.keys(samples[0] ?? {}) as (keyof Sample)[]
  const cell = (value: number) => (Number.isFinite(value) ? String(Math.round(value * 100) / 100) : '')
  const lines = samples.map((sample) => columns.map((column) => cell(sample[column])).join(','))
  return [columns.join(','), ...lines, ''].join('\n')
}

/** The rise of a measure's regression line over the samples. */
export function riseOf(samples: Sample[], measure: (sample: Sample) => number): number {
  const points = samples
    .map((sample) => ({ x: sample.seconds, y: measure(sample) }))
    .filter(({ y }) => Number.isFinite(y))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const above = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0)
  const below = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  return (above / below) * ((points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0))
}
