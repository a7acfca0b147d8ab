import type { Disk, DiskRow } from '../../src/store/disk.ts'

/** A disk in memory that records its reads and writes; `overrides` replace its methods. */
export function fakeDisk(overrides: Partial<Disk> = {}) {
  const rows = new Map<string, unknown>()
  const reads: string[][] = []
  const writes: DiskRow[][] = []
  const disk: Disk = {
    isShared: false,
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
