import { readFileSync } from 'node:fs'

/** How often the limit is read again; an operator may change it while the process runs. */
const READ_EVERY_MS = 5_000
/** Where the limit is lower than the reserve, connections still get this share of it. */
const LEAST_SHARE = 0.25

export interface DescriptorWatchOptions {
  /** Most connections there may be, however many files may be open. */
  maxConnections: number
  /** File descriptors that are kept free of connections. */
  reserved: number
  readLimit?: () => number | undefined
}

/** Keeps the number of connections below the limit of open files. */
export interface DescriptorWatch {
  /** Most connections there may be now. */
  maxConnections(): number
  /** The limit of open files; undefined where it is not known. */
  limit(): number | undefined
  stop(): void
}

/** Reads the limit of open files now and every few seconds. */
export function watchDescriptors(options: DescriptorWatchOptions): DescriptorWatch {
  const { maxConnections, reserved, readLimit = readDescriptorLimit } = options
  let limit = readLimit()
  const timer = setInterval(() => {
    // The reading itself needs a free descriptor; without one the last limit holds.
    limit = readLimit() ?? limit
  }, READ_EVERY_MS).unref()
  return {
    maxConnections() {
      if (limit === undefined) return maxConnections
      return Math.min(maxConnections, Math.max(limit - reserved, Math.ceil(limit * LEAST_SHARE)))
    },
    limit: () => limit,
    stop: () => clearInterval(timer),
  }
}

/** The soft limit of open files; undefined where the system has none, does not say (only Linux does) or cannot be asked. */
export function readDescriptorLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
