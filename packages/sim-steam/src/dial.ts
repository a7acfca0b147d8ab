import { FOREIGN_PAGE_NAMES } from './foreign-pages.ts'
import type { Method } from './methods.ts'
import { createRandom } from './random.ts'

/** All faults of the platform; `faults.ts` implements them. */
export const FAULTS = [
  '429',
  '429-retry-after',
  '500',
  '502',
  '503',
  'bad-key',
  'bad-key-401',
  'edge-403',
  'html-200',
  'null-200',
  'empty-200',
  'success-0',
  'hang',
  'reset',
  'cut',
  'cut-json',
  'slow-body',
  'huge',
  'gzip-bomb',
  'nested-bomb',
  'wrong-ids',
  'duplicated-ids',
  'reordered',
  'missing-records',
  'null-records',
  'partial-records',
  'null-fields',
  'slow',
  ...FOREIGN_PAGE_NAMES,
] as const

/** The name of a fault. */
export type Fault = (typeof FAULTS)[number]

/** How calls are answered; omitted fields stay unchanged. */
export type DialSetting = {
  latencyMs?: number
  /** Adds a uniformly distributed delay of up to this many milliseconds to the latency. */
  jitterMs?: number
  /** The maximum number of calls in flight, of all methods; further calls are answered 429. */
  limit?: number
  /** The probability of each fault, from 0 to 1. */
  faults?: Partial<Record<Fault, number>>
  /** By how much the `Date` header is ahead of the real time, seconds; negative when it is behind. */
  dateSkewSeconds?: number
  /** Faults of the next calls, in order; they precede the probabilities. */
  next?: readonly Fault[]
}

/** How one call is answered. */
export type Draw = {
  delayMs: number
  fault: Fault | null
  /** From 0 to 1, for faults of single records. */
  salt?: number
}

/** Decides how each call is answered. */
export type Dial = {
  /** Sets the dial of one method, or the default of all others. */
  set: (method: Method | '*', setting: DialSetting) => void
  /** Restores the initial settings. */
  reset: () => void
  /** Decides how one call is answered; `inFlight` includes this call. */
  draw: (method: Method, inFlight?: number) => Draw
  dateSkewSeconds: (method: Method) => number
}

const RECORD_FAULTS = new Set<Fault>(['missing-records', 'null-records', 'partial-records', 'null-fields'])

/** The extra latency of a slow call, in milliseconds. */
const SLOW_MS = 3_000

/** Creates a dial without faults; its random numbers depend only on the seed and the order of calls. */
export function createDial(seed = 1, initial: Pick<DialSetting, 'latencyMs' | 'jitterMs'> = {}): Dial {
  let settings = new Map<Method | '*', DialSetting>([['*', initial]])
  let random = createRandom(seed, 'dial')

  const takeForced = (method: Method | '*'): Fault | undefined => {
    const setting = settings.get(method)
    const [first, ...rest] = setting?.next ?? []
    if (first !== undefined) settings.set(method, { ...setting, next: rest })
    return first
  }

  const drawFault = (faults: Partial<Record<Fault, number>>): Fault | null => {
    let remaining = random.next()
    for (const fault of FAULTS) {
      remaining -= faults[fault] ?? 0
      if (remaining < 0) return fault
    }
    return null
  }

  return {
    set(method, setting) {
      settings.set(method, { ...settings.get(method), ...setting })
    },
    reset() {
      settings = new Map([['*', initial]])
      random = createRandom(seed, 'dial')
    },
    draw(method, inFlight = 1) {
      const { latencyMs = 0, jitterMs = 0, faults = {}, limit } = { ...settings.get('*'), ...settings.get(method) }
      const delayMs = latencyMs + jitterMs * random.next()
      if (limit !== undefined && inFlight > limit) return { delayMs, fault: '429' }
      const fault = takeForced(method) ?? takeForced('*') ?? drawFault(faults)
      if (fault !== null && RECORD_FAULTS.has(fault)) return { delayMs, fault, salt: random.next() }
      return { delayMs: fault === 'slow' ? delayMs + SLOW_MS : delayMs, fault }
    },
    dateSkewSeconds: (method) => ({ ...settings.get('*'), ...settings.get(method) }).dateSkewSeconds ?? 0,
  }
}
