import type { IncomingHttpHeaders } from 'node:http'
import { HttpError } from './errors.ts'
import { allowedMethods, route, type Route } from './route.ts'

const PREFLIGHT_MAX_AGE_SECONDS = 86_400

const EXPOSED = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Server-Timing, ETag'

/** Which origins may read responses from scripts in browsers. */
export interface Cors {
  /** CORS headers of every response, errors included. */
  headersFor(request: IncomingHttpHeaders): Record<string, string>
  /** An `OPTIONS` route for each path of the given routes; none while CORS is off. */
  routesFor(routes: readonly Route[]): Route[]
}

/** Creates CORS for a list of origins, or for all with `*`; undefined switches it off. Credentials are never allowed. */
export function createCors(origins: readonly string[] | undefined): Cors {
  if (origins === undefined) return { headersFor: () => ({}), routesFor: () => [] }
  const isOpen = origins.includes('*')
  const isListed = (origin: string | undefined) => isOpen || (origin !== undefined && origins.includes(origin))
  // With a list, the response depends on the origin even for origins that are not in it.
  const vary: Record<string, string> = isOpen ? {} : { vary: 'Origin' }

  const answerOptions = (allow: string, { origin, ...headers }: IncomingHttpHeaders): Record<string, string> => {
    if (headers['access-control-request-method'] === undefined) return { allow }
    if (!isListed(origin)) {
      const quoted = JSON.stringify((origin ?? '').slice(0, 256))
      throw new HttpError('origin_refused', `This server does not accept requests from web pages of ${quoted}.`)
    }
    return {
      'access-control-allow-methods': 'GET, HEAD, POST',
      'access-control-allow-headers': 'Content-Type, User-Agent',
      'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
    }
  }

  return {
    headersFor: ({ origin }) =>
      isListed(origin)
        ? {
            ...vary,
            'access-control-allow-origin': isOpen ? '*' : (origin ?? ''),
            'access-control-expose-headers': EXPOSED,
          }
        : vary,
    routesFor: (routes) =>
      [...new Set(routes.map(({ path }) => path))].map((path) => {
        const methods = routes.filter((other) => other.path === path).map(({ method }) => method)
        const allow = allowedMethods([...methods, 'OPTIONS'])
        return route({
          method: 'OPTIONS',
          path,
          summary: 'CORS preflight',
          tag: 'Operation',
          responses: {},
          cost: 'free',
          handle: (_context, _input, { headers }) => ({
            kind: 'empty',
            status: 204,
            headers: answerOptions(allow, headers),
          }),
        })
      }),
  }
}
