import type { Disk, Row } from '../../src/store/disk.ts'

/** A disk that is a map, and what was asked of it; `overrides` break it. */
export function fakeDisk(overrides: Partial<Disk> = {}) {
  const rows = new Map<string, unknown>()
  const reads: string[][] = []
  const writes: Row[][] = []
  const disk: Disk = {
    async getMany(keys) {
      reads.push(keys)
      return keys.map((key) => rows.get(key))
    },
    async setMany(batch) {
      writes.push(batch)
      for (const { key, value } of batch) rows.set(key, value)
    },
    purge: async () => {},
    isOpen: async () => true,
    close: async () => {},
    ...overrides,
  }
  return { disk, rows, reads, writes }
}
