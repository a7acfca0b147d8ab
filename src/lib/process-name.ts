import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { systemCodeOf } from './thrown.ts'

/** A name for this process that no other process has, on any host: `<host>:<process id>:<random>`. */
export const createProcessName = (): string => `${hostname()}:${process.pid}:${randomBytes(6).toString('hex')}`

/** Whether the process with a name is known to have ended; false for one that runs, and for one of another host. */
export function hasProcessEnded(name: string, own: string): boolean {
  const [, host, pid] = /^(.*):(\d+):[^:]*$/.exec(name) ?? []
  if (host !== hostname() || name === own) return false
  // A process in a container often gets the process id of the one before it.
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return systemCodeOf(error) === 'ESRCH'
  }
}
