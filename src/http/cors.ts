import type { IncomingHttpHeaders } from 'node:http'
import { HttpError } from './errors.ts'
import { allowedMethods, route, type Route, type AnyRoute } from './route.ts'

const PREFLIGHT_MAX_AGE_SECONDS = 86_400

const ALLOWED =
  'Authorization, Cache-Control, Content-Type, If-Match, If-None-Match, Last-Event-ID, User-Agent, traceparent'
const EXPOSED = 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Server-Timing, ETag, Link'

export type Cors = ReturnType<typeof createCors>

/**
 * Lets browser scripts of these origins read responses; `*` stands for all origins, undefined for no origin. Credentials are never allowed.
 */
export function createCors(origins: readonly string[] | undefined) {
  const none: Record<string, string> = {}
  if (origins === undefined) return { headersFor: () => none, routesFor: optionsRoutes((allow) => ({ allow })) }
  const isOpen = origins.includes('*')
  const isListed = (origin: string | undefined) => isOpen || (origin !== undefined && origins.includes(origin))
  // With a list of origins, the response depends on the origin, even for origins that are not in the list.
  const vary: Record<string, string> = isOpen ? none : { vary: 'Origin' }
  const allowed = (origin: string) => ({
    ...vary,
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED,
  })
  const ofEach = new Map(origins.map((origin) => [origin, allowed(origin)]))
  const ofAll = ofEach.get('*')

  const answerOptions = (allow: string, { origin, ...headers }: IncomingHttpHeaders): Record<string, string> => {
    if (headers['access-control-request-method'] === undefined) return { allow }
    if (!isListed(origin)) {
      const quoted = JSON.stringify((origin ?? '').slice(0, 256))
      throw new HttpError('origin_refused', `This server does not accept requests from web pages of ${quoted}.`)
    }
    return {
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
      'access-control-allow-headers': ALLOWED,
      'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
    }
  }

  return {
    /** CORS headers of every response, errors included; the same object for the same origin. */
    headersFor: ({ origin = '' }: IncomingHttpHeaders): Record<string, string> => ofAll ?? ofEach.get(origin) ?? vary,
    routesFor: optionsRoutes(answerOptions),
  }
}

/**
 * Creates a function that returns an `OPTIONS` route for each path of the given routes. A route for everything below its path (`isPrefix`) has
 * none: a game server would take any 2xx for permission to join.
 */
const optionsRoutes =
  (answer: (allow: string, headers: IncomingHttpHeaders) => Record<string, string>) =>
  (routes: readonly AnyRoute[]): Route[] =>
    [...new Set(routes.filter(({ isPrefix }) => isPrefix !== true).map(({ path }) => path))].map((path) => {
      const methods = routes.filter((other) => other.path === path).map(({ method }) => method)
      const allow = allowedMethods([...methods, 'OPTIONS'])
      return route({
        method: 'OPTIONS',
        path,
        summary: 'The methods of a path, and CORS preflights',
        tag: 'Operation',
        responses: {},
        cost: 'free',
        handle: (_, __, { headers }) => ({ kind: 'empty', status: 204, headers: answer(allow, headers) }),
      })
    })
