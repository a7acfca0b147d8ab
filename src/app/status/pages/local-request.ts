import type { IncomingMessage } from 'node:http'
import { hostOf } from '../../../http/input.ts'
import type { RouteRequest } from '../../../http/route.ts'
import { isLoopback } from '../../../lib/loopback.ts'
import type { AdminSessions } from './admin-session.ts'
import type { CLOSED } from './login-words.ts'

/** Headers by which proxies mark forwarded requests, and name their client. */
const FORWARDING = new Set(['client-ip', 'connecting-ip', 'forwarded', 'true-client-ip', 'via'])
/**
 * Prefixes of further headers that proxies add. Every `x-` header counts: browsers send no such header by themselves, and proxies have many
 * different ones, such as X-Forwarded-For, X-Azure-ClientIP and X-Varnish.
 */
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

/** Whether a header says that the request was forwarded by a proxy. */
const isForwarded = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  Object.keys(headers).some(
    (name) => FORWARDING.has(name) || FORWARDING_PREFIXES.some((prefix) => name.startsWith(prefix)),
  )

/**
 * Whether the host of a request is a name of this machine. With DNS rebinding, the name of another site leads to this machine; the
 * requests of its pages then have that name as their host.
 */
function namesThisMachine(request: IncomingMessage): boolean {
  const host = hostOf(request).toLowerCase()
  return isLoopback(host.replace(/:\d+$/, ''))
}

/**
 * Whether a request comes directly from this machine, without a proxy: the peer has a loopback address, the host is a name of this machine,
 * and nothing indicates a proxy. HTTP/1.0 indicates a proxy, because nginx before 1.29.7 uses it by default, without any header.
 */
export const isFromThisMachine = (request: IncomingMessage): boolean =>
  isLoopback(request.socket.remoteAddress ?? '') &&
  request.httpVersion !== '1.0' &&
  !isForwarded(request) &&
  namesThisMachine(request)

/** Whether a page of another site makes a browser send this request. */
export function isCrossSite(request: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  // An older browser sends only `Origin`; a program sends neither header.
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === hostOf(request).toLowerCase())
}

export interface EntryOptions {
  trustsProxy: boolean
}

/** How the page opens: at once, after a login, or not at all for a reason of `CLOSED`. */
type Entry = 'open' | 'login' | keyof typeof CLOSED

export type EntryFinder = ReturnType<typeof createEntryFinder>

/** Creates a function that decides how the page opens for a request; `sessions` is undefined without `ADMIN_TOKEN`. */
export function createEntryFinder({ trustsProxy }: EntryOptions, sessions: AdminSessions | undefined) {
  return ({ request, client }: Pick<RouteRequest, 'request' | 'client'>): Entry => {
    if (!sessions) return !trustsProxy && isFromThisMachine(request) ? 'open' : 'no_token'
    // No login for these requests, which include requests through an untrusted proxy on this machine: its clients may use plain HTTP, and
    // would share the limit of login attempts of one address.
    if (!client.isHttps && !isFromThisMachine(request)) return 'plain'
    return sessions.has(request.headers.cookie) ? 'open' : 'login'
  }
}
