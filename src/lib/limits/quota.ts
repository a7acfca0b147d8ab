export const QUOTA_SECONDS = 60
const WINDOW_MS = QUOTA_SECONDS * 1000
/** Costs in lookups have one decimal; they are counted in whole points, which add up exactly. */
const POINTS_PER_LOOKUP = 10
/**
 * Maximum number of clients; beyond it the client with the oldest window is forgotten. Otherwise the owner of a large IPv6 network could
 * fill the memory.
 */
const MAX_CLIENTS = 100_000

/** Whether a request is allowed, and the state of its client's quota. */
export interface QuotaResult {
  isAllowed: boolean
  /** Lookups left in this window. */
  remaining: number
  /** Time until the window ends, milliseconds; after a refusal, time until the request can be allowed. */
  resetMs: number
  /** Whether the request costs the whole quota, so that it is allowed only as the first request of a window. */
  needsWholeMinute: boolean
}

/** What a client's quota has left. */
export interface QuotaLeft {
  /** The whole quota of a minute. */
  limit: number
  remaining: number
  /** Seconds until the quota is whole again. */
  resetSeconds: number
}

interface UseElsewhere {
  points: number
  firstMs: number
  lastMs: number
}

/** Exchanges with other processes how much each client has used; answers without a round trip. */
export interface SharedUse {
  /** Reports the use of a client in this process, in the window that ends in `leftMs`. */
  note(client: string, points: number, leftMs: number): void
  /** The client's use in the last known windows of other processes, and the time until the first and the last of these windows end. */
  elsewhere(client: string): UseElsewhere | undefined
}

/** Opens the exchange of what clients have used; each client has a limit of `limitPoints`. */
export type OpenSharedUse = (limitPoints: number) => SharedUse

export type Quota = ReturnType<typeof createQuota>

/** What a client has used since its first request of this window. */
interface Window {
  points: number
  /** Unix milliseconds. */
  endsAt: number
}

/**
 * Allows each client `perMinute` lookups a minute; with `openShared`, its lookups in other processes count too, as far as they are known.
 * @example
 *   const quota = createQuota(2)
 *   quota.consume('192.0.2.1', 1.5).isAllowed // true
 *   quota.consume('192.0.2.1', 1).isAllowed // false
 */
export function createQuota(perMinute: number, openShared?: OpenSharedUse) {
  const limitPoints = perMinute * POINTS_PER_LOOKUP
  /** In the order in which the windows end, because all have the same length. */
  const windows = new Map<string, Window>()
  const shared = openShared?.(limitPoints)
  // A request that costs more than the whole quota takes the whole quota; it would otherwise never be allowed.
  const toPoints = (cost: number, consumed = 0) => Math.round(Math.min(perMinute - consumed, cost) * POINTS_PER_LOOKUP)
  const windowOf = (client: string, now: number): Window => {
    const current = windows.get(client)
    if (current && current.endsAt > now) {
      // If the system clock was set back, the window would end in more than a minute.
      current.endsAt = Math.min(current.endsAt, now + WINDOW_MS)
      return current
    }
    windows.delete(client)
    for (const [oldest, { endsAt }] of windows) {
      if (endsAt > now && windows.size < MAX_CLIENTS) break
      windows.delete(oldest)
    }
    const window = { points: 0, endsAt: now + WINDOW_MS }
    windows.set(client, window)
    return window
  }
  const toResult = (isAllowed: boolean, points: number, resetMs: number, needsWholeMinute: boolean): QuotaResult => ({
    isAllowed,
    remaining: Math.floor(Math.max(0, points) / POINTS_PER_LOOKUP),
    // A window of another process seems to end in more than a minute if the database's clock was set back after the window was stored.
    resetMs: Math.min(resetMs, WINDOW_MS),
    needsWholeMinute,
  })
  return {
    /** Takes `cost` lookups; `consumed` is what the same request has taken before. A refused request costs nothing. */
    consume(client: string, cost: number, consumed = 0): QuotaResult {
      const points = toPoints(cost, consumed)
      const isWhole = cost + consumed + 1 > perMinute
      const now = Date.now()
      const window = windowOf(client, now)
      const ownMs = window.endsAt - now
      const elsewhere = shared?.elsewhere(client)
      const left = limitPoints - window.points - (elsewhere?.points ?? 0)
      if (points === 0 || points <= left) {
        window.points += points
        shared?.note(client, window.points, ownMs)
        return toResult(true, left - points, ownMs, isWhole)
      }
      const { firstMs = Infinity, lastMs = 0 } = elsewhere ?? {}
      // A request for a whole quota can be allowed when all windows with lookups have ended. Any other request can be allowed as soon as
      // the first window has ended.
      const resetMs = isWhole ? Math.max(window.points > 0 ? ownMs : 0, lastMs) : Math.min(ownMs, firstMs)
      return toResult(false, left, resetMs, isWhole)
    },
    refund(client: string, cost: number): void {
      const window = windows.get(client)
      if (window) window.points = Math.max(0, window.points - toPoints(cost))
    },
  }
}
