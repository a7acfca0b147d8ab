/** Limits repeated log lines: true at most once per `everyMs` for each event. `now` is monotonic. */
export function createLogThrottle(everyMs: number, now: () => number = () => performance.now()) {
  const loggedAt = new Map<string, number>()
  return (event: string): boolean => {
    const last = loggedAt.get(event)
    if (last !== undefined && now() - last < everyMs) return false
    loggedAt.set(event, now())
    return true
  }
}
