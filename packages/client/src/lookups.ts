import type {
  Account,
  BatchResult,
  Comparison,
  Inventory,
  RustStats,
  ScanFound,
  ScanProgress,
  ScanResult,
} from './api-types.ts'
import { ApiError } from './api-error.ts'
import { eventStream, readEvents } from './read-events.ts'
import { isError, isObject, json, toApiError, type Call, type CallOptions, type Request } from './request.ts'

/** An event of a friend scan: progress, friends found since the previous event, or the result, which is the last event. */
export type ScanEvent = ScanProgress | ScanFound | ScanResult

export interface ScanOptions extends CallOptions {
  /** Whether banned friends are sent in separate events as they are found. */
  found?: boolean
  /** Position in the list of the first friend to check, newest friendship first; by default 0. A result has that of the following part in `next`. */
  from?: number
}

export interface InventoryOptions extends CallOptions {
  /** The `next` of the page before. */
  after?: string | undefined
}

export type Lookups = ReturnType<typeof createLookups>

/** Lookups of accounts. An account is given in any form that the service knows, a `steamId` as 17 digits. */
export const createLookups = (request: Request) => ({
  lookUp: (account: string, options?: CallOptions): Promise<Account> =>
    request({ ...options, path: '/api/lookup', query: { steamId: account } }, json('bans')),
  /** Looks up at most 50 accounts; resolves if at least one of them was found. */
  lookUpBatch: (accounts: readonly string[], options?: CallOptions): Promise<BatchResult> =>
    request({ ...options, path: '/api/lookup/batch', body: { steamIds: accounts } }, json('failures')),
  compare: (account: string, other: string, options?: CallOptions): Promise<Comparison> =>
    request({ ...options, path: '/api/compare', query: { steamId: account, other } }, json('friendship')),
  getStats: (steamId: string, options?: CallOptions): Promise<RustStats> =>
    request({ ...options, path: '/api/rust-stats', query: { steamId } }, json('stats')),
  /** The first 50 items, or those after the page whose `next` is given in `after`. */
  getInventory: (steamId: string, { after, ...call }: InventoryOptions = {}): Promise<Inventory> =>
    request({ ...call, path: '/api/inventory', query: { steamId, after } }, json('items')),

  /**
   * Scans 100 friends, by default the newest; the result is the last event. Leaving the loop ends the scan. Throws an ApiError at any time, and
   * `stream_broken` when the stream ends without a result: earlier events stay valid, and nothing is known about the other friends. The
   * request is retried only until its stream begins.
   */
  async *scanFriends(
    steamId: string,
    { found, from, ...call }: ScanOptions & Pick<Call, 'deadline'> = {},
  ): AsyncGenerator<ScanEvent, void, undefined> {
    const response = await request({ ...call, path: '/api/friends', body: { steamId, found, from } }, eventStream)
    try {
      for await (const event of readEvents(response.body)) {
        if (isError(event)) throw toApiError(event, response)
        if (!isScanEvent(event)) continue
        yield event
        if ('friends' in event) return
      }
    } catch (cause) {
      call.signal?.throwIfAborted()
      throw cause instanceof ApiError ? cause : new ApiError('stream_broken', BROKEN, { cause })
    }
    throw new ApiError('stream_broken', BROKEN)
  },
})

const BROKEN = 'The stream ended before its result.'

/** A newer service may send other events. */
const isScanEvent = (value: unknown): value is ScanEvent =>
  isObject(value) && ('progress' in value || 'found' in value || 'friends' in value)
