import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import { withoutCredentials } from '../lib/postgres-url.ts'
import { messageOf, systemCodeOf } from '../lib/thrown.ts'
import { DatabaseError } from '../model/database-error.ts'
import type { Settings } from './settings/read-settings.ts'

/**
 * Converts an error of the Postgres driver that a part threw at the start to an error for the operator. Other errors are returned
 * unchanged.
 */
export async function explainFailure(
  error: unknown,
  { isShared, database: { url } }: Pick<Settings, 'isShared' | 'database'>,
): Promise<unknown> {
  if (!isShared) return error
  const { explainKnown } = await import('../database/postgres/postgres-errors.ts')
  return explainKnown(withoutCredentials(url), 'cannot be used', error) ?? error
}

export function explainStartFailure(error: unknown, { http: { host, port } }: Settings): string {
  switch (systemCodeOf(error)) {
    case 'EADDRINUSE':
      return `HTTP_PORT ${port} on ${host} is used by another program; stop that one or choose another port: HTTP_PORT=${port < 65_526 ? port + 10 : port - 10}.`
    case 'EACCES':
      return `This user may not use HTTP_PORT ${port}; choose a port above 1023.`
    case 'EADDRNOTAVAIL':
      return `HTTP_HOST ${host} is not an address of this machine.`
    default:
      return messageOf(error)
  }
}

const TRIED_FOR_MS = 60_000
const TRIED_EVERY_MS = 1_000
const LOGGED_EVERY_MS = 10_000

export type OpenWhenReachable = <T>(open: () => Promise<T>) => Promise<T>

/**
 * Creates a function that opens a part that uses the database. While the database cannot be reached, for example because all machines start
 * at once, it repeats `open` every second, for at most a minute in total for all parts. It rejects with a DatabaseError after that minute,
 * and at once for any other problem. `explain` converts an error of the database's driver to a DatabaseError.
 */
export function createOpenWhenReachable(
  explain: (error: unknown) => Promise<unknown>,
  log: Logger,
  clock: Clock,
): OpenWhenReachable {
  const startedAt = clock.now()
  let loggedAt = Number.NEGATIVE_INFINITY
  return async (open) => {
    for (;;) {
      try {
        return await open()
      } catch (thrown) {
        const error = thrown instanceof DatabaseError ? thrown : await explain(thrown)
        if (!(error instanceof DatabaseError) || error.problem !== 'unreachable') throw error
        const now = clock.now()
        const leftMs = startedAt + TRIED_FOR_MS - now
        if (leftMs <= 0) throw giveUp(error)
        if (now - loggedAt >= LOGGED_EVERY_MS) {
          loggedAt = now
          log.warn(`the start waits for the database, for up to ${Math.ceil(leftMs / 1000)} s more: ${error.message}`)
        }
      }
      await new Promise<void>((resolve) => void clock.setTimer(TRIED_EVERY_MS, resolve))
    }
  }
}

const giveUp = ({ problem, message, cause }: DatabaseError) =>
  new DatabaseError(problem, `${message} It was tried for ${TRIED_FOR_MS / 1000} s.`, { cause })
