/** Waits for something on the network, turn by turn of the event loop, whatever the clocks do. */
export async function until(isSo: () => boolean): Promise<void> {
  const start = process.hrtime.bigint()
  while (!isSo()) {
    if (process.hrtime.bigint() - start > 5_000_000_000n) throw new Error('waited for 5 s')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
