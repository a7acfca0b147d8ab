/** Creates a function that runs tasks one after another, also after one that failed. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T>): Promise<T> => {
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }
}
