import { SettingsError } from './config.ts'
import type { Settings } from './config.ts'

/** Why the service could not start, and what to do, for the person who started it. */
export function explainStartFailure(error: unknown, { HTTP_HOST, HTTP_PORT }: Settings): string {
  if (error instanceof SettingsError) return error.message
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `HTTP_PORT ${HTTP_PORT} on ${HTTP_HOST} is taken by another program; stop that one or choose another port: HTTP_PORT=${HTTP_PORT + 1}.`
    case 'EACCES':
      return `HTTP_PORT ${HTTP_PORT} may not be used by this user; choose one above 1023.`
    case 'EADDRNOTAVAIL':
      return `HTTP_HOST ${HTTP_HOST} is no address of this machine.`
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
