/** What Node complains about while `work` runs and on the turn after it: warnings, and rejections nobody handles. */
export async function complaintsDuring(work: () => Promise<void>): Promise<unknown[]> {
  const complaints: unknown[] = []
  const hear = (complaint: unknown) => void complaints.push(complaint)
  process.on('warning', hear)
  process.on('unhandledRejection', hear)
  try {
    await work()
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.off('warning', hear)
    process.off('unhandledRejection', hear)
  }
  return complaints
}
