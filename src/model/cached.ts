/** A value with the times when it was fetched and when its cache entry expires, in Unix seconds. */
export interface Cached<T> {
  value: T
  fetchedAt: number
  expiresAt: number
}

/** The current time in Unix seconds; a parameter wherever time matters, so that tests can set it. */
export type Clock = () => number

/** The machine's clock. */
export const systemClock: Clock = () => Math.floor(Date.now() / 1000)
