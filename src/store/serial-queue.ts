export type SerialQueue = ReturnType<typeof createSerialQueue>

/**
 * Creates a queue that runs one task at a time. Each task on a disk that does not answer would block one of Node's four
 * threads, which DNS needs as well. For the same reason new tasks are rejected while one is over its time limit.
 */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  let overdue = 0
  /** Runs a task after all earlier ones; rejects when it has not finished within the time limit. */
  return <T>(task: () => Promise<T>, withinMs: number): Promise<T> => {
    if (overdue > 0) return Promise.reject(new Error('the disk does not answer'))
    const result = last.then(task)
    last = result.catch(() => {})
    if (withinMs === Number.POSITIVE_INFINITY) return result
    return new Promise((resolve, reject) => {
      let isOverdue = false
      const timer = setTimeout(() => {
        isOverdue = true
        overdue++
        reject(new Error(`the disk did not answer within ${withinMs} ms`))
      }, withinMs)
      result.then(resolve, reject).finally(() => {
        clearTimeout(timer)
        if (isOverdue) overdue--
      })
    })
  }
}
