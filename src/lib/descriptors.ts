import { readFileSync } from 'node:fs'

/** How often the limit is read again, because an operator can change it while the process runs. */
const READ_EVERY_MS = 5_000
/** Connections get at least this share of the limit, even if that reduces the reserve. */
const MIN_SHARE = 0.25

interface DescriptorWatchOptions {
  /** Upper bound of the number of connections, also with a high limit of open files. */
  maxConnections: number
  /** File descriptors reserved for other uses. */
  reserved: number
  readLimit?: () => number | undefined
}

export type DescriptorWatch = ReturnType<typeof watchDescriptors>

/** Reads the limit of open files now and every few seconds, and derives the maximum number of connections from it. */
export function watchDescriptors(options: DescriptorWatchOptions) {
  const { maxConnections, reserved, readLimit = readDescriptorLimit } = options
  let limit = readLimit()
  const timer = setInterval(() => {
    // Reading the limit needs a free descriptor; while no descriptor is free, the last known limit stays.
    limit = readLimit() ?? limit
  }, READ_EVERY_MS).unref()
  return {
    maxConnections(): number {
      if (limit === undefined) return maxConnections
      return Math.min(maxConnections, Math.max(limit - reserved, Math.ceil(limit * MIN_SHARE)))
    },
    /** The limit of open files; undefined when unknown. */
    limit: () => limit,
    stop: () => clearInterval(timer),
  }
}

/** The soft limit of open files; undefined when it is unlimited or cannot be read, as on systems other than Linux. */
export function readDescriptorLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
