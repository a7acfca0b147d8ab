import type { Settings } from './config.ts'
import { messageOf, systemCodeOf } from '../lib/thrown.ts'

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
