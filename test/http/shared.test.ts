import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { sendJson } from '../../src/http/response.ts'

/** The body that is written for a value. */
function sent(value: object): unknown {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  let body: unknown
  response.end = (piece: unknown) => {
    body = piece
    return response
  }
  sendJson(response, 200, {}, value)
  return body
}

describe('a JSON answer', () => {
  test('that is long is one buffer for all responses with the same value', () => {
    const value = { text: 'ä'.repeat(10_000) }
    const first = sent(value)
    expect(first).toBeInstanceOf(Buffer)
    expect(sent(value)).toBe(first)
    expect(JSON.parse(String(first))).toEqual(value)
    expect(sent({ ...value })).not.toBe(first)
  })

  test('that is short stays text, which is sent together with the headers', () => {
    expect(sent({ short: true })).toBe('{"short":true}')
  })
})
