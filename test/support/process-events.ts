/** The warnings and unhandled rejections of the process while `work` runs, and in the turn of the event loop after it. */
export async function warningsDuring(work: () => Promise<void>): Promise<unknown[]> {
  const warnings: unknown[] = []
  const record = (warning: unknown) => void warnings.push(warning)
  process.on('warning', record)
  process.on('unhandledRejection', record)
  try {
    await work()
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.off('warning', record)
    process.off('unhandledRejection', record)
  }
  return warnings
}
