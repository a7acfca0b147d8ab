/** What `work` resolves to, or `otherwise` when that takes longer than `ms`. The work itself goes on. */
export function settledWithin<T, O>(ms: number, work: Promise<T>, otherwise: O): Promise<T | O> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(otherwise), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
