/** Share by which a wait between probes is longer or shorter than planned, so that probes spread out. */
export const JITTER = 0.25

/** A wait with jitter; `random` returns a number from 0 to 1. */
export const withJitter = (ms: number, random: () => number): number => ms * (1 - JITTER + 2 * JITTER * random())
