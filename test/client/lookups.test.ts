import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../../packages/client/src/api-error.ts'
import { createLookups } from '../../packages/client/src/lookups.ts'
import { createRequest } from '../../packages/client/src/request.ts'
import { jsonAnswer, scriptedServerForTest, type ScriptedAnswer } from '../support/scripted-server.ts'
import { exampleWithoutProfile } from '../../src/accounts/http/examples.ts'
import { exampleAccount, exampleScan } from '../support/examples.ts'
import { exampleError } from '../../src/http/documented-responses.ts'
import { collect } from '../support/collect.ts'
import { deferred } from '../support/deferred.ts'
import { rejectionOf } from '../support/rejection-of.ts'

/** A client of a server that gives this answer to each request. */
async function clientOf(answer: ScriptedAnswer, token: string | null = null) {
  const { url, received } = await scriptedServerForTest([answer, answer, answer])
  const client = createLookups(createRequest({ baseUrl: url, fetch, token: () => token }))
  return { client, received }
}

const stream =
  (...parts: string[]): ScriptedAnswer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).end(parts.join(''))

const eventOf = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const account = exampleAccount

const errorOf = (work: Promise<unknown>) => rejectionOf(ApiError, work)

describe('requests', () => {
  const hostile = 'a b&other=c#d/%2C+ü'
  const encoded = 'a+b%26other%3Dc%23d%2F%252C%2B%C3%BC'

  test('a lookup sends the account in the query', async () => {
    const { client, received } = await clientOf(jsonAnswer(account))
    expect(await client.lookUp(hostile)).toEqual(account)
    expect(received).toMatchObject([{ method: 'GET', url: `/api/lookup?steamId=${encoded}`, body: '' }])
  })

  test('every request has the token in its header, and none has a header without a token', async () => {
    const withToken = await clientOf(jsonAnswer(account), 'abc.~+/=')
    await withToken.client.lookUp('a')
    await errorOf(withToken.client.lookUpBatch(['a']))
    await errorOf(collect(withToken.client.scanFriends('a')))
    expect(withToken.received.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 3 }, () => 'Bearer abc.~+/='),
    )
    expect(withToken.received.map(({ url }) => url).join()).not.toContain('abc')
    const without = await clientOf(jsonAnswer(account))
    await without.client.lookUp('a')
    expect(without.received[0]?.headers).not.toHaveProperty('authorization')
  })

  test('a token that no header can carry is refused without a request, and is not in the error', async () => {
    const { client, received } = await clientOf(jsonAnswer(account), '„secret“')
    const error = await errorOf(client.lookUp('a'))
    expect(error.code).toBe('unauthorized')
    expect(error.message).not.toContain('secret')
    expect(received).toEqual([])
  })
})

describe('errors', () => {
  test('an error of the service keeps its code, its sentence and its details', async () => {
    const { client } = await clientOf(jsonAnswer(exampleWithoutProfile, {}, 404))
    const { code, message, details } = await errorOf(client.lookUp('a'))
    const { error, code: sent, ...rest } = exampleWithoutProfile
    expect({ code, message }).toEqual({ code: sent, message: error })
    expect(details).toEqual(rest)
  })

  test.each([
    ['7', 7],
    ['0', 0],
    ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  ])('Retry-After of %s is %s seconds', async (header, seconds) => {
    const { client } = await clientOf(jsonAnswer(exampleError('rate_limited'), { 'retry-after': header }, 429))
    const { code, details } = await errorOf(client.lookUp('a'))
    expect(code).toBe('rate_limited')
    expect(details.retryAfter).toBe(seconds)
  })

  test.each([
    ['a page of a proxy', 502, '<html>Bad Gateway</html>'],
    ['a page with status 200', 200, '<html>Log in</html>'],
    ['an error without a code', 500, '{"message":"oops"}'],
    ['an object that is no account', 200, '{"profile":{}}'],
  ])('%s is not an answer of the service', async (_, status, body) => {
    const { client } = await clientOf((response) => void response.writeHead(status).end(body))
    expect(await errorOf(client.lookUp('a'))).toMatchObject({ code: 'unreadable_answer' })
  })

  test('an answer that breaks off is a failed connection', async () => {
    const { client } = await clientOf((response) => {
      response.writeHead(200, { 'content-length': 1_000 }).write('{"steamId":')
      setImmediate(() => response.destroy())
    })
    expect((await errorOf(client.lookUp('a'))).code).toBe('connection_failed')
  })
})

describe('abort', () => {
  const reason = new Error('the user left')

  test('a request that is aborted while its answer is read rejects with the reason of its signal', async () => {
    const abort = new AbortController()
    const { client } = await clientOf((response) => {
      response
        .writeHead(200, { 'content-length': 1_000 })
        .write('{"steamId":', () => setImmediate(() => abort.abort(reason)))
    })
    await expect(client.lookUp('a', { signal: abort.signal })).rejects.toBe(reason)
  })

  test('a scan that is aborted keeps what came, rejects with the reason and ends its request', async () => {
    const abort = new AbortController()
    const left = deferred<void>()
    const { client } = await clientOf((response) => {
      response.on('close', () => left.resolve())
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(eventOf(exampleScan.start))
    })
    const events: unknown[] = []
    const scan = async () => {
      for await (const event of client.scanFriends('a', { signal: abort.signal })) {
        events.push(event)
        abort.abort(reason)
      }
    }
    await expect(scan()).rejects.toBe(reason)
    expect(events).toEqual([exampleScan.start])
    await left.promise
  })
})

describe('the stream of a scan', () => {
  const { start, result } = exampleScan

  test('skips comments and events that the client does not know', async () => {
    const { client } = await clientOf(stream(': hello\r\n\r\n', eventOf({ hint: 1 }), eventOf(null), eventOf(result)))
    expect(await collect(client.scanFriends('a'))).toEqual([result])
  })

  test('ends with the result, even if the connection stays open', async () => {
    const left = deferred<void>()
    const { client } = await clientOf((response) => {
      response.on('close', () => left.resolve())
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(eventOf(result))
    })
    expect(await collect(client.scanFriends('a'))).toEqual([result])
    await left.promise
  })

  test.each([
    ['ends without a result', (response: ServerResponse) => response.end()],
    ['ends within an event', (response: ServerResponse) => response.end('data: {"friends":[')],
    ['breaks off', (response: ServerResponse) => setImmediate(() => response.destroy())],
    ['has an event that is no JSON', (response: ServerResponse) => response.end('data: <html>\n\n')],
  ])('is broken when it %s, after the events that came, and is not repeated', async (_, end) => {
    const { client, received } = await clientOf((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(eventOf(start), () => end(response))
    })
    const events: unknown[] = []
    const scan = async () => {
      for await (const event of client.scanFriends('a')) events.push(event)
    }
    expect((await errorOf(scan())).code).toBe('stream_broken')
    expect(events).toEqual([start])
    expect(received).toHaveLength(1)
  })

  test('ends with the error of an error event', async () => {
    const { client } = await clientOf(stream(eventOf(start), eventOf(exampleError('friends_private'))))
    const { code, details } = await errorOf(collect(client.scanFriends('a')))
    expect(code).toBe('friends_private')
    expect(details.requestId).toBe(exampleError('friends_private').requestId)
  })
})
