import { expect } from 'vitest'
import type { Service } from './service.ts'

/** What this test suite calls itself. */
export const USER_AGENT = 'rapsheet-test/1.0 (tests@example.org)'

/** The form of a request id. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A whole answer; `body` is parsed where it says that it is JSON, else text. */
export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

/** Asks with a proper `User-Agent`, unless told otherwise. Redirects are not followed. */
export async function ask(service: { url: string }, path: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(`${service.url}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { 'user-agent': USER_AGENT, ...(init.headers as Record<string, string> | undefined) },
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: bodyOf(response.headers.get('content-type'), text),
  }
}

/** Posts a value as JSON. */
export function post(
  service: { url: string },
  path: string,
  value: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return ask(service, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  })
}

/** A body as what its type says it is. */
export function bodyOf(type: unknown, text: string): unknown {
  return String(type).startsWith('application/json') && text !== '' ? JSON.parse(text) : text
}

/**
 * Holds an answer against the one form all JSON errors have, with these further fields, and its log line against the answer.
 * Returns the message.
 */
export async function expectError(
  service: Service,
  reply: Reply,
  status: number,
  code: string,
  further: object = {},
): Promise<string> {
  expect({ status: reply.status, type: reply.headers['content-type'], body: reply.body }).toEqual({
    status,
    type: 'application/json; charset=utf-8',
    body: {
      error: expect.stringMatching(/^[^\n]+[.]$/),
      code,
      requestId: expect.stringMatching(UUID),
      ...further,
    },
  })
  const { error, requestId } = reply.body as { error: string; requestId: string }
  expect(reply.headers['x-request-id']).toBe(requestId)
  expect(await service.lineOf(requestId)).toMatchObject({ requestId, status, code })
  return error
}
