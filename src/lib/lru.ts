import { LRUCache } from 'lru-cache'

/**
 * An LRU cache of up to `maxEntries`, whose memory grows with its entries. The option `max` of the package would reserve the memory for all
 * entries at the start: 2.8 MB for 100,000 entries, which takes up to 20 ms.
 */
export const createLru = <V extends {}>(
  maxEntries: number,
  options: { ttl?: number; perf?: { now(): number }; ttlResolution?: number } = {},
): LRUCache<string, V> => new LRUCache<string, V>({ ...options, maxSize: maxEntries, sizeCalculation: () => 1 })
