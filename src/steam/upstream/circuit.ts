import type { Clock } from '../../lib/clock.ts'
import { RapsheetError } from '../../model/error.ts'
import type { Guard, Probe, SteamMethod, TryResult } from './request.ts'

/** Failures in a row that open a circuit: with one call in five failing at random that happens once in 400,000 calls. */
const FAILURES_TO_OPEN = 8
/** Number of open circuits that opens the circuit of all methods, when no call has succeeded since they opened. */
const OPEN_TO_OPEN_ALL = 3
const FIRST_BACKOFF_MS = 1_000
const LONGEST_BACKOFF_MS = 5_000
/** Longest wait between probes while no calls are refused: the end of the outage is not urgent, and probes use up the day's calls. */
const LONGEST_IDLE_BACKOFF_MS = 60_000
/** An outage that began less than this ago may be over within seconds. */
const RECENT_MS = 10_000
/** Share by which a backoff is longer or shorter than planned, so that the probes of several circuits spread out. */
const JITTER = 0.25
/** A method is failing after so many calls in a row without a usable answer; more than one, as single 429s are normal. */
const FAILING_AFTER = 3

/** What the latest calls of a method show; 429s count as failures here. */
export interface MethodHealth {
  state: 'working' | 'failing' | 'unknown'
  /** When the method was called last, monotonic milliseconds. */
  updatedAt: number
}

export interface CircuitsOptions {
  /** The methods of one host. */
  methods: readonly SteamMethod[]
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  clock: Clock
  /** Called when a circuit opens or closes. */
  onChange: (name: SteamMethod | 'all', isOpen: boolean) => void
}

/**
 * Circuit breakers. While a circuit is open its calls are refused at once, and one probe at a time, after a backoff that
 * doubles, checks whether Steam is back (half-open). The probe repeats the call that was refused last.
 */
export interface Circuits extends Guard {
  /** Throws while the circuit of the method, or of all methods, is open. */
  check(probe: Probe): void
  recordResult(result: Pick<TryResult, 'outcome' | 'error'>, probe: Probe): void
  /** Whether the circuit of the method, or of all methods, opened less than ten seconds ago. */
  isRecentlyOpened(method: SteamMethod): boolean
  openCircuits(): (SteamMethod | 'all')[]
  health(method: SteamMethod): MethodHealth
  /** Stops probing. */
  stop(): void
}

const openCircuit = new Error('the circuit is open')

/** Whether a call was not made because of an open circuit. */
export function isCircuitOpen(error: unknown): boolean {
  return error instanceof RapsheetError && error.cause === openCircuit
}

/** One circuit for each method and one for all of them, closed at first. */
export function createCircuits({ methods, random, clock, onChange }: CircuitsOptions): Circuits {
  /** The latest probe of each method with failures, oldest first; the circuit of all methods makes them in turn. */
  const probes = new Map<SteamMethod, Probe>()
  const health = new Map<SteamMethod, { failures: number; hasWorked: boolean; updatedAt: number }>()
  let succeededAt = Number.NEGATIVE_INFINITY

  const nextProbe = (): Probe | undefined => {
    const [first] = probes
    if (!first) return undefined
    // Moved to the end, so that a method that stays down does not keep the others from being probed.
    probes.delete(first[0])
    probes.set(...first)
    return first[1]
  }
  const all = createCircuit({ name: 'all', random, clock, onChange, nextProbe })
  // While all methods are down, the probes of the circuit of all are enough.
  const probeOf = (method: SteamMethod) => (all.openedAt() === undefined ? probes.get(method) : undefined)
  const singles = new Map(
    methods.map((name) => [name, createCircuit({ name, random, clock, onChange, nextProbe: () => probeOf(name) })]),
  )
  const circuits = [all, ...singles.values()]
  const openFor = (method: SteamMethod) =>
    [all, singles.get(method)].filter((circuit) => circuit !== undefined).filter(isOpen)

  const isEverythingDown = () => {
    const openedAt = [...singles.values()].flatMap((single) => single.openedAt() ?? [])
    return openedAt.length >= OPEN_TO_OPEN_ALL && openedAt.every((at) => succeededAt < at)
  }
  const recordSuccess = (circuit: Circuit, method: SteamMethod) => {
    circuit.close()
    probes.delete(method)
    succeededAt = clock.now()
    // The other methods may be back as well.
    if (all.close()) for (const single of singles.values()) single.probeSoon()
  }
  const recordFailure = (circuit: Circuit, probe: Probe, isSuspect: boolean) => {
    if (!circuit.recordFailure(isSuspect ? probe.id() : undefined)) return
    probes.set(probe.method, probe)
    if (!isOpen(all) && isEverythingDown()) all.open()
  }
  const recordHealth = (method: SteamMethod, isSuccess: boolean) => {
    const { failures, hasWorked } = health.get(method) ?? NEVER_CALLED
    const updatedAt = clock.now()
    health.set(method, { failures: isSuccess ? 0 : failures + 1, hasWorked: isSuccess || hasWorked, updatedAt })
  }

  return {
    check(probe) {
      const open = openFor(probe.method)
      if (open.length === 0) return
      // Setting an existing key of a Map keeps its position in the order.
      probes.set(probe.method, probe)
      const probeAt = Math.max(...open.map((circuit) => circuit.refuseCall()))
      const retryAfter = Math.max(1, Math.ceil((probeAt - clock.now()) / 1000))
      const message = `Steam is down or does not answer at the moment; try again in ${retryAfter} s.`
      throw new RapsheetError('platform_unavailable', message, { upstreamStatus: 503, retryAfter, cause: openCircuit })
    },
    recordResult(result, probe) {
      const circuit = singles.get(probe.method)
      const meaning = meaningOf(result)
      if (meaning === 'neutral' || !circuit) return
      recordHealth(probe.method, meaning === 'success')
      if (meaning === 'success') recordSuccess(circuit, probe.method)
      else if (meaning !== 'limited') recordFailure(circuit, probe, meaning === 'suspect')
    },
    isRecentlyOpened: (method) =>
      openFor(method).some((circuit) => clock.now() - (circuit.openedAt() ?? 0) < RECENT_MS),
    openCircuits: () => circuits.filter(isOpen).map(({ name }) => name),
    health(method) {
      const { failures, hasWorked, updatedAt } = health.get(method) ?? NEVER_CALLED
      const isFailing = failures >= FAILING_AFTER || openFor(method).length > 0
      return { state: isFailing ? 'failing' : hasWorked ? 'working' : 'unknown', updatedAt }
    },
    stop() {
      for (const circuit of circuits) circuit.stop()
    },
  }
}

const NEVER_CALLED = { failures: 0, hasWorked: false, updatedAt: Number.NEGATIVE_INFINITY }

interface CircuitOptions extends Pick<CircuitsOptions, 'random' | 'clock' | 'onChange'> {
  name: SteamMethod | 'all'
  nextProbe: () => Probe | undefined
}

type Circuit = ReturnType<typeof createCircuit>

const isOpen = (circuit: Circuit) => circuit.openedAt() !== undefined

/** A single circuit, closed at first, that makes its own probes while it is open. */
function createCircuit({ name, random, clock, onChange, nextProbe }: CircuitOptions) {
  let failures = 0
  /** Calls that failed possibly because of the account they ask about: each counts once. */
  const suspects = new Set<string>()
  let openedAt: number | undefined
  let backoffMs = 0
  let probeAt = 0
  /** Whether a call was refused since the last probe was scheduled. */
  let hasRefused = false
  let isStopped = false
  let stopTimer = () => {}

  const schedule = () => {
    if (openedAt === undefined || isStopped) return
    backoffMs = Math.min(hasRefused ? LONGEST_BACKOFF_MS : LONGEST_IDLE_BACKOFF_MS, backoffMs * 2 || FIRST_BACKOFF_MS)
    hasRefused = false
    const waitMs = backoffMs * (1 - JITTER + 2 * JITTER * random())
    probeAt = clock.now() + waitMs
    stopTimer()
    stopTimer = clock.setTimer(waitMs, () => void probe())
  }
  const probe = async () => {
    // Its result reaches `recordResult`, as that of any call, and may close the circuit.
    await nextProbe()
      ?.run()
      .catch(() => {})
    schedule()
  }
  /** Schedules the next probe after the first backoff. */
  const probeSoon = () => {
    backoffMs = 0
    hasRefused = true
    schedule()
  }
  const open = () => {
    openedAt = clock.now()
    probeSoon()
    onChange(name, true)
  }

  return {
    name,
    /** When it opened; undefined while it is closed. */
    openedAt: () => openedAt,
    open,
    /** Closes it and resets its failures; false when it was closed already. */
    close(): boolean {
      const wasOpen = openedAt !== undefined
      stopTimer()
      failures = 0
      suspects.clear()
      openedAt = undefined
      if (wasOpen) onChange(name, false)
      return wasOpen
    },
    /** Counts a failure, and may open the circuit; false when this suspect call was counted before. */
    recordFailure(suspectId: string | undefined): boolean {
      if (suspectId !== undefined && suspects.has(suspectId)) return false
      if (suspectId !== undefined && suspects.size < FAILURES_TO_OPEN) suspects.add(suspectId)
      failures++
      if (openedAt === undefined && failures >= FAILURES_TO_OPEN) open()
      return true
    },
    /** Notes that a call is refused, brings the next probe forward if it is far away, and returns its time. */
    refuseCall(): number {
      hasRefused = true
      if (probeAt - clock.now() > LONGEST_BACKOFF_MS * (1 + JITTER)) probeSoon()
      return probeAt
    },
    probeSoon,
    stop() {
      isStopped = true
      stopTimer()
    },
  }
}

/**
 * What the result of a try means for a circuit. A `suspect` failure may be due to this one account; a `neutral` result proves
 * nothing about the method, as when the try was abandoned, or refused for the address or the key.
 */
function meaningOf({
  outcome,
  error,
}: Pick<TryResult, 'outcome' | 'error'>): 'success' | 'failure' | 'suspect' | 'limited' | 'neutral' {
  if (!error) return 'success'
  switch (outcome) {
    case 'abandoned':
    case 'lost_hedge':
    case 'blocked':
    case 'key_refused':
      return 'neutral'
    case '429':
      return 'limited'
    // Private players and bad keys are excluded already: either this account fails, or all do.
    case '401':
    case '403':
    case '500':
    case 'wrong_shape':
      return 'suspect'
    default:
      return outcome.startsWith('4') ? 'neutral' : 'failure'
  }
}
