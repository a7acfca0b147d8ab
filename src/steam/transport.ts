import {
  bulkhead,
  BulkheadRejectedError,
  DelegateBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel'
import type { BulkheadPolicy } from 'cockatiel'
import { count } from '../lib/caller.ts'
import type { Caller } from '../lib/caller.ts'
import { createSpacing } from '../lib/spacing.ts'
import { RapsheetError } from '../model/error.ts'
import { isWorthRepeating, judge, noAnswer } from './answer.ts'
import type { Expectation, Outcome, SteamAnswer } from './answer.ts'
import { createKeyGuard } from './key-guard.ts'
import { createOrigin } from './origin.ts'

/** The seven upstream methods, by the names they have in metrics. */
export type SteamMethod = 'summaries' | 'bans' | 'vanity' | 'friends' | 'games' | 'stats' | 'inventory'

/** One call as data: what is asked, and what a good answer looks like. */
export interface SteamRequest<T> extends Expectation<T> {
  method: SteamMethod
  path: string
  query: Record<string, string>
}

/** Asks Steam. Rejects with a RapsheetError, or with the caller's reason when the caller left. */
export type SteamCall = <T>(request: SteamRequest<T>, caller: Caller) => Promise<SteamAnswer<T>>

/** One try that ended, for metrics and health. */
export interface CallRecord {
  method: SteamMethod
  outcome: Outcome
  durationMs: number
}

export interface TransportOptions {
  apiUrl: string
  communityUrl: string
  apiKey: string | undefined
  /** Calls in flight at once for hours, friend lists and statistics; names and bans have a lane of their own. */
  concurrency: number
  /** Inventory calls at once after a quiet time, and the time after which one comes back; Steam limits them per address. */
  inventoryBurst: number
  inventorySpacingMs: number
  /** How long inventories are left alone after a 429 of theirs, which comes without a `Retry-After`. */
  inventoryPauseMs: number
  /** How long a key that was refused is not sent again. */
  keyPauseMs: number
  /** One try, connecting included. */
  tryMs: number
  /** All tries of one call together. */
  deadlineMs: number
  /** Tries after the first. */
  retries: number
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  onCall: (call: CallRecord) => void
}

export interface Transport {
  call: SteamCall
  close(): Promise<void>
}

const CONNECT_MS = 2_000
const BATCHED_LANE = 32
/** Calls that may wait for a place; above it something is looping, and waiting would only spend deadlines. */
const MAX_WAITING = 5_000
const BACKOFF_MS = 200
/** Waiting longer than this for a second try would not end inside a client's patience. */
const LONGEST_BACKOFF_MS = 3_000

/** Everything between a method and the wire: the key, lanes, time-outs and retries. */
export function createTransport(options: TransportOptions): Transport {
  const timeouts = { connectMs: CONNECT_MS, headersMs: options.tryMs, bodyMs: options.tryMs }
  const api = createOrigin({ url: options.apiUrl, connections: options.concurrency + BATCHED_LANE, ...timeouts })
  const community = createOrigin({ url: options.communityUrl, connections: 2, ...timeouts })

  // From the outside in: all tries together, the tries, a place in the lane for each, the time of each.
  const deadline = timeout(options.deadlineMs, TimeoutStrategy.Aggressive)
  const tries = retry(handleWhen(isWorthRepeating), { maxAttempts: options.retries, backoff: jittered(options.random) })
  const persistently = wrap(deadline, tries)
  const batchedLane = bulkhead(BATCHED_LANE, MAX_WAITING)
  const singleLane = bulkhead(options.concurrency, MAX_WAITING)
  const tryTime = timeout(options.tryMs, TimeoutStrategy.Aggressive)
  // A second try of an inventory is part of its turn, and a 429 there lasts over a minute: not repeated.
  const oneMoreTry = retry(
    handleWhen((error) => isWorthRepeating(error) && !isLimited(error)),
    {
      maxAttempts: Math.min(1, options.retries),
      backoff: jittered(options.random),
    },
  )
  const key = createKeyGuard(options.keyPauseMs)
  const inventories = createSpacing({
    intervalMs: options.inventorySpacingMs,
    burst: options.inventoryBurst,
    // Whoever waits longer would have no time left for the call itself.
    maxWaitMs: Math.max(0, options.deadlineMs - options.tryMs),
    refusal(waitMs) {
      const retryAfter = Math.ceil(waitMs / 1000)
      const message = `Steam gives out few inventories at a time; try again in ${retryAfter} s.`
      return new RapsheetError('overloaded', message, { retryAfter })
    },
  })

  const attempt = async <T>(request: SteamRequest<T>, caller: Caller, signal: AbortSignal): Promise<SteamAnswer<T>> => {
    const isInventory = request.method === 'inventory'
    if (!isInventory) key.check()
    count(caller, 'upstreamCalls')
    const startedAt = performance.now()
    let outcome: Outcome = 'no_answer'
    try {
      const path = `${request.path}?${new URLSearchParams(request.query).toString()}`
      const raw = isInventory
        ? await community.get(path, {}, signal)
        : await api.get(path, { 'x-webapi-key': options.apiKey ?? '' }, signal)
      const judged = judge(raw, request)
      outcome = judged.outcome
      if (judged.result instanceof RapsheetError) throw judged.result
      if (!isInventory) key.heard(undefined)
      return judged.result
    } catch (error) {
      if (caller.signal.aborted) outcome = 'abandoned'
      if (!isInventory) key.heard(error)
      else if (isLimited(error)) inventories.holdFor(options.inventoryPauseMs)
      throw error instanceof RapsheetError ? error : noAnswer(error)
    } finally {
      options.onCall({ method: request.method, outcome, durationMs: performance.now() - startedAt })
    }
  }

  const timedTry = async <T>(request: SteamRequest<T>, caller: Caller, whole: AbortSignal): Promise<SteamAnswer<T>> => {
    try {
      // After a wait, for a place or between tries, there may be nobody left to ask for.
      if (whole.aborted) throw new TaskCancelledError()
      return await tryTime.execute(({ signal }) => attempt(request, caller, signal), whole)
    } catch (error) {
      throw error instanceof TaskCancelledError ? noAnswer(error) : error
    }
  }

  const inItsLane = <T>(request: SteamRequest<T>, caller: Caller): Promise<SteamAnswer<T>> => {
    // The lanes are not told of the signal: they would drop a call that has left without calling up the next one.
    const inLane = (lane: BulkheadPolicy) =>
      persistently.execute(({ signal: whole }) => lane.execute(() => timedTry(request, caller, whole)), caller.signal)
    switch (request.method) {
      case 'summaries':
      case 'bans':
      case 'vanity':
        return inLane(batchedLane)
      case 'friends':
      case 'games':
      case 'stats':
        return inLane(singleLane)
      case 'inventory':
        return deadline.execute(async ({ signal: whole }) => {
          await inventories.turn(whole)
          return oneMoreTry.execute(() => timedTry(request, caller, whole), whole)
        }, caller.signal)
    }
  }

  return {
    async call(request, caller) {
      if (request.method !== 'inventory' && options.apiKey === undefined) {
        throw new RapsheetError(
          'not_configured',
          'This server has no Steam Web API key; its operator has to set STEAM_API_KEY.',
        )
      }
      try {
        return await inItsLane(request, caller)
      } catch (error) {
        if (caller.signal.aborted) throw caller.signal.reason
        if (error instanceof BulkheadRejectedError) {
          throw new RapsheetError('overloaded', 'Too many look-ups are waiting for Steam; try again in a minute.', {
            retryAfter: 60,
          })
        }
        throw error instanceof TaskCancelledError ? noAnswer(error) : error
      }
    },
    async close() {
      await Promise.all([api.close(), community.close()])
    },
  }
}

function isLimited(error: unknown): boolean {
  return error instanceof RapsheetError && error.upstreamStatus === 429
}

/** Waits as long as Steam asks for, else twice as long each time, between half and all of it. */
function jittered(random: () => number): DelegateBackoff<{ attempt: number; result: unknown }> {
  return new DelegateBackoff(({ attempt, result }) => {
    const error = typeof result === 'object' && result !== null && 'error' in result ? result.error : undefined
    const asked = error instanceof RapsheetError && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0
    const own = BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + random() / 2)
    return Math.min(Math.max(asked, own), LONGEST_BACKOFF_MS)
  })
}
