/** Tells whether something is due to be said again: each thing once in `everyMs`. `now` is monotonic. */
export function createLogThrottle(everyMs: number, now: () => number = () => performance.now()) {
  const saidAt = new Map<string, number>()
  return (what: string): boolean => {
    const last = saidAt.get(what)
    if (last !== undefined && now() - last < everyMs) return false
    saidAt.set(what, now())
    return true
  }
}
