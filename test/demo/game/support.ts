import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent } from 'undici'
import { onTestFinished } from 'vitest'
import { createGameServer, type GameServerOptions } from '../../../demo/game/game-server.ts'
import { startLoopback } from '../../../packages/sim-discord/src/loopback.ts'
import { createFakeClock } from '../../support/fake-clock.ts'

export const PLAYER = '76561198000000001'
export const OWNER = '76561198000000002'
/** Part of the endpoint's URL, as the only credential. */
export const TOKEN = 'secret-token'

/** An answer of the endpoint; `stall` sends the headers and half of the body, `reset` closes the connection. */
export type Answer =
  | 'silence'
  | 'stall'
  | 'reset'
  | { status: number; headers?: Record<string, string>; body?: unknown }

export interface SeenRequest {
  method: string | undefined
  path: string | undefined
  /** All headers with their names as sent. */
  headers: Record<string, string>
  body: string
}

/** The body that bans an account; `fields` replace its fields. */
export const ban = (steamId: string, fields: Record<string, unknown> = {}): Answer => ({
  status: 200,
  body: { steamId, reason: 'cheating', expiryDate: 0, ...fields },
})

/** Starts an endpoint that answers by account, 404 by default; `requests` are the received ones in their order. */
export async function startEndpoint(answers: Record<string, Answer> | ((path: string) => Answer | Promise<Answer>)) {
  const requests: SeenRequest[] = []
  const answerOf = (path: string) =>
    typeof answers === 'function' ? answers(path) : (answers[/\d{17}$/.exec(path)?.[0] ?? ''] ?? { status: 404 })
  const { url, serve, close } = await startLoopback(0)
  serve(async (request, response) => {
    requests.push(await toSeen(request))
    send(response, await answerOf(request.url ?? ''))
  })
  onTestFinished(close)
  return { url, endpoint: `${url}/${TOKEN}/bans/`, requests }
}

/** Creates a game server with a fake clock and connections that end with the test. */
export function gameFor(bansServerEndpoint: string, options: Partial<GameServerOptions> = {}) {
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const clock = createFakeClock()
  return { clock, ...createGameServer({ bansServerEndpoint, dispatcher, clock, ...options }) }
}

async function toSeen(request: IncomingMessage): Promise<SeenRequest> {
  const { method, url: path, rawHeaders } = request
  const chunks: Buffer[] = await request.toArray()
  const headers = Object.fromEntries(
    rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [])),
  )
  return { method, path, headers, body: Buffer.concat(chunks).toString() }
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'silence') return
  if (answer === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  if (answer === 'stall') {
    response.writeHead(200, { 'content-length': '100' }).write('{"steamId"')
    return
  }
  const { status, headers, body = '' } = answer
  response
    .writeHead(status, headers)
    .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
}
