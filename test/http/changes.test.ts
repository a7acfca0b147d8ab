import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../../src/app/version.ts'
import { findBreakingChanges } from '../../tools/find-breaking-changes.ts'
import { describeInterface } from '../../tools/describe-interface.ts'
import { RELEASED_DOCUMENT, withoutProse } from '../../tools/released-document.ts'
import { ask } from '../support/ask.ts'
import { serviceForTest } from '../support/service.ts'

/** The parts of a document that the tests change. */
interface Document {
  [name: string]: unknown
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
interface Operation {
  deprecated?: boolean
  security?: object[]
  parameters: { name: string; in: string; required?: boolean; deprecated?: boolean; schema: Schema }[]
  requestBody: { required?: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: Schema }>; headers: Record<string, object> }>
}
interface Schema {
  [keyword: string]: unknown
  type?: string | string[]
  properties: Record<string, Schema>
  required: string[]
  enum: string[]
  anyOf: object[]
}

const released = JSON.parse(await readFile(join(import.meta.dirname, '../..', RELEASED_DOCUMENT), 'utf8')) as Document

/** What the document of the last release said wrongly of the service, which takes the same requests and sends the same answers as before. */
const CORRECTED = [
  // Longer texts were refused already.
  'PUT /api/bans/{steamId} body.reason: has another maxLength',
  'PUT /api/bans/{steamId} body.note: has another maxLength',
  // The JSON of an export was called a string.
  'GET /api/bans/export 200: has the type object instead of string',
  'GET /api/bans/export 200: has another format',
  'PUT /api/watches/{steamId} body.reason: has another maxLength',
  'PUT /api/watches/{steamId} body.reason: has another minLength',
  // Names with commas between them are the array of the style `form`.
  'GET /api/events query parameter types: has the type array instead of string',
]

test('the document that the service serves keeps what the last release promised, besides what was wrong in it', async () => {
  const { body } = await ask(await serviceForTest(), '/openapi.json')
  expect(findBreakingChanges(released, body as Document)).toEqual(CORRECTED)
})

test('the stored document is that of this version, so a release has to store its own', () => {
  expect(released['x-release']).toBe(VERSION)
})

test('the document that tools write is the one that the service serves', async () => {
  const { body } = await ask(await serviceForTest(), '/openapi.json')
  expect(describeInterface({ hasApiTokens: false })).toEqual(body)
})

const copyOf = (document: Document) => structuredClone(document)
const document = withoutProse(describeInterface({ hasApiTokens: false })) as Document
/** What a change of the document breaks. */
function breaksOf(change: (changed: Document) => void, before = document): string[] {
  const changed = copyOf(before)
  change(changed)
  return findBreakingChanges(before, changed)
}

const operation = ({ paths }: Document, path: string, method = 'get') => {
  const found = paths[path]?.[method]
  if (!found) throw new Error(`${method} ${path} is not in the document`)
  return found
}
const schema = ({ components }: Document, name: string) => {
  const found = components.schemas[name]
  if (!found) throw new Error(`${name} is not in the document`)
  return found
}
const field = (parent: Schema, name: string) => {
  const found = parent.properties[name]
  if (!found) throw new Error(`there is no field ${name}`)
  return found
}
const body = (changed: Document, path: string) => {
  const found = operation(changed, path, 'post').requestBody.content['application/json']
  if (!found) throw new Error(`${path} takes no JSON`)
  return found.schema
}
const parameter = (changed: Document, path: string, name: string) => {
  const found = operation(changed, path).parameters.find((each) => each.name === name)
  if (!found) throw new Error(`${path} has no parameter ${name}`)
  return found
}

describe('a break is found:', () => {
  test.each<[string, (changed: Document) => void, string]>([
    ['a path is removed', ({ paths }) => delete paths['/api/compare'], 'GET /api/compare: is missing'],
    [
      'a field of an answer is removed',
      (changed) => delete schema(changed, 'Profile').properties['personaname'],
      'Profile.personaname: is missing',
    ],
    [
      'a field of an answer becomes optional',
      (changed) =>
        (schema(changed, 'Profile').required = ['profileurl', 'avatarfull', 'timecreated', 'loccountrycode']),
      'Profile.personaname: can be absent',
    ],
    [
      'a field of an answer can be null',
      (changed) => (field(schema(changed, 'Profile'), 'personaname').type = ['string', 'null']),
      'Profile.personaname: can be null',
    ],
    [
      'a field of an answer gets another type',
      (changed) => (field(schema(changed, 'Bans'), 'VACBanned').type = 'string'),
      'Bans.VACBanned: has the type string instead of boolean',
    ],
    [
      'an error code is removed',
      (changed) => schema(changed, 'ErrorCode').enum.splice(0, 1),
      'ErrorCode: lacks the value "https_required"',
    ],
    [
      'an event of a scan is removed',
      (changed) => schema(changed, 'ScanEvent').anyOf.splice(1, 1),
      'ScanEvent: lacks variant 2',
    ],
    [
      'a list of an answer gets longer',
      (changed) => (field(schema(changed, 'ScanResult'), 'unchecked')['maxItems'] = 200),
      'ScanResult.unchecked: has another maxItems',
    ],
    [
      'a status is removed',
      (changed) => delete operation(changed, '/api/lookup').responses['404'],
      'GET /api/lookup: the status 404 is missing',
    ],
    [
      'a header is removed',
      (changed) => delete operation(changed, '/api/lookup').responses['200']?.headers['ETag'],
      'GET /api/lookup 200: the header ETag is missing',
    ],
    [
      'a media type is replaced',
      (changed) => (operation(changed, '/api/image').responses['200']!.content = {}),
      'GET /api/image 200: the media type image/* is missing',
    ],
    [
      'a new parameter is required',
      (changed) =>
        operation(changed, '/api/lookup').parameters.push({
          name: 'x',
          in: 'query',
          required: true,
          schema: { type: 'string' } as Schema,
        }),
      'GET /api/lookup: query parameter x is new and required',
    ],
    [
      'a parameter is removed',
      (changed) => operation(changed, '/api/compare').parameters.splice(1, 1),
      'GET /api/compare: query parameter other is missing',
    ],
    [
      'a parameter may be less long',
      (changed) => (parameter(changed, '/api/lookup', 'steamId').schema['maxLength'] = 255),
      'GET /api/lookup query parameter steamId: has another maxLength',
    ],
    [
      'a field of a body becomes required',
      (changed) => body(changed, '/api/friends').required.push('found'),
      'POST /api/friends body.found: is required',
    ],
    [
      'a field of a body gets a lower maximum',
      (changed) => (field(body(changed, '/api/friends'), 'from')['maximum'] = 10),
      'POST /api/friends body.from: has another maximum',
    ],
    [
      'a field of a body allows one value alone',
      (changed) => Object.assign(field(body(changed, '/api/friends'), 'found'), { const: true }),
      'POST /api/friends body.found: allows true alone',
    ],
    [
      'an operation needs a token',
      (changed) => (operation(changed, '/healthz').security = [{ policyToken: [] }]),
      'GET /healthz: needs a token',
    ],
    [
      'an operation needs another token',
      (changed) => (operation(changed, '/api/verdict').security = [{ toolToken: [] }]),
      'GET /api/verdict: does not accept policyToken',
    ],
    [
      'the default of a parameter changes',
      (changed) => (parameter(changed, '/api/bans', 'limit').schema['default'] = 50),
      'GET /api/bans query parameter limit: has the default 50 instead of 100',
    ],
  ])('%s', (_, change, message) => {
    expect(breaksOf(change)).toContain(message)
  })

  test('a value of a request is removed', () => {
    const withEnum = copyOf(document)
    const kind = { type: 'string', enum: ['csv', 'json'] } as Schema
    operation(withEnum, '/api/compare').parameters.push({ name: 'format', in: 'query', schema: kind })
    expect(
      breaksOf((changed) => (parameter(changed, '/api/compare', 'format').schema.enum = ['json']), withEnum),
    ).toEqual(['GET /api/compare query parameter format: lacks the value "csv"'])
  })
})

describe('no break is', () => {
  test.each<[string, (changed: Document) => void]>([
    ['a new path', ({ paths }) => Object.assign(paths, { '/api/new': paths['/api/lookup'] })],
    ['a new error code', (changed) => schema(changed, 'ErrorCode').enum.push('brand_new')],
    [
      'a new event of a scan',
      (changed) => schema(changed, 'ScanEvent').anyOf.push({ type: 'object', required: ['z'], properties: { z: {} } }),
    ],
    [
      'an answer that is no longer null',
      (changed) => Object.assign(field(schema(changed, 'Profile'), 'loccountrycode'), { type: 'string', anyOf: [] }),
    ],
    ['a parameter that becomes optional', (changed) => (parameter(changed, '/api/compare', 'other').required = false)],
    [
      'a new optional field of a body',
      (changed) => Object.assign(body(changed, '/api/friends').properties, { y: { type: 'string' } }),
    ],
    ['a scope that is no longer needed', (changed) => (operation(changed, '/api/bans').security = [{ toolToken: [] }])],
  ])('%s', (_, change) => {
    expect(breaksOf(change)).toEqual([])
  })

  test('the removal of what was deprecated', () => {
    const deprecated = copyOf(document)
    operation(deprecated, '/api/compare').deprecated = true
    parameter(deprecated, '/api/lookup', 'If-None-Match').deprecated = true
    field(schema(deprecated, 'Profile'), 'avatarfull')['deprecated'] = true
    const remove = (changed: Document) => {
      delete changed.paths['/api/compare']
      operation(changed, '/api/lookup').parameters.splice(1)
      delete schema(changed, 'Profile').properties['avatarfull']
    }
    expect(breaksOf(remove, deprecated)).toEqual([])
  })
})
