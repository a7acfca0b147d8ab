const ANSWERS_WITHIN_MS = 1_000

/** The sum of all series of a metric of a process; undefined while it does not answer, or has none. */
export async function readMetric(url: string, name: string): Promise<number | undefined> {
  try {
    const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
    const values = (await answer.text())
      .split('\n')
      .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
      .map((line) => Number(line.slice(line.lastIndexOf(' '))))
    return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0)
  } catch {
    return undefined
  }
}
