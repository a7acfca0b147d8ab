import { systemClock, type Clock } from './clock.ts'
import { createCommunity } from './community.ts'
import { startDeadline } from './deadline.ts'
import { createLookups, type ScanEvent, type ScanOptions } from './lookups.ts'
import { createOperation } from './operation.ts'
import { createQuotas } from './rate-limit.ts'
import { createRepeating } from './repeat.ts'
import { createRequest, type TokenKind } from './request.ts'
import { createVerdicts } from './verdicts.ts'

/** The service answers a lookup within 10 s; quotas are counted by the minute. */
const TIMEOUT_MS = 60_000
/** The service ends a scan after 60 s at the latest. */
const SCAN_TIMEOUT_MS = 120_000

/** Characters that every HTTP client can send in a header. */
const SENDABLE = /^[\x20-\x7e]+$/

export interface ClientOptions {
  /** Address of the service, such as `https://rapsheet.example.org`; in a browser, by default the origin of the page. */
  baseUrl?: string
  /**
   * The name of your tool and a contact address. The service refuses lookups without one. Leave it out in browsers, which send their own.
   */
  userAgent?: string
  /** One of `API_TOKENS`, if the service asks for one. */
  apiToken?: string
  /** The token of a policy, for verdicts. */
  policyToken?: string
  /** The token that a community has given to your tool, for its lists and events; also for verdicts, if `policyToken` is not given. */
  toolToken?: string
  /** Time limit in milliseconds of a call with all its retries: 60,000 by default, 120,000 for a scan. */
  timeoutMs?: number
  /** Maximum number of retries of a call with a temporary failure, by default 3. */
  retries?: number
  /** Milliseconds before the first retry if the service does not name a pause, by default 500; doubled for each further one. */
  firstDelayMs?: number
  /** Longest pause before a retry, milliseconds, by default 10,000. */
  maxDelayMs?: number
  fetch?: typeof fetch
  clock?: Clock
  /** A number from 0 to 1, for the jitter of pauses. */
  random?: () => number
}

export type Client = ReturnType<typeof createClient>

/**
 * Creates a client of a Rapsheet service. All its functions reject with an ApiError, or with the reason of the given signal, and retry
 * after temporary failures.
 */
export function createClient({
  baseUrl = '',
  userAgent,
  apiToken,
  policyToken,
  toolToken,
  timeoutMs,
  retries = 3,
  firstDelayMs = 500,
  maxDelayMs = 10_000,
  fetch: send = (...request) => fetch(...request),
  clock = systemClock,
  random = Math.random,
}: ClientOptions = {}) {
  const address = checkAddress(baseUrl)
  if (userAgent !== undefined && !SENDABLE.test(userAgent))
    throw new TypeError('userAgent has to consist of printable ASCII characters, such as my-tool/1.0 (me@example.org)')
  const tokens: Record<TokenKind, string | undefined> = {
    policy: policyToken ?? toolToken,
    tool: toolToken,
    none: undefined,
  }
  const quotas = createQuotas(clock)
  const once = createRequest({
    baseUrl: address,
    fetch: send,
    token: (kind) => (kind === undefined ? apiToken : tokens[kind]) ?? null,
    userAgent,
    onHeaders: quotas.note,
  })
  const request = createRepeating(once, {
    retries,
    firstDelayMs,
    maxDelayMs,
    timeoutMs: timeoutMs ?? TIMEOUT_MS,
    clock,
    random,
    pauseMs: quotas.pauseMs,
  })
  const lookups = createLookups(request)
  return {
    ...lookups,
    ...createVerdicts(request),
    ...createCommunity(request, once, { clock, random, firstDelayMs }),
    ...createOperation(request),
    /** Like `scanFriends` of the lookups, but the time limit applies to the whole stream. */
    async *scanFriends(steamId: string, options: ScanOptions = {}): AsyncGenerator<ScanEvent, void, undefined> {
      const deadline = startDeadline(clock, options.timeoutMs ?? timeoutMs ?? SCAN_TIMEOUT_MS, options.signal)
      try {
        yield* lookups.scanFriends(steamId, { ...options, signal: deadline.signal, deadline })
      } finally {
        deadline.stop()
      }
    },
  }
}

/** The address without trailing slashes; throws a TypeError for an address that no request could reach. */
function checkAddress(baseUrl: string): string {
  const isOfPage = baseUrl === '' && 'location' in globalThis
  // The error does not repeat the address, which may contain a password.
  if (!isOfPage && (!/^https?:\/\/[^\s@?#/][^\s@?#]*$/.test(baseUrl) || !URL.canParse(baseUrl)))
    throw new TypeError('baseUrl has to be an http or https address, such as https://rapsheet.example.org')
  return baseUrl.replace(/(?<!\/)\/+$/, '')
}
