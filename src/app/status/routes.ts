import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { servedOnce } from '../../http/document.ts'
import { HttpError } from '../../http/errors.ts'
import { hostOf } from '../../http/input.ts'
import { PAGE_HEADERS } from '../../http/page.ts'
import { route, type Route, type RouteRequest } from '../../http/route.ts'
import { copyJson } from '../../lib/copy-json.ts'
import { createQuota } from '../../lib/limits/quota.ts'
import { isLoopback } from '../../lib/loopback.ts'
import { hashToken } from '../../lib/token-hash.ts'
import type { Status } from '../../model/status.ts'

export interface StatusRoutesOptions extends EntryOptions {
  /** The HTML of the page; undefined when it is not built. */
  page: Buffer | undefined
  readStatus: () => Promise<Status>
  hideSecrets: (text: string) => string
}

/** Routes of the status page, and of the state as JSON. Read-only. */
export function createStatusRoutes(options: StatusRoutesOptions): Route[] {
  const { page, readStatus, hideSecrets } = options
  const checkEntry = createEntryCheck(options)
  const servePage = page && servedOnce(PAGE_HEADERS, () => page)
  const hidden = { method: 'GET', tag: 'Operation', summary: '', responses: {}, cost: 'free' } as const
  const readInput = (given: RouteRequest) => given
  return [
    route({
      ...hidden,
      path: '/status',
      readInput,
      handle(_, asked) {
        checkEntry(asked)
        return servePage?.() ?? { kind: 'empty', status: 303, headers: { location: '/status/state' } }
      },
    }),
    route({
      ...hidden,
      path: '/status/state',
      readInput,
      async handle(_, asked) {
        checkEntry(asked)
        // Checked, because `CORS_ORIGINS` would let a page of another origin read the state when no password is needed.
        if (isCrossSite(asked.request))
          throw new HttpError('not_found', 'Open /status itself; other websites cannot read it.')
        const headers = { 'content-type': 'application/json; charset=utf-8' }
        return { kind: 'page', headers, body: JSON.stringify(copyJson(await readStatus(), hideSecrets)) }
      },
    }),
  ]
}

/** The token has at least 20 characters, so that guessing it is hopeless anyway. */
const TRIES_PER_MINUTE = 5

interface EntryOptions {
  /** SHA-256 of `ADMIN_TOKEN`; undefined if it is not set. */
  tokenHash: string | undefined
  trustsProxy: boolean
}

/** Creates a function that throws an HttpError unless a request may see the status page: with `ADMIN_TOKEN` as password (HTTP Basic), else from this machine. */
function createEntryCheck({ tokenHash, trustsProxy }: EntryOptions) {
  const tries = createQuota(TRIES_PER_MINUTE)
  return ({ request, client }: Pick<RouteRequest, 'request' | 'client'>): void => {
    const isLocal = isFromThisMachine(request)
    if (tokenHash === undefined) {
      if (isLocal && !trustsProxy) return
      throw new HttpError(
        'not_found',
        'This page is closed. Without ADMIN_TOKEN it opens only on the machine of the service, at http://localhost and its port, and without a proxy. Set ADMIN_TOKEN and restart the service.',
      )
    }
    // These requests include those through an untrusted proxy on this machine, whose clients would share the tries of one address.
    if (!client.isHttps && !isLocal)
      throw new HttpError(
        'not_found',
        'This page is closed, because the token would be readable on its way. Open it over HTTPS. Behind a proxy that does HTTPS, set TRUST_PROXY to its address.',
      )
    const password = passwordIn(request.headers.authorization)
    if (password === undefined) throw unauthorized('Log in with any user name, and ADMIN_TOKEN as the password.')
    const isRight = timingSafeEqual(Buffer.from(hashToken(password)), Buffer.from(tokenHash))
    const { isAllowed, resetMs } = tries.consume(client.limitKey, 1)
    const waitSeconds = Math.ceil(resetMs / 1000)
    if (!isAllowed)
      throw new HttpError('rate_limited', `Too many tries from your address; try again in ${waitSeconds} s.`, {
        'retry-after': String(waitSeconds),
      })
    if (!isRight) throw unauthorized('The password is not ADMIN_TOKEN.')
    tries.refund(client.limitKey, 1)
  }
}

/** The password in an `Authorization` header; undefined when it has none. */
function passwordIn(authorization = ''): string | undefined {
  const [, encoded = ''] = /^Basic +(\S+) *$/i.exec(authorization) ?? []
  const [, password] = /^[^:]*:([^]*)$/.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return password?.trim()
}

const unauthorized = (message: string) =>
  new HttpError('unauthorized', message, { 'www-authenticate': 'Basic realm="Status of Rapsheet", charset="UTF-8"' })

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
function isCrossSite(request: IncomingMessage): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  // An older browser sends only `Origin`; a program sends neither header.
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === hostOf(request).toLowerCase())
}
