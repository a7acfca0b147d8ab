import { onTestFinished } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { createTransport, type Transport, type TransportOptions } from '../../src/steam/upstream/transport.ts'
import type { TryResult } from '../../src/steam/upstream/request.ts'

interface Connection extends Transport {
  /** All finished attempts, in order. */
  records: TryResult[]
}

interface Platform {
  apiUrl: string
  communityUrl: string
  key: string
}

/** A transport to a platform, without retries and pauses; closed after the test. */
export function connect(
  { apiUrl, communityUrl, key }: Platform,
  options: Partial<TransportOptions> = {},
  onEnd: (close: () => Promise<void>) => void = onTestFinished,
): Connection {
  const records: TryResult[] = []
  const transport = createTransport({
    apiUrl,
    communityUrl,
    apiKey: key,
    concurrency: 100,
    inventoryBurst: 1,
    inventoryPauseMs: 0,
    keyPauseMs: 0,
    blockPauseMs: 5 * 60_000,
    inventorySpacingMs: 0,
    tryMs: 5_000,
    urgentTryMs: 1_200,
    deadlineMs: 10_000,
    scanDeadlineMs: 30_000,
    retries: 0,
    clock: systemClock,
    random: () => 0.5,
    onTryResult: (record) => records.push(record),
    onEvent: () => {},
    ...options,
  })
  onEnd(transport.close)
  return { ...transport, records }
}
