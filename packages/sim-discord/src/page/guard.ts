import type { IncomingHttpHeaders } from 'node:http'

/**
 * Why a request is rejected: a host name that points to this machine without being its own (DNS rebinding), or a page of another
 * origin; undefined for others. `port` is that of the server.
 */
export function findIntrusion({ host, origin }: IncomingHttpHeaders, port: number): string | undefined {
  const own = [`127.0.0.1:${port}`, `localhost:${port}`]
  if (!own.includes(host ?? '')) return 'This server answers only at its address on this machine.'
  // Clients other than browsers send no origin.
  if (origin !== undefined && origin !== `http://${host}`) return 'This server answers only its own page.'
  return undefined
}
