import { expect } from 'vitest'
import type { Service } from './service.ts'

/** The User-Agent of this test suite. */
export const USER_AGENT = 'rapsheet-test/1.0 (tests@example.org)'

/** The form of a request id. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A complete response; `body` is parsed if its type is JSON, else text. */
export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

/** Sends a request, with a valid `User-Agent` unless the headers have another. Does not follow redirects. */
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

/** Parses a body by its content type. */
export function bodyOf(type: unknown, text: string): unknown {
  return String(type).startsWith('application/json') && text !== '' ? JSON.parse(text) : text
}

/**
 * Checks that a response has the form of all JSON errors, with these additional fields, and that its log line matches.
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
