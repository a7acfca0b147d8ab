import type { Clock } from '../lib/clock.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import { endsWithin } from '../lib/timeout.ts'
import { ERROR_TRAITS, RapsheetError } from '../model/error.ts'

/** A call whose failure or delay leaves the rest of the answer intact. */
interface OptionalPart<T> {
  /** The result of the call; undefined while it is pending. */
  result: PromiseSettledResult<T> | undefined
  /** Resolves when the call has settled; never rejects. Undefined if the value was no promise. */
  settled: Promise<void> | undefined
}

/** Tracks a call, and handles its rejection. */
export function optionalPart<T>(call: MaybePromise<T>): OptionalPart<T> {
  if (!(call instanceof Promise)) return { result: { status: 'fulfilled', value: call }, settled: undefined }
  const part: OptionalPart<T> = {
    result: undefined,
    settled: call.then(
      (value) => void (part.result = { status: 'fulfilled', value }),
      (reason: unknown) => void (part.result = { status: 'rejected', reason }),
    ),
  }
  return part
}

/** Waits until all parts have settled, but not longer than `ms` of the clock. */
export async function waitForParts(clock: Clock, ms: number, parts: OptionalPart<unknown>[]): Promise<void> {
  await endsWithin(ms, Promise.all(parts.flatMap(({ settled }) => settled ?? [])), clock)
}

/** The value of a part; undefined when it failed or is pending. Throws unexpected errors, as `failuresOf` does. */
export function valueOrUndefined<T>({ result }: OptionalPart<T>): T | undefined {
  if (result?.status === 'fulfilled') return result.value
  if (result) failuresOf([result])
  return undefined
}

/** The value of a call; undefined when it fails or takes longer than `ms` of the clock. Throws unexpected errors. */
export async function valueWithin<T>(clock: Clock, ms: number, call: MaybePromise<T>): Promise<T | undefined> {
  const part = optionalPart(call)
  await waitForParts(clock, ms, [part])
  return valueOrUndefined(part)
}

export function valuesOf<T>(results: PromiseSettledResult<T>[]): T[] {
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

/** The failures among the results. Throws unexpected errors: a bug, or the abort of the request. */
export function failuresOf(results: PromiseSettledResult<unknown>[]): RapsheetError[] {
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return []
    if (result.reason instanceof RapsheetError) return [result.reason]
    throw result.reason
  })
}

/** Whether a stale answer may replace this error. After an unusable record it may not, because Steam did answer. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof RapsheetError) || error.code === 'stopping') return false
  return ERROR_TRAITS[error.code].isTransient && error.isUnusableRecord !== true
}
