/** The versions of a value that a process which follows changes may know. */
export type History<T> = ReturnType<typeof createHistory<T>>

/** Creates the history of a value that has `first` from the beginning. All times are in milliseconds. */
export function createHistory<T>(first: T, knownWithinMs: number) {
  let current = { value: first, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  let versions = [current]
  return {
    current: () => current.value,
    /** When the newest change had ended; -Infinity without one since the start of the process. */
    changedAt: () => (versions.at(-2)?.until ?? Number.NEGATIVE_INFINITY) - knownWithinMs,
    /** Records a change that began at `begunAt`, and has ended now. */
    change(value: T, begunAt: number): void {
      current.until = Date.now() + knownWithinMs
      current = { value, from: begunAt, until: Number.POSITIVE_INFINITY }
      versions.push(current)
    },
    /** To be called when no process knows an older version. */
    forgetOlder(): void {
      current.from = Number.NEGATIVE_INFINITY
      versions = [current]
    },
    /** The versions by which a question may be answered that was asked and answered at these times. */
    between: (askedAt: number, answeredAt: number): T[] =>
      versions.filter(({ from, until }) => from <= answeredAt && until >= askedAt).map(({ value }) => value),
  }
}
