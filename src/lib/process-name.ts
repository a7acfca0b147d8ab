import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { systemClock, type WallClock } from './clock.ts'

/**
 * A name for this process that no other process has: `<host>:<process id>:<Unix seconds>:<random>`, with the time of this call. Host and
 * process id are not enough, because two containers can have equal host names, and their processes equal ids.
 */
export const createProcessName = (clock: WallClock = systemClock): string =>
  `${hostname()}:${process.pid}:${clock.unixSeconds()}:${randomBytes(6).toString('hex')}`

/**
 * Describes a process to an operator: its host, its id, and its start.
 * @example
 *   describeProcess('web-1:42:1777903320:0a1b2c3d4e5f') // 'process 42 on host web-1, since 2026-05-04T14:02:00.000Z'
 */
export function describeProcess(name: string): string {
  const [, host, pid, since] = /^(.*):(\d+):(\d+):[^:]*$/.exec(name) ?? []
  if (host === undefined) return `the process ${name}`
  return `process ${pid} on host ${host}, since ${new Date(Number(since) * 1000).toISOString()}`
}
