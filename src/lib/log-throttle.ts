import { systemClock, type Clock } from './clock.ts'

const INTERVAL_MS = 60_000

/** Creates a function that limits repeated log lines: it returns true at most once a minute for each event. */
export function createLogThrottle({ now }: Pick<Clock, 'now'> = systemClock) {
  const loggedAt = new Map<string, number>()
  return (event: string): boolean => {
    const last = loggedAt.get(event)
    if (last !== undefined && now() - last < INTERVAL_MS) return false
    loggedAt.set(event, now())
    return true
  }
}
