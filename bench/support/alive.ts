import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'

/** Resolves to whether a server answers `/healthz` on a new connection. */
export function isAlive(url: string, withinMs: number, localAddress = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const request = url.startsWith('https:') ? requestTls : requestPlain
    const asked = request(`${url}/healthz`, {
      agent: false,
      localAddress,
      // The test certificate is self-signed.
      rejectUnauthorized: false,
      signal: AbortSignal.timeout(withinMs),
    })
    asked.once('error', () => resolve(false))
    asked.once('response', (response) => {
      response.resume()
      response.once('error', () => resolve(false))
      response.once('end', () => resolve(response.statusCode === 200))
    })
    asked.end()
  })
}
