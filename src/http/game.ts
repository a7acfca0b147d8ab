import { memoizeByObject } from '../lib/optimizations/memoize-by-object.ts'
import { isSteamId } from '../model/steam-id.ts'
import type { JudgedAccount } from '../service/policy/get-verdict.ts'
import type { PolicyAccess } from '../service/policy/policy-access.ts'
import { HttpError } from './errors.ts'
import { hasNoBody } from './input.ts'
import { route, type Route, type RouteRequest, type RouteResult } from './route.ts'

const PATH = /^\/game\/[^/]+\/(\d{17})$/
const UNKNOWN_RETRY_SECONDS = 5

/** The token of a path below `/game`; undefined without one. */
export const tokenOfPath = (path: string): string | undefined => /^\/game\/([^/]+)/.exec(path)?.[1]

/**
 * The route that game servers ask about each player who joins (`server.bansServerEndpoint`). They let the player in after a 404, so
 * that it is sent for an account that may join, and for nothing else.
 */
export function createGameRoute(policies: PolicyAccess): Route {
  return route({
    method: 'GET',
    path: '/game',
    isPrefix: true,
    token: 'in_path',
    tag: 'Verdicts',
    summary: '',
    responses: {},
    cost: 'lookup',
    readInput: readSteamId,
    handle: async (_, steamId, { callContext, grant }) => {
      if (!grant) throw new Error('a request without a valid token has reached the game route')
      const judged = await policies.getVerdict(grant, steamId, callContext)
      policies.recordJoin(grant, judged)
      return toGameResult(judged)
    },
  })
}

/** The route below `/game` of a process that serves no game servers: an error that no game server takes for a permission. */
export function createGameRefusal(message: string): Route {
  return route({
    method: 'GET',
    path: '/game',
    isPrefix: true,
    token: 'none',
    tag: 'Verdicts',
    summary: '',
    responses: {},
    cost: 'lookup',
    handle: () => Promise.reject(badRequest(message)),
  })
}

function readSteamId({ path, query, request }: RouteRequest): string {
  const [, steamId = ''] = PATH.exec(path) ?? []
  if (steamId === '' || query !== '')
    throw badRequest('A game server asks at /game/<token>/<SteamID64>, with nothing before, between or after these.')
  if (!hasNoBody(request)) throw badRequest('A game server sends no body.')
  if (!isSteamId(steamId)) throw badRequest('The number at the end is not the SteamID64 of a player.')
  return steamId
}

const badRequest = (message: string) => new HttpError('bad_game_request', message)

/** The bodies of a remembered verdict are the same objects, so that their JSON is remembered too. */
const toPermission = memoizeByObject(({ verdict: { steamId } }: JudgedAccount) => ({ steamId, refused: false }))
const toRefusal = memoizeByObject(({ verdict: { steamId, until }, gameReason }: JudgedAccount) => ({
  steamId,
  reason: gameReason,
  expiryDate: until ?? 0,
}))

/** *Allow*, and everything in `observe`, is a 404; *unknown* a 503, after which the game server's own setting decides. */
function toGameResult(judged: JudgedAccount): RouteResult {
  const { verdict, mode } = judged.verdict
  if (mode === 'observe' || verdict === 'allow') return { kind: 'json', value: toPermission(judged), status: 404 }
  if (verdict === 'deny') return { kind: 'json', value: toRefusal(judged), status: 200 }
  const headers = { 'retry-after': String(UNKNOWN_RETRY_SECONDS) }
  throw new HttpError('verdict_unknown', 'Rules of the policy could not be decided; the account is unknown.', headers)
}
