import type { RouteName } from './routes.ts'

/** A share of requests that fail at random. */
export interface Spoiling {
  /** From 0, which ends it, to 1. */
  share: number
  /** The kinds of request; those for messages of channels by default. */
  match?: readonly RouteName[]
  seed?: number
}

/** How a request fails. */
export interface FailureKind {
  /** `reset` resets the connection; `hang` never answers. */
  status: number | 'reset' | 'hang'
  /** Whether the request takes effect all the same, so that only its answer is lost or wrong. */
  isAccepted?: boolean
}

/** How spoiled requests fail, each as likely. Half of them take effect all the same. */
const SPOILED: readonly FailureKind[] = [
  { status: 500 },
  { status: 429 },
  { status: 'reset' },
  { status: 502, isAccepted: true },
  { status: 'reset', isAccepted: true },
  { status: 504, isAccepted: true },
]
const CHANNELS: readonly RouteName[] = ['message', 'history']

/** Creates a spoiler that spoils nothing. */
export function createSpoiler() {
  let current: Required<Spoiling> = { share: 0, match: CHANNELS, seed: 1 }
  let random = createRandom(current.seed)
  let spoiled = 0
  return {
    set(spoiling: Spoiling): void {
      current = { match: CHANNELS, seed: 1, ...spoiling }
      random = createRandom(current.seed)
    },
    /** How this request fails; undefined if it does not. */
    draw(name: RouteName): FailureKind | undefined {
      if (current.share === 0 || !current.match.includes(name) || random() >= current.share) return undefined
      spoiled += 1
      return SPOILED[Math.floor(random() * SPOILED.length)]
    },
    /** The number of spoiled requests. */
    count: () => spoiled,
  }
}

/** Creates a stream of numbers of at least 0 and less than 1 that depends on the seed only (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
