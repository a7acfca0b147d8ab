/** Random numbers, determined by seed and path. */
export type Random = {
  /** At least 0, less than 1. */
  next: () => number
  /** Both ends included. */
  integer: (low: number, high: number) => number
  /** Log-uniform between both ends; `low` must be above 0. */
  scaled: (low: number, high: number) => number
  chance: (probability: number) => boolean
  /** One of the values with equal probability; throws without values. */
  pick: <Value>(values: readonly Value[]) => Value
}

/** Creates a stream for a path such as `('friends', 42)`, so that accounts can be generated independently. */
export function createRandom(seed: number, ...path: readonly (string | number)[]): Random {
  let state = hash([seed, ...path].join('/'))
  // mulberry32: small, fast, and sufficient for names and counters.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    integer,
    scaled: (low, high) => Math.round(low * (high / low) ** next()),
    chance: (probability) => next() < probability,
    pick(values) {
      const value = values[integer(0, values.length - 1)]
      if (value === undefined) throw new RangeError('nothing to pick from')
      return value
    },
  }
}

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}
