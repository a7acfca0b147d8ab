/**
 * Yields the number of settled checks whenever it has grown, until all have settled. A slow reader gets fewer numbers, but no outdated
 * numbers. Throws when the signal aborts.
 */
export async function* countSettled(
  checks: readonly Promise<unknown>[],
  signal: AbortSignal,
): AsyncGenerator<number, void, undefined> {
  let settled = 0
  let wake = () => {}
  const count = () => {
    settled++
    wake()
  }
  for (const check of checks) check.then(count, count)
  let reported = 0
  while (reported < checks.length) {
    if (reported === settled) await new Promise<void>((resolve) => (wake = resolve))
    signal.throwIfAborted()
    reported = settled
    yield reported
  }
}
