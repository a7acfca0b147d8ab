import type { Clock } from '../../lib/clock.ts'
import { RapsheetError } from '../../model/error.ts'
import type { Guard, Probe, SteamMethod, TryResult } from './request.ts'

/** Failures in a row that open a circuit: with one call in five failing at random that happens once in 400,000 calls. */
const FAILURES_TO_OPEN = 8
/** Open circuits, with no success since, that open the circuit of all methods. */
const OPEN_TO_OPEN_ALL = 3
const FIRST_BACKOFF_MS = 1_000
const LONGEST_BACKOFF_MS = 5_000
/** Longest wait between probes while no caller asks: then the end of an outage is not urgent, and calls are dear. */
const LONGEST_IDLE_BACKOFF_MS = 60_000
/** An outage that began less than this ago may be over in a moment. */
const RECENT_MS = 10_000
/** Share by which a backoff is longer or shorter than planned, so that probes do not come in step. */
const JITTER = 0.25
/** Calls in a row without a usable answer that make a method failing. A single 429 comes at random. */
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
 * Circuit breakers. While a circuit is open its calls are refused at once, and one probe at a time finds out whether Steam is
 * back (half-open): the question that was refused last, after a backoff that doubles.
 */
export interface Circuits extends Guard {
  /** Throws while the circuit of the method, or of all methods, is open. */
  check(probe: Probe): void
  recordResult(result: Pick<TryResult, 'outcome' | 'error'>, probe: Probe): void
  /** Whether the circuit of the method, or of all methods, has opened only just now. */
  isRecentlyOpened(method: SteamMethod): boolean
  /** The names of the open circuits. */
  openCircuits(): (SteamMethod | 'all')[]
  health(method: SteamMethod): MethodHealth
  /** Stops probing. */
  stop(): void
}

interface Circuit {
  name: SteamMethod | 'all'
  /** Failures in a row. */
  failures: number
  /** Questions that failed in a way that may be due to what they ask: each counts once. */
  suspects: Set<string>
  /** When it opened; undefined while it is closed. */
  openedAt: number | undefined
  backoffMs: number
  probeAt: number
  /** Whether a caller was refused since the last probe. */
  isWanted: boolean
  stopTimer: () => void
}

const openCircuit = new Error('the circuit is open')

/** Whether an error says that no call was made, because of an open circuit. */
export function isCircuitOpen(error: unknown): boolean {
  return error instanceof RapsheetError && error.cause === openCircuit
}

/** One circuit for each method and one for all of them, closed at first. */
export function createCircuits({ methods, random, clock, onChange }: CircuitsOptions): Circuits {
  const all = createCircuit('all')
  const singles = new Map(methods.map((method) => [method, createCircuit(method)]))
  const health = new Map<SteamMethod, { failures: number; hasWorked: boolean; updatedAt: number }>()
  /** The latest question of each method with failures, oldest first; the circuit of all methods probes them in turn. */
  const probes = new Map<SteamMethod, Probe>()
  let succeededAt = Number.NEGATIVE_INFINITY
  let isStopped = false

  /** The circuits that refuse calls of a method. */
  const openFor = (method: SteamMethod): (Circuit & { openedAt: number })[] =>
    [all, singles.get(method)].filter((circuit) => circuit !== undefined).filter(isOpen)

  const scheduleProbe = (circuit: Circuit) => {
    if (!isOpen(circuit) || isStopped) return
    const longestMs = circuit.isWanted ? LONGEST_BACKOFF_MS : LONGEST_IDLE_BACKOFF_MS
    circuit.backoffMs = Math.min(longestMs, circuit.backoffMs * 2 || FIRST_BACKOFF_MS)
    circuit.isWanted = false
    const waitMs = circuit.backoffMs * (1 - JITTER + 2 * JITTER * random())
    circuit.probeAt = clock.now() + waitMs
    circuit.stopTimer()
    circuit.stopTimer = clock.setTimer(waitMs, () => void runProbe(circuit))
  }
  const nextProbe = ({ name }: Circuit): Probe | undefined => {
    // While all methods are down, the probes of the circuit of all are enough.
    if (name !== 'all') return isOpen(all) ? undefined : probes.get(name)
    const [first] = probes
    if (!first) return undefined
    // Moved to the end: the method that callers ask for all the time may be the one that stays down.
    probes.delete(first[0])
    probes.set(...first)
    return first[1]
  }
  const runProbe = async (circuit: Circuit) => {
    // `recordResult` gets the result like that of any call, and may close the circuit.
    await nextProbe(circuit)
      ?.run()
      .catch(() => {})
    scheduleProbe(circuit)
  }
  const open = (circuit: Circuit) => {
    circuit.openedAt = clock.now()
    circuit.isWanted = true
    scheduleProbe(circuit)
    onChange(circuit.name, true)
  }
  /** Closes a circuit and forgets its failures; false when it was closed before. */
  const close = (circuit: Circuit): boolean => {
    const wasOpen = isOpen(circuit)
    circuit.stopTimer()
    Object.assign(circuit, createCircuit(circuit.name))
    if (wasOpen) onChange(circuit.name, false)
    return wasOpen
  }
  const isEverythingDown = () => {
    const down = [...singles.values()].filter(isOpen)
    return down.length >= OPEN_TO_OPEN_ALL && down.every(({ openedAt }) => succeededAt < openedAt)
  }

  const recordSuccess = (circuit: Circuit, method: SteamMethod) => {
    close(circuit)
    probes.delete(method)
    succeededAt = clock.now()
    if (!close(all)) return
    // The other methods may be back as well: probe them soon.
    for (const single of singles.values()) {
      single.backoffMs = 0
      single.isWanted = true
      scheduleProbe(single)
    }
  }
  const recordFailure = (circuit: Circuit, probe: Probe, isSuspect: boolean) => {
    if (isSuspect) {
      const id = probe.id()
      if (circuit.suspects.has(id)) return
      if (circuit.suspects.size < FAILURES_TO_OPEN) circuit.suspects.add(id)
    }
    circuit.failures++
    probes.set(probe.method, probe)
    if (!isOpen(circuit) && circuit.failures >= FAILURES_TO_OPEN) open(circuit)
    if (!isOpen(all) && isEverythingDown()) open(all)
  }
  const recordHealth = (method: SteamMethod, isSuccess: boolean) => {
    const { failures = 0, hasWorked = false } = health.get(method) ?? {}
    health.set(method, {
      failures: isSuccess ? 0 : failures + 1,
      hasWorked: isSuccess || hasWorked,
      updatedAt: clock.now(),
    })
  }

  return {
    check(probe) {
      const circuits = openFor(probe.method)
      if (circuits.length === 0) return
      // A method that is known already keeps its place in the order.
      probes.set(probe.method, probe)
      for (const circuit of circuits) {
        circuit.isWanted = true
        if (circuit.probeAt - clock.now() <= LONGEST_BACKOFF_MS * (1 + JITTER)) continue
        circuit.backoffMs = 0
        scheduleProbe(circuit)
      }
      const probeAt = Math.max(...circuits.map((circuit) => circuit.probeAt))
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
    isRecentlyOpened: (method) => openFor(method).some(({ openedAt }) => clock.now() - openedAt < RECENT_MS),
    openCircuits: () => [all, ...singles.values()].filter(isOpen).map(({ name }) => name),
    health(method) {
      const { failures, hasWorked, updatedAt } = health.get(method) ?? NEVER_CALLED
      const isFailing = failures >= FAILING_AFTER || openFor(method).length > 0
      return { state: isFailing ? 'failing' : hasWorked ? 'working' : 'unknown', updatedAt }
    },
    stop() {
      isStopped = true
      for (const circuit of [all, ...singles.values()]) circuit.stopTimer()
    },
  }
}

const NEVER_CALLED = { failures: 0, hasWorked: false, updatedAt: Number.NEGATIVE_INFINITY }

const createCircuit = (name: SteamMethod | 'all'): Circuit => ({
  name,
  failures: 0,
  suspects: new Set(),
  openedAt: undefined,
  backoffMs: 0,
  probeAt: 0,
  isWanted: false,
  stopTimer: () => {},
})

const isOpen = (circuit: Circuit): circuit is Circuit & { openedAt: number } => circuit.openedAt !== undefined

/**
 * What the result of a try means for a circuit. A `suspect` failure may be due to what was asked; a `neutral` result proves
 * nothing about the method: no call, an abandoned one, a refusal of this one account.
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
    // Neither a private player nor a bad key: due to this account, or to all of them.
    case '401':
    case '403':
    case '500':
    case 'wrong_shape':
      return 'suspect'
    default:
      return outcome.startsWith('4') ? 'neutral' : 'failure'
  }
}
