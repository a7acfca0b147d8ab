import type { ApiError } from '../../packages/client/src/api-error.ts'
import { toApiError } from './to-api-error.ts'

/** A part of the page that has to be requested: not requested, loading, answered at `at` (Unix milliseconds), or failed. */
export type Loadable<T> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'ready'; value: T; at: number }
  | { state: 'failed'; error: ApiError; at: number }

export const IDLE = { state: 'idle' } as const
export const LOADING = { state: 'loading' } as const

/** Converts a request to its outcome. Rejects only if the request was aborted, so that an outdated answer is never shown. */
export async function settle<T>(request: Promise<T>, signal: AbortSignal, now: () => number): Promise<Loadable<T>> {
  try {
    const value = await request
    signal.throwIfAborted()
    return { state: 'ready', value, at: now() }
  } catch (error) {
    signal.throwIfAborted()
    return { state: 'failed', error: toApiError(error), at: now() }
  }
}
