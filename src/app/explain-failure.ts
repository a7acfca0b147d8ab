import { withoutCredentials } from '../lib/postgres-url.ts'
import { messageOf, systemCodeOf } from '../lib/thrown.ts'
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
      return `HTTP_PORT ${port} on ${host} is used by another program; stop that one or choose another port: HTTP_PORT=${port < 65_535 ? port + 1 : port - 1}.`
    case 'EACCES':
      return `This user may not use HTTP_PORT ${port}; choose a port above 1023.`
    case 'EADDRNOTAVAIL':
      return `HTTP_HOST ${host} is not an address of this machine.`
    default:
      return messageOf(error)
  }
}
