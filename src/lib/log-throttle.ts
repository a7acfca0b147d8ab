import { systemClock, type Clock } from './clock.ts'

/** Limits repeated log lines: true at most once per `everyMs` for each event. */
export function createLogThrottle(everyMs: number, { now }: Pick<Clock, 'now'> = systemClock) {
  const loggedAt = new Map<string, number>()
  return (event: string): boolean => {
    const last = loggedAt.get(event)
    if (last !== undefined && now() - last < everyMs) return false
    loggedAt.set(event, now())
    return true
  }
}
