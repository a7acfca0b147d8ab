import { SettingsError, type Settings } from './config.ts'

export function explainStartFailure(error: unknown, { http: { host, port } }: Settings): string {
  if (error instanceof SettingsError) return error.message
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `HTTP_PORT ${port} on ${host} is used by another program; stop that one or choose another port: HTTP_PORT=${port + 1}.`
    case 'EACCES':
      return `This user may not use HTTP_PORT ${port}; choose a port above 1023.`
    case 'EADDRNOTAVAIL':
      return `HTTP_HOST ${host} is not an address of this machine.`
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
