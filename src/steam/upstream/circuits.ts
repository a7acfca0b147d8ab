import { RapsheetError } from '../../model/error.ts'
import type { Outcome } from './answer.ts'
import { createCircuit, type Circuit, type CircuitOptions } from './circuit.ts'
import type { Probe, SteamMethod, TryResult } from './request.ts'

/**
 * When this many methods have an open circuit, and no call has succeeded since these circuits opened, the circuit of all methods opens too.
 */
const OPEN_TO_OPEN_ALL = 3
/** An outage that began less than this ago may be over within seconds. */
const RECENT_MS = 10_000
/** A method is failing after this many calls in a row without a usable answer; more than one, because single 429s are normal. */
const FAILING_AFTER = 3
const NEVER_CALLED = { failures: 0, hasWorked: false, updatedAt: Number.NEGATIVE_INFINITY }

/** What the latest calls of a method show; 429s count as failures here. */
export interface MethodHealth {
  state: 'working' | 'failing' | 'unknown'
  /** When the method was called last, monotonic milliseconds. */
  updatedAt: number
}

export interface CircuitsOptions extends Pick<CircuitOptions, 'random' | 'clock' | 'onChange'> {
  /** The methods of one host. */
  methods: readonly SteamMethod[]
}

/** The result of a try, as far as circuits need it. */
type Result = Pick<TryResult, 'outcome' | 'error'>

const openCircuit = new Error('the circuit is open')

/** Whether an open circuit refused the call. */
export function isCircuitOpen(error: unknown): boolean {
  return error instanceof RapsheetError && error.cause === openCircuit
}

export type Circuits = ReturnType<typeof createCircuits>

/** The guard against outages: one circuit for each method, and one for all methods. Open circuits refuse calls at once. */
export function createCircuits({ methods, ...options }: CircuitsOptions) {
  const { clock } = options
  /** The latest probe of each failing method, in the order in which the circuit of all methods uses them. */
  const probes = new Map<SteamMethod, Probe>()
  const health = new Map<SteamMethod, typeof NEVER_CALLED>()
  let succeededAt = Number.NEGATIVE_INFINITY

  const nextProbe = (): Probe | undefined => {
    const [next] = probes.values()
    if (!next) return undefined
    // The probe moves to the end, so that a method that stays down does not delay the probes of other methods.
    probes.delete(next.method)
    probes.set(next.method, next)
    return next
  }
  const all = createCircuit({ ...options, name: 'all', nextProbe })
  // While the circuit of all methods is open, only that circuit probes.
  const probeOf = (method: SteamMethod) => (all.isOpen() ? undefined : probes.get(method))
  const singles = methods.map((name) => createCircuit({ ...options, name, nextProbe: () => probeOf(name) }))
  const circuits = [all, ...singles]
  const openFor = (method: SteamMethod) =>
    circuits.filter(({ name, isOpen }) => (name === 'all' || name === method) && isOpen())

  const isEverythingDown = () => {
    const openedAt = singles.flatMap((single) => single.openedAt() ?? [])
    return openedAt.length >= OPEN_TO_OPEN_ALL && openedAt.every((at) => succeededAt < at)
  }
  const recordSuccess = (circuit: Circuit, method: SteamMethod) => {
    circuit.close()
    probes.delete(method)
    succeededAt = clock.now()
    // The other methods may be available again as well.
    if (all.close()) for (const single of singles) single.probeSoon()
  }
  const recordFailure = (circuit: Circuit, probe: Probe, isSuspect: boolean) => {
    if (!circuit.recordFailure(isSuspect ? probe.id() : undefined)) return
    probes.set(probe.method, probe)
    if (!all.isOpen() && isEverythingDown()) all.open()
  }
  const recordHealth = (method: SteamMethod, isSuccess: boolean) => {
    const { failures, hasWorked } = health.get(method) ?? NEVER_CALLED
    const updatedAt = clock.now()
    health.set(method, { failures: isSuccess ? 0 : failures + 1, hasWorked: isSuccess || hasWorked, updatedAt })
  }

  return {
    /** Throws while the circuit of the method, or of all methods, is open. The refused call becomes the next probe. */
    check(probe: Probe): void {
      const open = openFor(probe.method)
      if (open.length === 0) return
      // Setting an existing key of a Map keeps its position in the order.
      probes.set(probe.method, probe)
      const probeAt = Math.max(...open.map((circuit) => circuit.refuseCall()))
      const retryAfter = Math.max(1, Math.ceil((probeAt - clock.now()) / 1000))
      const message = `Steam is down or does not answer at the moment; try again in ${retryAfter} s.`
      throw new RapsheetError('platform_unavailable', message, { upstreamStatus: 503, retryAfter, cause: openCircuit })
    },
    recordResult(result: Result, probe: Probe): void {
      const circuit = singles.find(({ name }) => name === probe.method)
      const meaning = meaningOf(result)
      if (meaning === 'neutral' || !circuit) return
      recordHealth(probe.method, meaning === 'success')
      if (meaning === 'success') recordSuccess(circuit, probe.method)
      else if (meaning !== 'limited') recordFailure(circuit, probe, meaning === 'suspect')
    },
    /** Whether the circuit of the method, or of all methods, opened less than ten seconds ago. */
    isRecentlyOpened: (method: SteamMethod) =>
      openFor(method).some(({ openedAt }) => clock.now() - (openedAt() ?? 0) < RECENT_MS),
    openCircuits: () => circuits.filter(({ isOpen }) => isOpen()).map(({ name }) => name),
    health(method: SteamMethod): MethodHealth {
      const { failures, hasWorked, updatedAt } = health.get(method) ?? NEVER_CALLED
      const isFailing = failures >= FAILING_AFTER || openFor(method).length > 0
      return { state: isFailing ? 'failing' : hasWorked ? 'working' : 'unknown', updatedAt }
    },
    /** Stops probing. */
    stop() {
      for (const circuit of circuits) circuit.stop()
    },
  }
}

/**
 * What a failure means for a circuit. `suspect`: it may be due to this one account. `limited`: a 429, which counts only for the health.
 * `neutral`: it proves nothing about the method, because the try was abandoned, or Steam refused the request, the address or the key. Other
 * 4xx are neutral too; every other failure is a sign of an outage.
 */
const MEANINGS: Partial<Record<Outcome, 'suspect' | 'limited' | 'neutral'>> = {
  abandoned: 'neutral',
  lost_hedge: 'neutral',
  blocked: 'neutral',
  key_refused: 'neutral',
  '429': 'limited',
  // Answers about private players and bad keys have been recognized before. Any other 401 or 403 is due to this one account or to an
  // outage.
  '401': 'suspect',
  '403': 'suspect',
  '500': 'suspect',
  wrong_shape: 'suspect',
}

function meaningOf({ outcome, error }: Result) {
  if (!error) return 'success'
  return MEANINGS[outcome] ?? (outcome.startsWith('4') ? 'neutral' : 'failure')
}
