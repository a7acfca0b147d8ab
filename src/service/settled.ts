import { RapsheetError } from '../model/error.ts'

/** Waits for a part without throwing, so that it may fail while nobody looks yet. */
export async function settle<T>(asked: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [settled] = await Promise.allSettled([asked])
  return settled
}

/** The value of a part that may be missing; undefined when it could not be had. A bug, or a caller who left, is thrown. */
export function valueIfHad<T>(settled: PromiseSettledResult<T> | undefined): T | undefined {
  if (!settled) return undefined
  failuresOf([settled])
  return settled.status === 'fulfilled' ? settled.value : undefined
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
