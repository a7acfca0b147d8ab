import type { BatchResult, ScanEvent, ScanFound } from '../../src/model/account.ts'
import type { ComparisonAnswer } from '../../src/model/comparison.ts'
import type { InventoryAnswer } from '../../src/model/inventory.ts'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import type { RustStatsAnswer } from '../../src/model/stats.ts'
import { ApiError } from './api-error.ts'
import { readEvents } from './read-events.ts'
import { createRequests, isError, isObject, readJson, toError, unreadable, type RequestOptions } from './requests.ts'

export type Client = ReturnType<typeof createClient>

/**
 * A client of the service's API. All methods reject with an ApiError, or with the signal's reason when it is aborted.
 */
export function createClient(options: RequestOptions) {
  const { send, getJson } = createRequests(options)

  return {
    lookUp: (account: string, signal: AbortSignal): Promise<LookupAnswer> =>
      getJson({ path: '/api/lookup', query: { steamId: account }, signal }),
    /** Looks up at most 50 accounts. */
    lookUpBatch: (accounts: readonly string[], signal: AbortSignal): Promise<BatchResult> =>
      getJson({ path: '/api/lookup/batch', body: { steamIds: accounts }, signal }),
    compare: (account: string, other: string, signal: AbortSignal): Promise<ComparisonAnswer> =>
      getJson({ path: '/api/compare', query: { steamId: account, other }, signal }),
    getStats: (steamId: string, signal: AbortSignal): Promise<RustStatsAnswer> =>
      getJson({ path: '/api/rust-stats', query: { steamId }, signal }),
    getInventory: (steamId: string, signal: AbortSignal): Promise<InventoryAnswer> =>
      getJson({ path: '/api/inventory', query: { steamId }, signal }),

    /** The events of a friend scan, the result last; unknown events are skipped. Throws `stream_broken` when the stream ends without one. */
    async *scanFriends(steamId: string, signal: AbortSignal): AsyncGenerator<ScanEvent | ScanFound, void, undefined> {
      const response = await send({ path: '/api/friends', body: { steamId, found: true }, signal })
      if (!response.ok) throw toError(await readJson(response, signal), response.headers.get('retry-after'))
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) throw unreadable()
      try {
        for await (const event of readEvents(response.body)) {
          if (isError(event)) throw toError(event, null)
          if (!isScanEvent(event)) continue
          yield event
          if ('friends' in event) return
        }
      } catch (error) {
        signal.throwIfAborted()
        throw error instanceof ApiError ? error : new ApiError('stream_broken', String(error))
      }
      throw new ApiError('stream_broken', 'The stream ended before its result.')
    },
  }
}

/** A newer service may send other events. */
const isScanEvent = (value: unknown): value is ScanEvent | ScanFound =>
  isObject(value) && ('progress' in value || 'found' in value || 'friends' in value)
