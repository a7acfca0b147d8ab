import { describe, expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask, post, type Reply } from '../support/ask.ts'
import { useService } from '../support/service.ts'
import { toolHttpForTest } from '../support/tool-http.ts'
import { ALICE } from '../support/watch-tests.ts'

const { cast } = createWorld({ accounts: 1 })
const service = await useService()
const ACCEPT = { accept: 'application/problem+json' }

const problemOf = ({ status, headers, body }: Reply) => {
  expect([status, headers['content-type'], headers['vary']]).toEqual([
    expect.any(Number),
    'application/problem+json',
    'Accept',
  ])
  return JSON.parse(String(body)) as Record<string, unknown>
}

test('an error is sent as problem details to a client that asks for them by name', async () => {
  const reply = await ask(service, '/api/lookup', { headers: ACCEPT })
  const id = String(reply.headers['x-request-id'])
  expect([reply.status, problemOf(reply)]).toEqual([
    400,
    {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'The parameter steamId is missing.',
      instance: `urn:uuid:${id}`,
      field: 'steamId',
      code: 'missing_parameter',
      requestId: id,
    },
  ])
})

test.each([
  ['application/json', false],
  ['application/problem+json;q=0', false],
  ['application/json, application/problem+json;q=0.5', false],
  ['application/json, application/problem+json', true],
])('Accept: %s asks for problem details: %s', async (accept, asks) => {
  const { headers } = await ask(service, '/nothing', { headers: { accept } })
  expect(headers).toMatchObject({
    'content-type': asks ? 'application/problem+json' : 'application/json; charset=utf-8',
    vary: 'Accept',
  })
})

describe('the field of a problem is', () => {
  test.each([
    ['a misspelt parameter', '/api/lookup?steamid=x', 'steamId'],
    ['a value that is not accepted', '/api/rust-stats?steamId=x', 'steamId'],
    ['a text that is no account', '/api/lookup?steamId=a%20b', 'steamId'],
    ['one of two', `/api/compare?steamId=${cast.clean}&other=${cast.clean}`, 'other'],
  ])('%s', async (_, path, field) => {
    const reply = await ask(service, path, { headers: ACCEPT })
    expect([reply.status, problemOf(reply)['field']]).toEqual([400, field])
  })

  test.each([
    ['a field that is missing', {}, 'input'],
    ['a field that is not listed', { input: 'x', more: 1 }, 'more'],
    ['a text that is no account', { input: 'a b' }, 'input'],
  ])('%s of a body', async (_, body, field) => {
    const reply = await post(service, '/api/lookup', body, ACCEPT)
    expect([reply.status, problemOf(reply)['field']]).toEqual([400, field])
  })

  test('that of an entry or a list, also where the database knows that it is wrong', async () => {
    const tool = await toolHttpForTest()
    const fieldAfter = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
      const reply = await tool.send(method, path, { body, headers: { ...ACCEPT, ...headers } })
      return [reply.status, problemOf(reply)['field']]
    }
    const ban = `/api/bans/${ALICE}`
    expect(await fieldAfter('PUT', ban, { until: 1 })).toEqual([400, 'until'])
    expect(await fieldAfter('PUT', ban, { reason: 'x'.repeat(81) })).toEqual([400, 'reason'])
    expect(await fieldAfter('PUT', ban, { note: 'x'.repeat(501) })).toEqual([400, 'note'])
    expect(await fieldAfter('PUT', ban, {}, { 'if-match': 'x' })).toEqual([400, 'If-Match'])
    expect(await fieldAfter('PUT', `/api/watches/${ALICE}`, { reason: '' })).toEqual([400, 'reason'])
    expect(await fieldAfter('PUT', `/api/watches/${ALICE}`, { reason: 'x'.repeat(201) })).toEqual([400, 'reason'])
    for (const list of ['bans', 'watches', 'joins', 'refusals', 'events'])
      expect(await fieldAfter('GET', `/api/${list}?after=x`)).toEqual([400, 'after'])
    expect(await fieldAfter('GET', '/api/bans?size=1')).toEqual([400, 'size'])
  })
})
