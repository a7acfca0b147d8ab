import { timingSafeEqual } from 'node:crypto'
import { HttpError } from '../../../http/errors.ts'
import type { RouteRequest } from '../../../http/route.ts'
import { createQuota } from '../../../lib/limits/quota.ts'
import { hashToken } from '../../../lib/token-hash.ts'
import { isFromThisMachine } from './local-request.ts'

/** The token has at least 20 characters, so that guessing it is hopeless anyway. */
const TRIES_PER_MINUTE = 5

export interface EntryOptions {
  /** SHA-256 of `ADMIN_TOKEN`; undefined if it is not set. */
  tokenHash: string | undefined
  trustsProxy: boolean
}

/** Creates a function that throws an HttpError unless a request may see the status page: with `ADMIN_TOKEN` as password (HTTP Basic), else from this machine. */
export function createEntryCheck({ tokenHash, trustsProxy }: EntryOptions) {
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
