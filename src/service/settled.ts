import type { LoopClock } from '../lib/loop-clock.ts'
import { settledWithin } from '../lib/settled-within.ts'
import { RapsheetError } from '../model/error.ts'

/** Something that was asked for and may fail, or be late, without failing the rest. */
export interface Part<T> {
  /** How it ended; undefined while it has not. */
  settled: PromiseSettledResult<T> | undefined
  /** Resolves when it has ended, whichever way. */
  ended: Promise<void>
}

/** Starts to wait for a part; its failure harms nobody until it is looked at. */
export function partOf<T>(asked: Promise<T>): Part<T> {
  const part: Part<T> = {
    settled: undefined,
    ended: asked.then(
      (value) => void (part.settled = { status: 'fulfilled', value }),
      (reason: unknown) => void (part.settled = { status: 'rejected', reason }),
    ),
  }
  return part
}

/** Waits until all parts have ended, but no longer than `ms` of the clock. */
export async function waitForParts(clock: LoopClock, ms: number, parts: Part<unknown>[]): Promise<void> {
  await settledWithin(ms, Promise.all(parts.map(({ ended }) => ended)), undefined, clock)
}

/** The value of a part; undefined when it failed or has not come. A bug, or a caller who left, is thrown. */
export function valueIfHad<T>({ settled }: Part<T>): T | undefined {
  if (settled?.status === 'fulfilled') return settled.value
  if (settled) failuresOf([settled])
  return undefined
}

/** The values of those parts that could be had. */
export function valuesOf<T>(settled: PromiseSettledResult<T>[]): T[] {
  return settled.flatMap((part) => (part.status === 'fulfilled' ? [part.value] : []))
}

/** The failures among several parts. A bug, or a caller who left, is no failed part: it is thrown. */
export function failuresOf(settled: PromiseSettledResult<unknown>[]): RapsheetError[] {
  return settled.flatMap((part) => {
    if (part.status === 'fulfilled') return []
    if (part.reason instanceof RapsheetError) return [part.reason]
    throw part.reason
  })
}
