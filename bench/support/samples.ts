import { readdir, readlink } from 'node:fs/promises'

/** What a process holds and how it fares at one moment; NaN where that could not be had. */
export interface Sample {
  /** Since the first one. */
  seconds: number
  rssMb: number
  heapMb: number
  /** Heap after a forced collection, where there was one. */
  heapCollectedMb: number
  handles: number
  descriptors: number
  sockets: number
  /** The worst hundredth of event-loop delays since the sample before, milliseconds. */
  loopDelayMs: number
  requestsPerSecond: number
  /** Requests refused or failed for Steam's sake, percent of all. */
  unavailablePercent: number
  /** Requests without any answer. */
  lost: number
}

const MEGABYTE = 1024 * 1024

/** Reads a process from the outside: its metrics at `url`, its open files as Linux lists them. Rejects when it is not there. */
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
  // One may be closed between the list and the look at it.
  return Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')))
}

/** Samples as a table for other programs; what could not be had is empty. */
export function toCsv(samples: Sample[]): string {
  const columns = Object.keys(samples[0] ?? {}) as (keyof Sample)[]
  const cell = (value: number) => (Number.isFinite(value) ? String(Math.round(value * 100) / 100) : '')
  const lines = samples.map((sample) => columns.map((column) => cell(sample[column])).join(','))
  return [columns.join(','), ...lines, ''].join('\n')
}

/** By how much the line that fits a measure best rises over the given samples. */
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
