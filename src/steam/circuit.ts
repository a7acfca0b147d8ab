import { RapsheetError } from '../model/error.ts'

/** Failures in a row that make an outage: one in five calls failing at random does so once in a million calls. */
const FAILURES_IN_A_ROW = 8
/** Groups that are down together, with nothing that works since, for all of them to be. */
const GROUPS_OF_ALL = 3
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5_000

/** How a call ended, as far as an outage goes: a limit, or a refusal about one account, tells nothing of one. */
export type Ending = 'works' | 'fails' | 'tells nothing'

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
   * Throws while the group, or everything, is known to be down. `probe` makes the refused call, for nobody, and is kept as
   * the question by which the end of the outage will be noticed: one at a time, after a pause that doubles.
   */
  check(group: Group, probe: () => Promise<unknown>): void
  /** Hears how a call ended, a probe included; `probe` makes the same call again. */
  heard(group: Group, ending: Ending, probe: () => Promise<unknown>): void
  /** The circuits that are open. */
  open(): (Group | 'all')[]
  /** Stops probing. */
  close(): void
}

interface Circuit {
  failures: number
  pauseMs: number
  /** When it opened and when it is asked next, monotonic milliseconds; undefined while it is closed. */
  open: { since: number; probeAt: number } | undefined
  probe: (() => Promise<unknown>) | undefined
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
  const create = (): Circuit => ({ failures: 0, pauseMs: 0, open: undefined, probe: undefined, timer: undefined })
  const all = create()
  const singles = new Map<Group, Circuit>(groups.map((group) => [group, create()]))
  let workedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  const schedule = (circuit: Circuit) => {
    if (!circuit.open || isClosed) return
    circuit.pauseMs = Math.min(LONGEST_PAUSE_MS, circuit.pauseMs * 2 || FIRST_PAUSE_MS)
    const waitMs = circuit.pauseMs * (0.75 + random() / 2)
    circuit.open.probeAt = performance.now() + waitMs
    clearTimeout(circuit.timer)
    circuit.timer = setTimeout(() => void ask(circuit), waitMs).unref()
  }
  const ask = async (circuit: Circuit) => {
    // How it ends is heard like the end of any other call; the circuit may be closed afterwards. While everything is down
    // it is enough to ask one question.
    if (circuit === all || !all.open || !isTogether(circuit)) await circuit.probe?.().catch(() => {})
    schedule(circuit)
  }
  const open = (name: Group | 'all', circuit: Circuit) => {
    const since = performance.now()
    circuit.open = { since, probeAt: since }
    schedule(circuit)
    onChange(name, true)
  }
  const mend = (name: Group | 'all', circuit: Circuit) => {
    const wasOpen = circuit.open !== undefined
    clearTimeout(circuit.timer)
    Object.assign(circuit, create())
    if (wasOpen) onChange(name, false)
    return wasOpen
  }
  const isTogether = (circuit: Circuit) => together.some((group) => singles.get(group) === circuit)
  const isEverythingDown = () => {
    const down = together.flatMap((group) => singles.get(group)?.open ?? [])
    return down.length >= GROUPS_OF_ALL && down.every(({ since }) => workedAt < since)
  }

  return {
    check(group, probe) {
      let probeAt: number | undefined
      for (const circuit of [together.includes(group) ? all : undefined, singles.get(group)]) {
        if (!circuit?.open) continue
        circuit.probe = probe
        probeAt = Math.max(probeAt ?? 0, circuit.open.probeAt)
      }
      if (probeAt === undefined) return
      const retryAfter = Math.max(1, Math.ceil((probeAt - performance.now()) / 1000))
      const message = `Steam is down or does not answer at the moment; try again in ${retryAfter} s.`
      throw new RapsheetError('platform_unavailable', message, { upstreamStatus: 503, retryAfter, cause: knownOutage })
    },
    heard(group, ending, probe) {
      const single = singles.get(group)
      if (ending === 'tells nothing' || !single) return
      if (ending === 'works') {
        mend(group, single)
        if (!together.includes(group)) return
        workedAt = performance.now()
        if (!mend('all', all)) return
        // What else is down may be back as well.
        for (const circuit of singles.values()) {
          circuit.pauseMs = 0
          schedule(circuit)
        }
        return
      }
      single.failures++
      single.probe = probe
      if (!single.open && single.failures >= FAILURES_IN_A_ROW) open(group, single)
      if (!all.open && isEverythingDown()) {
        all.probe = probe
        open('all', all)
      }
    },
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
