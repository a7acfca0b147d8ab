import type { IncomingMessage } from 'node:http'
import { hostOf } from '../../../http/input.ts'
import { isLoopback } from '../../../lib/loopback.ts'

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
