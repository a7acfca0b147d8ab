import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../../lib/clock.ts'
import { createTextSeal } from '../../../lib/sealed-text.ts'
import { hashToken } from '../../../lib/token-hash.ts'

const SESSION_SECONDS = 43_200
const COOKIE = '__Host-rapsheet-admin'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict'
const NAME = 'session'

export type AdminSessions = ReturnType<typeof createAdminSessions>

/**
 * Creates sessions of the operator: cookies with the encrypted token. Every replica with the same `ADMIN_TOKEN` accepts the cookie, and a
 * new `ADMIN_TOKEN` ends all sessions. Knowing the SHA-256 of the token is not enough to make a session.
 */
export function createAdminSessions(sha256: string, clock: Pick<Clock, 'unixSeconds'>) {
  const seal = createTextSeal(sha256, 'rapsheet: sessions of the operator')
  const expected = Buffer.from(sha256)
  const isToken = (token: string) => timingSafeEqual(Buffer.from(hashToken(token)), expected)

  const isValid = (value: string): boolean => {
    const [expiresAt = '', token = ''] = seal.open(NAME, Buffer.from(value, 'base64url'))?.split(' ') ?? []
    const leftSeconds = Number(expiresAt) - clock.unixSeconds()
    return leftSeconds > 0 && leftSeconds <= SESSION_SECONDS && isToken(token)
  }

  return {
    /** Returns the `Set-Cookie` of a new session; undefined for a wrong token. */
    open(token: string): string | undefined {
      if (!isToken(token)) return undefined
      const value = seal.seal(NAME, `${clock.unixSeconds() + SESSION_SECONDS} ${token}`).toString('base64url')
      return `${COOKIE}=${value}; Max-Age=${SESSION_SECONDS}; ${ATTRIBUTES}`
    },
    /** Whether the `Cookie` header of a request contains a valid session. */
    has: (cookies = ''): boolean =>
      cookies
        .split(';')
        .map((cookie) => cookie.trim())
        .some((cookie) => cookie.startsWith(`${COOKIE}=`) && isValid(cookie.slice(COOKIE.length + 1))),
  }
}

/** The `Set-Cookie` that ends a session. */
export const ENDED_SESSION = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`
