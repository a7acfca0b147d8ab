import { parse } from 'fast-querystring'
import { hashToken } from '../lib/token-hash.ts'
import type { Clock } from '../lib/clock.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import type { ToolGrant, ToolScope } from '../model/tool-token.ts'
import { HttpError } from './errors.ts'
import type { RateLimit } from './rate-limit.ts'
import type { AnyRoute, ToolAccess } from './route.ts'
import type { Destination } from './router.ts'

/** The tokens of policies, as game servers and programs send them. */
export interface PolicyTokens {
  /** Returns what a token allows; undefined for an unknown token. */
  findByToken(token: string): TokenGrant | undefined
  /** Counts calls to Steam against the token's share of the day's calls. */
  noteCalls(grant: TokenGrant, calls: number): void
  /** Returns what a tool may ask of the policy of its Discord server; undefined when the server has no policy. */
  grantOfTool(tool: ToolGrant): TokenGrant | undefined
  /** Counts calls to Steam against the share that all tools of a Discord server have of the day's calls. */
  noteToolCalls(guildId: string, calls: number): void
}

/** The tokens of tools; both methods answer from memory. */
export interface ToolTokens {
  /** Returns what a token allows, also for an expired token; undefined for an unknown or revoked token. */
  findByToken(token: string): ToolGrant | undefined
  /** Records that a token was used now. */
  noteUse(tool: ToolGrant): void
}

/** The tokens of a service without a database. */
export const NO_TOOLS: ToolTokens = { findByToken: () => undefined, noteUse() {} }

export interface AccessOptions {
  policies: PolicyTokens
  tools: ToolTokens
  clock: Clock
  /** The name in the log of each token that `/api` accepts, by its SHA-256 in hexadecimal digits; empty when `/api` asks for no token. */
  apiTokens: ReadonlyMap<string, string>
  limits: {
    /** The rate limit for an address. */
    address: RateLimit
    /** The rate limit for a token of `/api`. */
    apiToken: RateLimit
    /** The rate limit for a token of a policy. */
    policyToken: RateLimit
    /** The rate limit for all tools of a Discord server. */
    tool: RateLimit
  }
}

/** What a request may do, and which quota it is counted against. */
export interface Access {
  /** The key under which the client's requests are counted in `limit`. */
  key: string
  limit: RateLimit
  /** What the request may ask of a policy. */
  grant: TokenGrant | undefined
  /** The tool whose valid token the request has. */
  tool: ToolGrant | undefined
  /** The error for a request without a valid token, or without the scope; thrown after the request has been counted. */
  refusal: HttpError | undefined
  /** Who asks, for the log; undefined without a known token. */
  caller: CallerFacts | undefined
}

/** The name of a token, with what it belongs to. */
interface CallerFacts {
  guildId?: string
  token: string
  policy?: string
}

/** The parts of a request that identify its caller. */
interface Caller {
  method: string
  authorization: string | undefined
  /** The limit key of the client's address. */
  limitKey: string
  /** The route for the method. */
  route: AnyRoute | undefined
}

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i
/** The headers of an error about the token (RFC 6750). `problem` is left out for a request that has sent no token. */
const challenge = (problem?: string) => ({
  'www-authenticate': problem === undefined ? 'Bearer' : `Bearer error=${problem}`,
})
const INVALID_TOKEN = challenge('"invalid_token"')

/**
 * Creates a function that finds out by a request's token what the request may do. The function does not throw, so that refused requests are
 * counted too.
 */
export function createAccess({ policies, tools, clock, apiTokens, limits }: AccessOptions) {
  const byAddress = ({ limitKey }: Caller, refusal?: HttpError, caller?: CallerFacts): Access => ({
    key: limitKey,
    limit: limits.address,
    grant: undefined,
    tool: undefined,
    refusal,
    caller,
  })

  // The error is created only if it is needed, because creating its stack takes a tenth of the time of a remembered verdict.
  const byPolicyToken = (asked: Caller, sent: string | undefined, refusal: () => HttpError): Access => {
    const grant = sent === undefined ? undefined : policies.findByToken(sent)
    if (!grant) return byAddress(asked, refusal())
    const [key, caller] = [grant.key, callerOf(grant)]
    return { key, limit: limits.policyToken, grant, tool: undefined, refusal: undefined, caller }
  }

  /** Counts wrong and expired tokens by address, and everything else by the Discord server of the tool. */
  const byToolToken = (
    asked: Caller,
    token: string | undefined,
    scope: ToolScope | null,
    wrongToken: () => HttpError,
  ): Access => {
    const tool = token === undefined ? undefined : tools.findByToken(token)
    if (!tool) return byAddress(asked, wrongToken())
    const caller = { guildId: tool.guildId, token: tool.name }
    if (tool.expiresAt <= clock.unixSeconds()) return byAddress(asked, expired(tool), caller)
    tools.noteUse(tool)
    const refusal = scope === null || tool.scopes.has(scope) ? undefined : scopeMissing(scope)
    return { key: tool.guildId, limit: limits.tool, grant: undefined, tool, refusal, caller }
  }

  /** Programs ask for verdicts with the token of a policy, or with that of a tool that has the scope. */
  const byVerdictToken = (asked: Caller): Access => {
    const token = bearerOf(asked)
    const refusal = () => unauthorized('a policy or of a tool', whyUnauthorized(asked))
    if (token === undefined || policies.findByToken(token)) return byPolicyToken(asked, token, refusal)
    const access = byToolToken(asked, token, 'verdicts', refusal)
    if (!access.tool || !access.caller || access.refusal) return access
    const grant = policies.grantOfTool(access.tool)
    return grant
      ? { ...access, grant, caller: { ...access.caller, policy: grant.policy.name } }
      : { ...access, refusal: noPolicy() }
  }

  const byApiToken = (asked: Caller): Access => {
    const token = bearerOf(asked)
    const hash = token === undefined ? '' : hashToken(token)
    const name = apiTokens.get(hash)
    if (name !== undefined) {
      const caller = { token: name }
      return { key: hash, limit: limits.apiToken, grant: undefined, tool: undefined, refusal: undefined, caller }
    }
    return byAddress(asked, unauthorized('API_TOKENS', whyUnauthorized(asked)))
  }

  return (destination: Destination, asked: Caller): Access => {
    const kind = tokenKindOf(destination, asked, apiTokens)
    // Routes with a token in the path refuse every query themselves. After a refused preflight, a browser would not show the reason.
    const mayRefuse = kind !== 'in_path' && asked.method !== 'OPTIONS'
    if (mayRefuse && findTokenInQuery(destination.query)) return byAddress(asked, tokenInQuery())
    switch (kind) {
      case 'none':
        return byAddress(asked)
      case 'in_path': {
        const token = tokenInPath(destination)
        return byPolicyToken(asked, token, token === undefined ? noTokenInPath : wrongTokenInPath)
      }
      case 'policy':
        return byVerdictToken(asked)
      case 'tool':
        return byToolToken(asked, bearerOf(asked), scopeOf(asked.route), () => unauthorizedTool(whyUnauthorized(asked)))
      case 'api':
        return byApiToken(asked)
    }
  }
}

/** Who asks with the token of a policy. */
const callerOf = ({ guildId, tokenName: token, policy }: TokenGrant): CallerFacts => ({
  ...(guildId !== null && { guildId }),
  token,
  policy: policy.name,
})

/** The token in a path below a prefix: the segment after the prefix; undefined when there is none. */
const tokenInPath = ({ path, label }: Destination): string | undefined =>
  path.startsWith(`${label}/`) ? /^[^/]+/.exec(path.slice(label.length + 1))?.[0] : undefined

type TokenKind = 'none' | 'in_path' | 'policy' | 'tool' | 'api'

function tokenKindOf(
  { token, path }: Destination,
  { method }: Caller,
  apiTokens: AccessOptions['apiTokens'],
): TokenKind {
  if (token === 'in_path') return 'in_path'
  // A browser sends no token with its preflight request.
  if (method === 'OPTIONS') return 'none'
  if (token === 'policy') return 'policy'
  if (isToolAccess(token)) return 'tool'
  const isFree = token === 'none' || apiTokens.size === 0 || !path.startsWith('/api/')
  return isFree ? 'none' : 'api'
}

/** Whether a route requires the token of a tool. */
export const isToolAccess = (token: AnyRoute['token']): token is ToolAccess => typeof token === 'object'

/** The scope that a route requires; null for a method that the path does not accept, whose error needs a valid token only. */
const scopeOf = (route: AnyRoute | undefined): ToolScope | null =>
  isToolAccess(route?.token) ? route.token.scope : null

const bearerOf = ({ authorization }: Caller) => BEARER.exec(authorization ?? '')?.[1]

const noTokenInPath = () =>
  new HttpError('bad_game_request', 'A game server asks at /game/<token>/<SteamID64>; the token is missing.')

const wrongTokenInPath = () => new HttpError('unauthorized', 'The token is wrong.', INVALID_TOKEN)

const WRONG_TOKEN = 'The token is wrong or was revoked'

/** What is wrong with a request without a valid token; the message never repeats what was sent. */
function whyUnauthorized(asked: Caller): string {
  if (asked.authorization === undefined) return 'The request has no token'
  return bearerOf(asked) === undefined ? 'The Authorization header is not the word Bearer and a token' : WRONG_TOKEN
}

const unauthorized = (owner: string, problem: string) =>
  new HttpError(
    'unauthorized',
    `${problem}; send a valid token of ${owner} as "Authorization: Bearer <token>".`,
    problem === WRONG_TOKEN ? INVALID_TOKEN : challenge(),
  )

/** The error for a token that is not, or no longer, one of a tool. */
export const unauthorizedTool = (problem = WRONG_TOKEN) => unauthorized('a tool', problem)

const expired = ({ expiresAt }: ToolGrant) => {
  const day = new Date(expiresAt * 1000).toISOString().slice(0, 10)
  return new HttpError(
    'unauthorized',
    `The token expired on ${day} (UTC); create a new one in Discord with /token create.`,
    INVALID_TOKEN,
  )
}

/** The error for a token that lacks a scope. */
export const scopeMissing = (scope: ToolScope) =>
  new HttpError(
    'scope_missing',
    `The token lacks the scope ${scope}; create one that has it in Discord with /token create.`,
    challenge(`"insufficient_scope", scope="${scope}"`),
  )

/** The error for a token that has none of several scopes, of which one is enough. */
export const noneOfScopes = (scopes: readonly ToolScope[]) =>
  new HttpError(
    'scope_missing',
    `The token has none of the scopes ${scopes.join(', ')}; create one that has at least one of them in Discord with /token create.`,
    challenge('"insufficient_scope"'),
  )

const noPolicy = () =>
  new HttpError('no_policy', 'The Discord server of this token has no policy; /policy edit in Discord creates one.')

/** The error for a token in a URL, which proxies and browsers store. */
export const tokenInQuery = () =>
  new HttpError(
    'token_in_url',
    'Move the token from the URL into the header, "Authorization: Bearer <token>", and replace it: URLs are stored in logs.',
  )

const NAMES = new Set(['token', 'access_token', 'api_key', 'apikey', 'key', 'auth', 'authorization', 'bearer'])
/** Shorter values are not tokens of this service; trade links have a parameter `token` of 8 characters. */
const MIN_CHARACTERS = 20
/** Matches a query that may contain a token. Decoding never makes a value longer, so a query without a long value need not be parsed. */
const HAS_LONG_VALUE = /=[^&]{20}/
/** The beginning of each generated token of a policy or a tool. */
const GENERATED_TOKEN = /rs[pt]_[\w-]{16}/

/**
 * Whether a query string contains what may be a token.
 * @example
 *   findTokenInQuery('token=Ab1Cd2Ef') // false: too short, as in trade links
 */
export function findTokenInQuery(query: string): boolean {
  if (query === '') return false
  if (GENERATED_TOKEN.test(query)) return true
  if (!HAS_LONG_VALUE.test(query)) return false
  const sent = Object.entries<string | string[]>(parse(query))
  return sent.some(([name, value]) => NAMES.has(name.toLowerCase()) && [value].flat().some(isLong))
}

const isLong = (value: string) => value.length >= MIN_CHARACTERS
