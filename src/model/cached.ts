/** A value with the times when it was fetched and when its cache entry expires, in Unix seconds. */
export interface Cached<T> {
  value: T
  fetchedAt: number
  expiresAt: number
  /** When Steam's answer lacks a record that an earlier answer had: when that answer was fetched, Unix seconds. */
  lastSeenAt?: number
}
