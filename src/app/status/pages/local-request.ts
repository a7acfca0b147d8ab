import { hostOf, type IncomingRequest } from '../../../http/input.ts'
import type { RouteRequest } from '../../../http/route.ts'
import { isLoopback } from '../../../lib/loopback.ts'
import type { AdminSessions } from './admin-session.ts'
import type { CLOSED } from './login-words.ts'

/** Headers by which proxies say that they pass a request on, and where from. */
const FORWARDING = new Set(['client-ip', 'connecting-ip', 'forwarded', 'true-client-ip', 'via'])
/** Browsers send no `x-` header by themselves, and each proxy has names of its own: X-Forwarded-For, X-Azure-ClientIP, X-Varnish. */
const FORWARDING_PREFIXES = [
  'x-',
  'ali-',
  'cdn-',
  'cf-',
  'do-connecting-',
  'fastly-',
  'fly-',
  'incap-',
  'surrogate-',
  'tailscale-',
]

/** Whether a proxy says that it passes this request on. */
const isForwarded = ({ headers }: Pick<IncomingRequest, 'headers'>): boolean =>
  Object.keys(headers).some(
    (name) => FORWARDING.has(name) || FORWARDING_PREFIXES.some((prefix) => name.startsWith(prefix)),
  )

/**
 * Whether a request names this machine as its host. A page of another site whose name leads to this machine (DNS rebinding) makes
 * browsers send the other name.
 */
function namesThisMachine(request: IncomingRequest): boolean {
  const host = hostOf(request).toLowerCase()
  return isLoopback(host.replace(/:\d+$/, ''))
}

/**
 * Whether a request comes from this machine, and not from a proxy on it: the peer has a loopback address, the host is a name of this
 * machine, and there is no sign of a proxy. HTTP/1.0 is such a sign: nginx before 1.29.7 uses it by default, without any header.
 */
export const isFromThisMachine = (request: IncomingRequest): boolean =>
  isLoopback(request.socket.remoteAddress ?? '') &&
  request.httpVersion !== '1.0' &&
  !isForwarded(request) &&
  namesThisMachine(request)

/** Whether a page of another site makes a browser send this request. */
export function isCrossSite(request: IncomingRequest): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  // An older browser; a program sends neither.
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === hostOf(request).toLowerCase())
}

export interface EntryOptions {
  trustsProxy: boolean
}

/** Whether the page opens: at once, after a login, or not at all, and why not. */
type Entry = 'open' | 'login' | keyof typeof CLOSED

export type EntryFinder = ReturnType<typeof createEntryFinder>

/** Creates the decision who may enter; without `ADMIN_TOKEN` there are no sessions. */
export function createEntryFinder({ trustsProxy }: EntryOptions, sessions: AdminSessions | undefined) {
  return ({ request, client }: Pick<RouteRequest, 'request' | 'client'>): Entry => {
    if (!sessions) return !trustsProxy && isFromThisMachine(request) ? 'open' : 'no_token'
    // Clients of a proxy that is not trusted may use plain HTTP, and would share the tries to log in of one address.
    if (!client.isHttps && !isFromThisMachine(request)) return 'plain'
    return sessions.has(request.headers.cookie) ? 'open' : 'login'
  }
}
