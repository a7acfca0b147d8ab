import { createJointCaller, untilLeft } from './caller.ts'
import type { Caller, JointCaller } from './caller.ts'

/** Asks `load` for a key, joining whoever already waits for the same key. */
export type SingleFlight<T> = (key: string, caller: Caller, load: (caller: Caller) => Promise<T>) => Promise<T>

/** Makes the same question, asked by several at once, one question; it is given up when the last of them has left. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, { joint: JointCaller; answer: Promise<T> }>()
  return async (key, caller, load) => {
    const joinable = flights.get(key)
    if (joinable && !joinable.joint.caller.signal.aborted) {
      joinable.joint.join(caller)
      return untilLeft(caller, joinable.answer)
    }
    const joint = createJointCaller()
    joint.join(caller)
    const answer = load(joint.caller).finally(() => {
      joint.release()
      if (flights.get(key)?.joint === joint) flights.delete(key)
    })
    flights.set(key, { joint, answer })
    return untilLeft(caller, answer)
  }
}
