import { countUsage, createCallContext } from '../../lib/call-context.ts'
import type { CallContext } from '../../lib/call-context.ts'
import { hedged, lostHedge } from '../../lib/hedge.ts'
import { MOST_EXTENSIONS, plainClock } from '../../lib/loop-clock.ts'
import type { LoopClock } from '../../lib/loop-clock.ts'
import { createRetryBudget } from '../../lib/retry-budget.ts'
import { createGcraLimiter } from '../../lib/gcra-limiter.ts'
import { sleep, TimeLimitError, withTimeout } from '../../lib/timeout.ts'
import { RapsheetError } from '../../model/error.ts'
import { isLimited, isWorthRepeating, judge, noAnswer } from './answer.ts'
import type { Expectation, Outcome, SteamAnswer } from './answer.ts'
import { createBlock, STEAM_ORIGINS } from './block.ts'
import type { SteamOrigin } from './block.ts'
import { createCallTimes } from './call-times.ts'
import { createCircuits, isKnownOutage } from './circuit.ts'
import type { CallResult, Probe } from './circuit.ts'
import type { DayBudget } from './day-budget.ts'
import { createKeyGuard } from './key-guard.ts'
import type { KnownBlocks } from './known-blocks.ts'
import { createOrigin } from './origin.ts'
import { connectionsFor, createPacing, overloaded } from './pacing.ts'
import type { LimiterState } from './pacing.ts'
import { createRetries } from './retries.ts'

/** The seven upstream methods, by the names they have in metrics. */
export const STEAM_METHODS = ['summaries', 'bans', 'vanity', 'friends', 'games', 'stats', 'inventory'] as const
export type SteamMethod = (typeof STEAM_METHODS)[number]

/** One call as data: what is asked, and what a good answer looks like. */
export interface SteamRequest<T> extends Expectation<T> {
  method: SteamMethod
  path: string
  query: Record<string, string>
}

/** Asks Steam. Rejects with a RapsheetError, or with the caller's reason when the caller left. */
export type SteamCall = <T>(request: SteamRequest<T>, callContext: CallContext) => Promise<SteamAnswer<T>>

/** One try that ended, for metrics and health. */
export interface CallRecord {
  method: SteamMethod
  outcome: Outcome
  durationMs: number
}

/** What the pacing does beside making calls, for metrics and the log. */
export type PacingEvent =
  | { kind: 'retry'; outcome: 'made' | 'refused' }
  | { kind: 'hedge'; outcome: 'won' | 'lost' }
  | { kind: 'circuit'; circuit: SteamMethod | 'all'; isOpen: boolean }
  | { kind: 'block'; origin: SteamOrigin; isBlocked: boolean }

export interface TransportOptions {
  apiUrl: string
  communityUrl: string
  apiKey: string | undefined
  /** Most calls in flight at once to the Web API; how many really are is found out. Names and bans have some places more. */
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
  /** All tries of one call together, waits included; of a patient caller's. */
  deadlineMs: number
  patientDeadlineMs: number
  /** Tries after the first; a patient caller's go on until its deadline, unless it is 0. */
  retries: number
  /** Retries, and second tries beside a slow one, that all callers together may make, in percent of the calls of the last 10 s. */
  retryPercent: number
  hedgePercent: number
  /** The calls of the day; without it they are not counted. */
  budget?: DayBudget | undefined
  /** By which Steam's times and all time limits are measured. */
  loop?: LoopClock
  /** The blocks of this server's address; without it a restart forgets them. */
  knownBlocks?: KnownBlocks | undefined
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  onCall: (call: CallRecord) => void
  onPacing?: (event: PacingEvent) => void
}

export interface Transport {
  call: SteamCall
  limiters(): { api: LimiterState; community: Omit<LimiterState, 'waiting'> & { waiting: number } }
  /** The methods that are known to be down; `all` for the whole Web API. */
  openCircuits(): (SteamMethod | 'all')[]
  /** The hosts that block this server's address. */
  blocked(): SteamOrigin[]
  close(): Promise<void>
}

const CONNECT_MS = 2_000
const WINDOW_MS = 10_000
/** Retries and second tries that are allowed in any 10 s: in a quiet time a share of the calls would be none. */
const FEW = 10
const SHORTEST_HEDGE_MS = 50
/** How often a patient caller looks whether an outage is over. */
const OUTAGE_CHECK_MS = 250
/** A try that had this share of its time, or more, and no answer, speaks of Steam. */
const WHOLE_TRY = 0.9

/** What every look-up needs; each call is for many. */
const BATCHED = new Set<SteamMethod>(['summaries', 'bans', 'vanity'])

/** The host a method is asked of. */
const originOf = (method: SteamMethod): SteamOrigin => (method === 'inventory' ? 'community' : 'api')

/** Everything between a method and the wire: the key, pacing, time-outs, retries, and what is known of outages. */
export function createTransport(options: TransportOptions): Transport {
  const { budget, loop = plainClock, random, onPacing = () => {} } = options
  // A try ends by our clock, not by undici's, which does not know of the delay of the event loop.
  const socketMs = options.tryMs * (1 + MOST_EXTENSIONS)
  const timeouts = { connectMs: CONNECT_MS, headersMs: socketMs, bodyMs: socketMs }
  const connections = connectionsFor(options.concurrency)
  const api = createOrigin({ url: options.apiUrl, connections, ...timeouts })
  const community = createOrigin({ url: options.communityUrl, connections: 2, ...timeouts })

  const { now } = loop
  const pacing = createPacing(options.concurrency, now)
  const inventories = createGcraLimiter({
    intervalMs: options.inventorySpacingMs,
    burst: options.inventoryBurst,
    // Whoever waits longer would have no time left for the call itself.
    maxWaitMs: Math.max(0, options.deadlineMs - options.tryMs),
    refusal: (waitMs) => overloaded('Steam gives out few inventories at a time', waitMs),
  })
  let inventoriesInFlight = 0
  const wholeTryMs = Math.min(options.tryMs, options.deadlineMs) * WHOLE_TRY
  const shareOf = (percent: number) =>
    createRetryBudget({ share: percent / 100, windowMs: WINDOW_MS, atLeast: percent === 0 ? 0 : FEW, now })
  const retryShare = shareOf(options.retryPercent)
  const hedgeShare = shareOf(options.hedgePercent)
  const retries = createRetries({
    // Who has patience would wait for what never comes.
    retries: options.retryPercent === 0 ? 0 : options.retries,
    budget: retryShare,
    random,
    now,
    onRetry: (outcome) => onPacing({ kind: 'retry', outcome }),
  })
  const times = createCallTimes()
  const key = createKeyGuard(options.keyPauseMs)
  const circuits = createCircuits<SteamMethod>({
    groups: STEAM_METHODS,
    together: STEAM_METHODS.filter((method) => method !== 'inventory'),
    random,
    onChange: (circuit, isOpen) => onPacing({ kind: 'circuit', circuit, isOpen }),
  })
  const blockOf = (origin: SteamOrigin) =>
    createBlock({
      origin,
      random,
      known: options.knownBlocks?.of(origin),
      keep: (known) => options.knownBlocks?.keep(origin, known),
      onChange: (isBlocked) => onPacing({ kind: 'block', origin, isBlocked }),
    })
  const blocks = { api: blockOf('api'), community: blockOf('community') }
  const closing = new AbortController()

  const get = async <T>(request: SteamRequest<T>, signal: AbortSignal) => {
    const path = `${request.path}?${new URLSearchParams(request.query).toString()}`
    return request.method === 'inventory'
      ? community.get(path, {}, signal)
      : api.get(path, { 'x-webapi-key': options.apiKey ?? '' }, signal)
  }

  /** One try: makes the call, and tells everybody who goes by it how it ended. */
  const attempt = async <T>(
    request: SteamRequest<T>,
    signal: AbortSignal,
    outer: AbortSignal,
  ): Promise<SteamAnswer<T>> => {
    const { method } = request
    const isInventory = method === 'inventory'
    const wasFull = pacing.isFull()
    const [startedAt, sentAt] = [now(), performance.now()]
    const durationMs = () => performance.now() - sentAt
    let outcome: Outcome = 'no_answer'
    let ending: CallResult = 'fails'
    try {
      const judged = judge(await get(request, signal), request)
      outcome = judged.outcome
      if (judged.result instanceof RapsheetError) throw judged.result
      ending = 'works'
      const theirMs = now() - startedAt
      times.add(method, theirMs)
      if (!isInventory) {
        key.recordResult(undefined)
        pacing.answered({
          kind: method,
          startedAt,
          durationMs: durationMs(),
          ownDelayMs: durationMs() - theirMs,
          wasFull: wasFull || pacing.isFull(),
        })
      }
      return judged.result
    } catch (error) {
      // Whoever left, or had the answer from the other of two tries, says nothing about Steam; nor does a try that began so
      // late that its caller's time was up before its own.
      const isCutShort = outer.reason instanceof TimeLimitError && now() - startedAt < wholeTryMs
      const isGivenUp = outer.aborted && (isCutShort || !(outer.reason instanceof TimeLimitError))
      if (isGivenUp) outcome = outer.reason === lostHedge ? 'lost_hedge' : 'abandoned'
      ending = isGivenUp ? 'tells nothing' : endingOf(error, outcome)
      if (!isInventory) key.recordResult(error)
      if (isLimited(error)) {
        if (isInventory) inventories.pauseFor(options.inventoryPauseMs)
        else pacing.limited(startedAt, error.retryAfter)
      } else if (outcome === 'no_answer' && !isInventory) pacing.late(startedAt)
      throw error instanceof RapsheetError ? error : noAnswer(error)
    } finally {
      options.onCall({ method, outcome, durationMs: durationMs() })
      circuits.recordResult(method, ending, questionOf(request))
      blocks[originOf(method)].record(outcome, sentAt, probeOf(request))
    }
  }

  const timedAttempt = <T>(request: SteamRequest<T>, signal: AbortSignal): Promise<SteamAnswer<T>> => {
    if (request.method !== 'inventory') budget?.count()
    const answer = withTimeout(options.tryMs, signal, (inTime) => attempt(request, inTime, signal), loop)
    return answer.catch((error: unknown) => {
      throw error instanceof TimeLimitError ? noAnswer(error) : error
    })
  }

  /** What a call asks, to be asked once more for nobody but the circuit that wants to know; it waits its turn like any other. */
  const questionOf = <T>(request: SteamRequest<T>): Probe => ({
    id: () => new URLSearchParams(request.query).toString(),
    async run() {
      const { signal } = closing
      const callContext = createCallContext(signal)
      const ask = async () => {
        check(request)
        await timedAttempt(request, signal)
      }
      if (request.method !== 'inventory')
        return pacing.run({ callContext, signal, isPrivileged: true, leftMs: options.tryMs }, ask)
      await inventories.acquire(signal)
      await ask()
    },
  })

  /** The one call that is made during a block; as none else is under way, it waits for no turn. */
  const probeOf =
    <T>(request: SteamRequest<T>) =>
    () =>
      timedAttempt(request, closing.signal)

  /** Throws where a call would be of no use or is too dear now, before it is made. */
  const check = <T>(request: SteamRequest<T>) => {
    const { method } = request
    blocks[originOf(method)].check(probeOf(request))
    if (method === 'inventory') return
    if (method === 'games') budget?.refuseFrom('scarce', 'Rust hours')
    else budget?.refuseFrom('spent', 'look-ups')
    // Last, as it lets one call through at times, which is to be made then.
    key.check()
  }

  /** A try, and another one beside it when it takes longer than usual. */
  const hedgedAttempt = <T>(request: SteamRequest<T>, callContext: CallContext, whole: AbortSignal) => {
    const usualMs = times.usual(request.method)
    if (usualMs === undefined || callContext.isPatient || options.hedgePercent === 0)
      return timedAttempt(request, whole)
    const mayHedge = () => {
      const isCheap = budget === undefined || budget.report().state === 'plenty'
      // Where retries have used up their share, something is wrong that second tries would only add to.
      if (!isCheap || blocks.api.isBlocked() || pacing.isFull() || !hedgeShare.hasRoom() || !retryShare.hasRoom())
        return false
      hedgeShare.spend()
      return true
    }
    const onEnd = (hasWon: boolean) => onPacing({ kind: 'hedge', outcome: hasWon ? 'won' : 'lost' })
    const afterMs = Math.max(SHORTEST_HEDGE_MS, usualMs * 2)
    return hedged({ afterMs, clock: loop, mayHedge, onEnd }, whole, (signal, isSecond) => {
      if (!isSecond) return timedAttempt(request, signal)
      countUsage(callContext, 'upstreamCalls')
      return pacing.run({ callContext, signal, isPrivileged: true, leftMs: 0 }, () => timedAttempt(request, signal))
    })
  }

  /** A call that has its place: whoever waited for it may find that things have changed. */
  const inItsPlace = <T>(request: SteamRequest<T>, callContext: CallContext, whole: AbortSignal, tried: number) => {
    circuits.check(request.method, questionOf(request))
    check(request)
    countUsage(callContext, 'upstreamCalls')
    if (tried === 0) {
      retryShare.recordCall()
      hedgeShare.recordCall()
    }
    return request.method === 'inventory' ? timedAttempt(request, whole) : hedgedAttempt(request, callContext, whole)
  }

  /** Lets nobody wait for a place while Steam is down. Whoever is patient waits until it is clear that this will last. */
  const waitOut = async (method: SteamMethod, question: Probe, callContext: CallContext, signal: AbortSignal) => {
    while (callContext.isPatient && circuits.isNewlyDown(method)) await sleep(OUTAGE_CHECK_MS, signal)
    circuits.check(method, question)
  }

  const askInventory = async <T>(
    request: SteamRequest<T>,
    callContext: CallContext,
    whole: AbortSignal,
    endsAt: number,
  ) => {
    circuits.check(request.method, questionOf(request))
    await inventories.acquire(whole)
    inventoriesInFlight++
    // A second try is part of its turn, and a 429 lasts over a minute: not repeated.
    const isWorth = (error: unknown) => mayPass(error) && !isLimited(error)
    const once = (tried: number) => inItsPlace(request, callContext, whole, tried)
    return retries
      .persist({ callContext, signal: whole, endsAt, atMost: 1, once, isWorthRepeating: isWorth })
      .finally(() => inventoriesInFlight--)
  }

  const askApi = async <T>(request: SteamRequest<T>, callContext: CallContext, whole: AbortSignal, endsAt: number) => {
    const isPrivileged = BATCHED.has(request.method)
    return retries.persist({
      callContext,
      signal: whole,
      endsAt,
      atMost: Number.POSITIVE_INFINITY,
      isWorthRepeating: mayPass,
      async once(tried) {
        for (;;) {
          await waitOut(request.method, questionOf(request), callContext, whole)
          // A call that begins so late that it cannot end in time helps nobody.
          const leftMs = Math.max(0, endsAt - now() - (times.usual(request.method) ?? 0))
          const wish = { callContext, signal: whole, isPrivileged, leftMs }
          try {
            return await pacing.run(wish, () => inItsPlace(request, callContext, whole, tried))
          } catch (error) {
            // An outage that began while it waited for its place is waited out as well.
            if (!callContext.isPatient || !isKnownOutage(error)) throw error
          }
        }
      },
    })
  }

  return {
    async call(request, callContext) {
      const isInventory = request.method === 'inventory'
      if (!isInventory && options.apiKey === undefined) {
        throw new RapsheetError(
          'not_configured',
          'This server has no Steam Web API key; its operator has to set STEAM_API_KEY.',
        )
      }
      blocks[originOf(request.method)].check(probeOf(request))
      const deadlineMs = callContext.isPatient ? options.patientDeadlineMs : options.deadlineMs
      const endsAt = now() + deadlineMs
      try {
        return await withTimeout(
          deadlineMs,
          callContext.signal,
          (whole) =>
            isInventory
              ? askInventory(request, callContext, whole, endsAt)
              : askApi(request, callContext, whole, endsAt),
          loop,
        )
      } catch (error) {
        if (callContext.signal.aborted) throw callContext.signal.reason
        throw error instanceof RapsheetError ? error : noAnswer(error)
      }
    },
    limiters: () => ({
      api: pacing.state(),
      community: { inFlight: inventoriesInFlight, limit: options.inventoryBurst, waiting: inventories.waiting() },
    }),
    openCircuits: circuits.open,
    blocked: () => STEAM_ORIGINS.filter((origin) => blocks[origin].isBlocked()),
    async close() {
      circuits.close()
      for (const block of Object.values(blocks)) block.close()
      closing.abort()
      await Promise.all([api.close(), community.close()])
    },
  }
}

/** Whether asking again may help: not in an outage that is known, of which nobody was asked. */
const mayPass = (error: unknown) => isWorthRepeating(error) && !isKnownOutage(error)

/** What a failed try says of an outage: a limit nothing, nor a refusal, and some answers may be due to one account. */
function endingOf(error: unknown, outcome: Outcome): CallResult {
  if (!(error instanceof RapsheetError)) return 'fails'
  const { code, upstreamStatus } = error
  if (code !== 'platform_unavailable') return 'tells nothing'
  // A refusal that means neither a private player nor a bad key may be due to what was asked, or meet everything.
  if (upstreamStatus === 401 || upstreamStatus === 403) return 'fails on it'
  if (upstreamStatus !== undefined && upstreamStatus < 500) return 'tells nothing'
  return outcome === 'wrong_shape' || outcome === '500' ? 'fails on it' : 'fails'
}
