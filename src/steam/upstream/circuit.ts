import { RapsheetError } from '../../model/error.ts'

/** Failures in a row that make an outage: one in five calls failing at random does so once in 400,000 calls. */
const FAILURES_IN_A_ROW = 8
/** Groups that are down together, with nothing that works since, for all of them to be. */
const GROUPS_OF_ALL = 3
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5_000
/** While nobody asks, the end of an outage is in no hurry, and calls are dear. */
const LONGEST_IDLE_PAUSE_MS = 60_000
/** An outage younger than this may be a moment's. */
const NEW_MS = 10_000
/** By how much of itself a pause is longer or shorter than planned, so that nothing happens in step. */
const JITTER = 0.25

/**
 * How a call ended, as far as an outage goes. One that `fails on it` may have failed for what it asked about; a limit, or a
 * refusal about one account, `tells nothing`.
 */
export type CallResult = 'works' | 'fails' | 'fails on it' | 'tells nothing'

/** What was asked: how to tell it from other questions, and how to ask it again, for nobody. */
export interface Probe {
  id: () => string
  run: () => Promise<unknown>
}

export interface CircuitsOptions<Group extends string> {
  /** Groups of calls that may fail on their own. */
  groups: readonly Group[]
  /** Those that live on one origin, and may be down together. */
  together: readonly Group[]
  /** A number from 0 to 1, for the jitter. */
  random: () => number
  /** Hears when a circuit opens or closes again. */
  onChange: (name: Group | 'all', isOpen: boolean) => void
}

/** Keeps an outage from being asked about by everybody. */
export interface Circuits<Group extends string> {
  /**
   * Throws while the group, or everything, is known to be down. The refused question is kept as the one by which the end of
   * the outage will be noticed: one is asked at a time, after a pause that doubles.
   */
  check(group: Group, question: Probe): void
  /** Hears how a call ended, a probe included. */
  recordResult(group: Group, ending: CallResult, question: Probe): void
  /** Whether the group is down, but not for long yet. */
  isNewlyDown(group: Group): boolean
  /** The circuits that are open. */
  open(): (Group | 'all')[]
  /** Stops probing. */
  close(): void
}

interface Circuit<Name> {
  name: Name
  failures: number
  /** What failed since it last worked and may itself be why: each counts once. */
  failedOn: Set<string>
  pauseMs: number
  /** When it opened and when it is asked next, monotonic milliseconds; undefined while it is closed. */
  open: { since: number; probeAt: number } | undefined
  /** Whether anybody was refused since it was asked last. */
  isWanted: boolean
  timer: NodeJS.Timeout | undefined
}

const knownOutage = new Error('the circuit is open')

/** Whether an error says that nobody was asked, because of an outage that is known. */
export function isKnownOutage(error: unknown): boolean {
  return error instanceof RapsheetError && error.cause === knownOutage
}

/** One circuit for each group and one for all of them, closed at first. */
export function createCircuits<Group extends string>(options: CircuitsOptions<Group>): Circuits<Group> {
  const { groups, together, random, onChange } = options
  const closed = () => ({
    failures: 0,
    failedOn: new Set<string>(),
    pauseMs: 0,
    open: undefined,
    isWanted: false,
    timer: undefined,
  })
  const all: Circuit<'all'> = { name: 'all', ...closed() }
  const singles = new Map<Group, Circuit<Group>>(groups.map((name) => [name, { name, ...closed() }]))
  /** The latest question of each group that is in trouble; where all are, each has its turn. */
  const probes = new Map<Group, () => Promise<unknown>>()
  let workedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  /** The open circuits a group is behind. */
  const openFor = (group: Group) =>
    [together.includes(group) ? all : undefined, singles.get(group)].flatMap((circuit) =>
      circuit?.open ? [{ circuit, open: circuit.open }] : [],
    )
  const schedule = (circuit: Circuit<Group | 'all'>) => {
    if (!circuit.open || isClosed) return
    const longestMs = circuit.isWanted ? LONGEST_PAUSE_MS : LONGEST_IDLE_PAUSE_MS
    circuit.pauseMs = Math.min(longestMs, circuit.pauseMs * 2 || FIRST_PAUSE_MS)
    circuit.isWanted = false
    const waitMs = circuit.pauseMs * (1 - JITTER + 2 * JITTER * random())
    circuit.open.probeAt = performance.now() + waitMs
    clearTimeout(circuit.timer)
    circuit.timer = setTimeout(() => void ask(circuit), waitMs).unref()
  }
  const ask = async (circuit: Circuit<Group | 'all'>) => {
    // How it ends is heard like the end of any other call; the circuit may be closed afterwards.
    const { name } = circuit
    if (name !== 'all') {
      // While everything is down it is enough to ask one question.
      if (!all.open || !together.includes(name))
        await probes
          .get(name)?.()
          .catch(() => {})
    } else {
      const next = [...probes].find(([group]) => together.includes(group))
      if (next) {
        // To the end of the line: the method somebody asks for all the time may be the one that stays down.
        probes.delete(next[0])
        probes.set(...next)
        await next[1]().catch(() => {})
      }
    }
    schedule(circuit)
  }
  const open = (circuit: Circuit<Group | 'all'>) => {
    const since = performance.now()
    Object.assign(circuit, { open: { since, probeAt: since }, isWanted: true })
    schedule(circuit)
    onChange(circuit.name, true)
  }
  const mend = (circuit: Circuit<Group | 'all'>) => {
    const wasOpen = circuit.open !== undefined
    clearTimeout(circuit.timer)
    Object.assign(circuit, closed())
    if (wasOpen) onChange(circuit.name, false)
    return wasOpen
  }
  const isEverythingDown = () => {
    const down = together.flatMap((group) => singles.get(group)?.open ?? [])
    return down.length >= GROUPS_OF_ALL && down.every(({ since }) => workedAt < since)
  }

  return {
    check(group, { run }) {
      const behind = openFor(group)
      if (behind.length === 0) return
      // One that is known already keeps its place in the line.
      probes.set(group, run)
      for (const { circuit, open: state } of behind) {
        circuit.isWanted = true
        if (state.probeAt - performance.now() <= LONGEST_PAUSE_MS * (1 + JITTER)) continue
        circuit.pauseMs = 0
        schedule(circuit)
      }
      const probeAt = Math.max(...behind.map(({ open: state }) => state.probeAt))
      const retryAfter = Math.max(1, Math.ceil((probeAt - performance.now()) / 1000))
      const message = `Steam is down or does not answer at the moment; try again in ${retryAfter} s.`
      throw new RapsheetError('platform_unavailable', message, { upstreamStatus: 503, retryAfter, cause: knownOutage })
    },
    recordResult(group, ending, { id, run }) {
      const single = singles.get(group)
      if (ending === 'tells nothing' || !single) return
      if (ending === 'works') {
        mend(single)
        probes.delete(group)
        if (!together.includes(group)) return
        workedAt = performance.now()
        if (!mend(all)) return
        // What else is down may be back as well.
        for (const circuit of singles.values()) {
          circuit.pauseMs = 0
          circuit.isWanted = true
          schedule(circuit)
        }
        return
      }
      if (ending === 'fails on it') {
        const known = id()
        if (single.failedOn.has(known)) return
        if (single.failedOn.size < FAILURES_IN_A_ROW) single.failedOn.add(known)
      }
      single.failures++
      probes.set(group, run)
      if (!single.open && single.failures >= FAILURES_IN_A_ROW) open(single)
      if (!all.open && isEverythingDown()) open(all)
    },
    isNewlyDown: (group) => openFor(group).some(({ open: { since } }) => performance.now() - since < NEW_MS),
    open: () => [
      ...(all.open ? ['all' as const] : []),
      ...[...singles].flatMap(([group, circuit]) => (circuit.open ? [group] : [])),
    ],
    close() {
      isClosed = true
      for (const circuit of [all, ...singles.values()]) clearTimeout(circuit.timer)
    },
  }
}
