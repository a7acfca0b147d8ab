import type { Status } from '../../src/model/status.ts'
import type { ApiError } from '../../packages/client/src/api-error.ts'
import { toApiError } from './to-api-error.ts'
import { createStore } from './store.ts'

/** Why the state could not be read; for the reason `other`, `code` says more. */
export interface RefreshFailure {
  reason: 'offline' | 'no_answer' | 'logged_out' | 'closed' | 'other'
  code: ApiError['code'] | 'no_answer'
}

export interface StatusState {
  /** The last state that was read; it is kept while reading fails. */
  status: Status | null
  /** When `status` was read, Unix seconds of the browser. */
  refreshedAt: number | null
  /** How far the clock of the service is ahead of the browser's, seconds. */
  clockOffset: number
  /** Why the last attempt failed; null if it succeeded. */
  failure: RefreshFailure | null
  isPaused: boolean
}

interface FeedOptions {
  getStatus: (signal: AbortSignal) => Promise<Status>
  /** Unix seconds of the browser. */
  now: () => number
  /** Creates a signal that aborts an attempt to which no answer arrives in time. */
  createTimeout: () => AbortSignal
}

const REASONS: Partial<Record<ApiError['code'], RefreshFailure['reason']>> = {
  connection_failed: 'offline',
  unauthorized: 'logged_out',
  not_found: 'closed',
}

/** Reads the state of the service, and keeps the last state that was read. */
export function createStatusFeed({ getStatus, now, createTimeout }: FeedOptions) {
  const store = createStore<StatusState>({
    status: null,
    refreshedAt: null,
    clockOffset: 0,
    failure: null,
    isPaused: false,
  })
  let running: Promise<void> | undefined

  const read = async () => {
    const timeout = createTimeout()
    try {
      const status = await getStatus(timeout)
      const refreshedAt = now()
      store.update({ status, refreshedAt, clockOffset: status.at - refreshedAt, failure: null })
    } catch (error) {
      store.update({ failure: timeout.aborted ? { reason: 'no_answer', code: 'no_answer' } : toFailure(error) })
    }
  }

  const refresh = (): Promise<void> => {
    running ??= read().finally(() => (running = undefined))
    return running
  }

  return {
    store,
    /** Reads the state, or joins the attempt in progress. */
    refresh,
    /** Reads the state unless the user has paused reading. */
    refreshUnlessPaused: () => (store.get().isPaused ? Promise.resolve() : refresh()),
    /** Pauses or resumes reading; resuming reads at once. */
    setPaused(isPaused: boolean): void {
      store.update({ isPaused })
      if (!isPaused) void refresh()
    },
  }
}

function toFailure(error: unknown): RefreshFailure {
  const { code } = toApiError(error)
  return { reason: REASONS[code] ?? 'other', code }
}
