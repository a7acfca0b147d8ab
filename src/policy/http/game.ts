import { z } from 'zod'
import { steamIdSchema } from '../../model/account.ts'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { isSteamId } from '../../model/steam-id.ts'
import type { JudgedAccount } from '../get-verdict.ts'
import type { PolicyAccess } from '../policies.ts'
import { SHARED_RESPONSES } from '../../http/documented-responses.ts'
import { HttpError } from '../../http/errors.ts'
import { EXAMPLE_ID } from '../../accounts/http/examples.ts'
import { route, type DocumentedResponse, type Route, type RouteRequest, type RouteResult } from '../../http/route.ts'

const PATH = /^\/game\/[^/]+\/(\d{17})$/
const UNKNOWN_RETRY_SECONDS = 5

const gameParametersSchema = z.object({
  token: z.string().meta({ description: 'A token of a policy.', example: 'rsp_0123456789abcdef' }),
  steamId: steamIdSchema.meta({ description: 'The SteamID64 of the player.', example: EXAMPLE_ID }),
})

const permissionSchema = z
  .object({ steamId: steamIdSchema, refused: z.literal(false) })
  .meta({ id: 'GamePermission', description: 'The player may join. The game reads only the status, 404.' })

const refusalSchema = z
  .object({
    steamId: steamIdSchema,
    reason: z.string().meta({ description: 'One or more sentences that the player reads.' }),
    expiryDate: unixSecondsSchema.meta({ description: 'When the refusal ends, Unix seconds; 0 for never.' }),
  })
  .meta({ id: 'GameRefusal', description: 'The player is refused.' })

const GAME_ANSWERS: Record<number, DocumentedResponse> = {
  200: {
    description: 'The community has banned the player, or the policy enforces and refuses the player.',
    body: refusalSchema,
    examples: { refusal: { steamId: EXAMPLE_ID, reason: 'VAC ban. discord.gg/x', expiryDate: 0 } },
  },
  400: {
    description: 'The request is not one of a game server.',
    codes: ['bad_game_request', 'bad_request', 'unexpected_body'],
  },
  401: { description: 'The token is wrong.', codes: ['unauthorized'] },
  404: {
    description: 'The player may join, or the rules only observe.',
    body: permissionSchema,
    examples: { permission: { steamId: EXAMPLE_ID, refused: false } },
  },
  405: SHARED_RESPONSES.MethodNotAllowed,
  429: SHARED_RESPONSES.VerdictsLimited,
  503: {
    description:
      'The policy could not decide, or the own bans cannot be read; the failure mode of the game server decides.',
    codes: ['verdict_unknown', 'overloaded', 'stopping'],
  },
}

/**
 * The route that game servers call for each joining player (`server.bansServerEndpoint`). They let the player in after a 404, so a 404 is
 * sent only for an account that may join.
 */
export function createGameRoute(policies: PolicyAccess): Route {
  return route({
    method: 'GET',
    path: '/game',
    isPrefix: true,
    token: 'in_path',
    tag: 'Verdicts',
    operationId: 'askAsGameServer',
    summary: 'Whether a player may join, for a Rust game server',
    description:
      'What `server.bansServerEndpoint` of a game server asks. The game lets the player in after a 404 and refuses the player after a 200. There is no HEAD.',
    documented: { path: '/game/{token}/{steamId}', parameters: gameParametersSchema },
    responses: GAME_ANSWERS,
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

/** The route for `/game` in a process that serves no game servers. It answers with an error that no game server takes for a permission. */
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

function readSteamId({ path, query }: RouteRequest): string {
  const [, steamId = ''] = PATH.exec(path) ?? []
  if (steamId === '' || query !== '')
    throw badRequest('A game server asks at /game/<token>/<SteamID64>, with nothing before, between or after these.')
  if (!isSteamId(steamId)) throw badRequest('The number at the end is not the SteamID64 of a player.')
  return steamId
}

const badRequest = (message: string) => new HttpError('bad_game_request', message)

/**
 * 404 for `allow` and for every verdict in mode `observe`, 200 for `deny`, and 503 for `unknown`, after which the game server decides. A
 * verdict by the own list is always in mode `enforce`.
 */
function toGameResult({ verdict: { steamId, verdict, mode, until }, gameReason }: JudgedAccount): RouteResult {
  if (mode === 'observe' || verdict === 'allow')
    return { kind: 'json', value: { steamId, refused: false }, status: 404 }
  if (verdict === 'deny')
    return { kind: 'json', value: { steamId, reason: gameReason, expiryDate: until ?? 0 }, status: 200 }
  const headers = { 'retry-after': String(UNKNOWN_RETRY_SECONDS) }
  throw new HttpError('verdict_unknown', 'The policy could not decide; the account is unknown.', headers)
}
