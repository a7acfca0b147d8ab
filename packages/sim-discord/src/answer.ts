import type { ServerResponse } from 'node:http'
import { listProblems, toErrorTree, type Problem } from './limits/problems.ts'

/** An HTTP answer; `broken` describes the rule that the request broke. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  broken?: string
}

/** A JSON answer. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** An answer without a body. */
export function noContent(): Answer {
  return { status: 204, headers: {}, body: '' }
}

/** Discord's error for a forbidden request; counts as a violation. */
export function refuse(status: number, code: number, message: string, why = message): Answer {
  return { ...json(status, { message, code }), broken: why }
}

/** Discord's error for a body with problems. */
export function refuseForm(problems: Problem[]): Answer {
  const value = { message: 'Invalid Form Body', code: 50035, errors: toErrorTree(problems) }
  return { ...json(400, value), broken: listProblems(problems) }
}

/** Sends an answer. */
export function deliver(response: ServerResponse, { status, headers, body }: Answer): void {
  if (status === 204) response.writeHead(204, headers)
  else response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
  response.end(status === 204 ? undefined : body)
}
