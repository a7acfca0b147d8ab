import type { IncomingMessage } from 'node:http'
import { hostOf } from '../../../http/input.ts'
import { isLoopback } from '../../../lib/loopback.ts'

/**
 * Headers by which proxies mark forwarded requests. Every `x-` header counts: browsers send no such header by themselves, and proxies have many
 * different ones, such as X-Forwarded-For, X-Azure-ClientIP and X-Varnish.
 */
const OF_PROXIES =
  /^(x-|ali-|cdn-|cf-|do-connecting-|fastly-|fly-|incap-|surrogate-|tailscale-|true-client-|(client|connecting)-ip$|forwarded$|via$)/

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
  !Object.keys(request.headers).some((name) => OF_PROXIES.test(name)) &&
  namesThisMachine(request)

/** Whether a page of another site makes a browser send this request. */
export function isCrossSite(request: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  // An older browser sends only `Origin`; a program sends neither header.
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === hostOf(request).toLowerCase())
}
