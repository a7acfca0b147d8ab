import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { deliver, refuse, type Answer } from './answer.ts'
import { createApi } from './api.ts'
import { readPayload } from './body.ts'
import { createFailures } from './failures.ts'
import { toRecord, type SimRequest } from './requests.ts'
import { findRoute } from './routes.ts'
import type { State } from './state.ts'

const API = '/api/v10'

/** Creates the REST API: answers requests by Discord's rules, `latencyMs` late. */
export function createRest(state: State, latencyMs: number) {
  const failures = createFailures()
  const api = createApi(state)
  let requests: SimRequest[] = []

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
      const answerTruly = (): Answer => {
        const answer =
          payload === undefined
            ? refuse(400, 50109, 'The request body contains invalid JSON.')
            : api.answer({ method, path, query, route, payload, authorization })
        if (answer.broken !== undefined) state.violations.push(`${method} ${route.name}: ${answer.broken}`)
        return answer
      }
      const failure = failures.take(route.name, `${method} ${path}`, payload?.json)
      if (failure?.isAccepted) answerTruly()
      const answer = failure?.answer ?? answerTruly()
      if (answer === 'hang') return
      if (answer === 'reset') {
        request.socket.resetAndDestroy()
        return
      }
      record.status = answer.status
      // Even a timer of 0 ms would wait for the next iteration of the event loop.
      if (latencyMs > 0) await delay(latencyMs, undefined, { ref: false })
      deliver(response, answer)
    },
    failures,
    requests: (): readonly SimRequest[] => requests,
    forget: (): void => void (requests = []),
    rateLimited: api.rateLimited,
  }
}

function decodePath(pathname: string): string {
  const path = pathname.startsWith(`${API}/`) ? pathname.slice(API.length) : pathname
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
