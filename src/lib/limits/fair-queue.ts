/**
 * Creates a function that runs tasks of a key one after another, and at most `atOnce` tasks of all keys. The keys take turns, so that many
 * tasks of one key delay a task of another key by no more than one.
 */
export function createFairQueue(atOnce: number) {
  const waiting = new Map<string, (() => Promise<void>)[]>()
  const running = new Set<string>()
  const startNext = (): void => {
    const next = [...waiting].find(([key]) => !running.has(key))
    if (running.size >= atOnce || !next) return
    const [key, [task, ...others]] = next
    waiting.delete(key)
    if (others.length > 0) waiting.set(key, others)
    running.add(key)
    void task?.().finally(() => {
      running.delete(key)
      startNext()
    })
    startNext()
  }
  return <T>(key: string, task: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.set(key, [...(waiting.get(key) ?? []), () => task().then(resolve, reject)])
      startNext()
    })
}
