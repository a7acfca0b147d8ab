import { json, type Answer } from './answer.ts'
import { answerBot } from './bot-api.ts'
import { answerCallback } from './callbacks.ts'
import type { Payload } from './compose.ts'
import { createRateLimits } from './rate-limits.ts'
import type { Route } from './routes.ts'
import type { State } from './state.ts'
import { openWebhook } from './webhooks.ts'

/** A request to the REST API. */
export interface Call {
  method: string
  /** Decoded, without `/api/v10` and the query. */
  path: string
  query: URLSearchParams
  route: Route
  payload: Payload
  authorization: string | undefined
}

/** Creates the REST API without its transport: authorization, rate limits, and the answers. */
export function createApi(state: State) {
  const limits = createRateLimits(state.clock)

  /** Applies the limits for requests with the bot's token. */
  const takeTurn = ({ name, parts: [id = ''] }: Route) => {
    const turn = limits.takeGlobal()
    return 'limited' in turn || (name !== 'message' && name !== 'history') ? turn : limits.takeChannel(name, id)
  }

  return {
    answer(call: Call): Answer {
      const { route } = call
      if (route.isAuthenticated && call.authorization !== `Bot ${state.token}`) {
        return { ...json(401, { message: '401: Unauthorized', code: 0 }), broken: 'no Authorization, or a wrong one' }
      }
      if (route.isAuthenticated) {
        const turn = takeTurn(route)
        return 'limited' in turn ? turn.limited : withHeaders(turn.headers, answerBot(state, call))
      }
      switch (route.name) {
        case 'callback': {
          const [id = '', token = ''] = route.parts
          const withResponse = call.query.get('with_response') === 'true'
          return answerCallback(state, { id, token, withResponse }, call.payload)
        }
        case 'other':
          return unknownRoute(call)
        default: {
          const turn = limits.takeToken(route.parts[1] ?? '')
          return 'limited' in turn ? turn.limited : withHeaders(turn.headers, answerWebhook(state, call))
        }
      }
    },
    /** The number of requests that exceeded a rate limit. */
    rateLimited: limits.refused,
  }
}

function withHeaders(headers: Record<string, string>, answer: Answer): Answer {
  return { ...answer, headers: { ...headers, ...answer.headers } }
}

function answerWebhook(state: State, { route, payload }: Call): Answer {
  const [applicationId = '', token = '', messageId = ''] = route.parts
  const webhook = openWebhook(state, applicationId, token)
  if ('refused' in webhook) return webhook.refused
  switch (route.name) {
    case 'edit':
      return webhook.edit(messageId, payload)
    case 'read':
      return webhook.read(messageId)
    case 'delete':
      return webhook.remove(messageId)
    default:
      return webhook.followUp(payload)
  }
}

function unknownRoute({ method, path }: Call): Answer {
  const answer = json(404, { message: '404: Not Found', code: 0 })
  return { ...answer, broken: `unknown route ${method} ${path}` }
}
