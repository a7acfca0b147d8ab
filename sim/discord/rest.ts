import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { json, refuse, type Answer } from './answer.ts'
import { readPayload } from './body.ts'
import { answerCallback } from './callbacks.ts'
import type { Payload } from './compose.ts'
import { createFailures } from './failures.ts'
import { createRateLimits } from './rate-limits.ts'
import { toRecord, type SimRequest } from './requests.ts'
import { findRoute, type Route } from './routes.ts'
import type { State } from './state.ts'
import { openWebhook } from './webhooks.ts'

const API = '/api/v10'

interface Call {
  method: string
  path: string
  query: URLSearchParams
  route: Route
  payload: Payload
  authorization: string | undefined
}

/** Creates the REST API: answers requests by Discord's rules, `latencyMs` late. */
export function createRest(state: State, latencyMs: number) {
  const failures = createFailures()
  const limits = createRateLimits(state.clock)
  let requests: SimRequest[] = []

  const decide = (call: Call): Answer => {
    const { route } = call
    if (route.isAuthenticated && call.authorization !== `Bot ${state.token}`) {
      return { ...json(401, { message: '401: Unauthorized', code: 0 }), broken: 'no Authorization, or a wrong one' }
    }
    if (route.isAuthenticated) {
      const turn = limits.takeGlobal()
      return 'limited' in turn ? turn.limited : answerBot(state, call)
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
        if ('limited' in turn) return turn.limited
        const answer = answerWebhook(state, call)
        return { ...answer, headers: { ...turn.headers, ...answer.headers } }
      }
    }
  }

  return {
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const method = request.method ?? 'GET'
      const { pathname, searchParams: query } = new URL(request.url ?? '/', state.url)
      const kept = method === 'GET' ? state.attachments.find(pathname) : undefined
      if (kept !== undefined) {
        deliver(response, { status: 200, headers: { 'content-type': kept.content_type }, body: kept.data })
        return
      }

      const path = decodePath(pathname)
      const route = findRoute(method, path)
      const payload = await readPayload(request)
      const record = toRecord(method, path, route.name, payload)
      requests.push(record)
      const authorization = request.headers.authorization
      const failed = failures.take(route.name, `${method} ${path}`)
      if (failed === 'hang') return
      if (failed === 'reset') {
        request.socket.resetAndDestroy()
        return
      }
      const answer =
        failed ??
        (payload === undefined
          ? refuse(400, 50109, 'The request body contains invalid JSON.')
          : decide({ method, path, query, route, payload, authorization }))
      if (answer.broken !== undefined) state.violations.push(`${method} ${route.name}: ${answer.broken}`)
      record.status = answer.status
      // Even a timer of 0 ms would wait for the next iteration of the event loop.
      if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false })
      deliver(response, answer)
    },
    failures,
    requests: (): readonly SimRequest[] => requests,
    forget: (): void => void (requests = []),
    rateLimited: limits.refused,
  }
}

function answerBot(state: State, { method, path, query, route, payload }: Call): Answer {
  const { author, commands, url, violations } = state
  switch (route.name) {
    case 'gateway': {
      const limit = { total: 1000, remaining: 999, reset_after: 14_400_000, max_concurrency: 1 }
      return json(200, { url: toGatewayUrl(url), shards: 1, session_start_limit: limit })
    }
    case 'self':
      return json(200, author.user)
    default: {
      if (route.parts[0] !== author.applicationId) return refuse(404, 10002, 'Unknown Application', `no such: ${path}`)
      if (method === 'GET') return json(200, commands.list(query.get('with_localizations') === 'true'))
      const { answer, remarks } = commands.put(payload.json)
      violations.push(...remarks)
      return answer
    }
  }
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

/** The WebSocket URL of the gateway. */
export function toGatewayUrl(url: string): string {
  return url.replace(/^http/, 'ws')
}

function unknownRoute({ method, path }: Call): Answer {
  const answer = json(404, { message: '404: Not Found', code: 0 })
  return { ...answer, broken: `unknown route ${method} ${path}` }
}

function decodePath(pathname: string): string {
  const path = pathname.startsWith(`${API}/`) ? pathname.slice(API.length) : pathname
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function deliver(response: ServerResponse, { status, headers, body }: Answer): void {
  if (status === 204) response.writeHead(204, headers)
  else response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(status === 204 ? undefined : body)
}
