/** Waits for a condition, checked in each turn of the event loop; works with fake timers. */
export async function until(isSo: () => boolean): Promise<void> {
  const start = process.hrtime.bigint()
  while (!isSo()) {
    if (process.hrtime.bigint() - start > 20_000_000_000n) throw new Error('waited for 20 s')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
