import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../../src/app/version.ts'
import { findBreakingChanges } from '../../tools/find-breaking-changes.ts'
import { describeInterface } from '../../tools/describe-interface.ts'
import { RELEASED_DOCUMENT, withoutProse } from '../../tools/released-document.ts'
import { ask } from '../support/ask.ts'
import { serviceForTest } from '../support/service.ts'

type Document = Record<string, unknown>

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
  expect(released).toMatchObject({ 'x-release': VERSION })
})

test('the document that tools write is the one that the service serves', async () => {
  const { body } = await ask(await serviceForTest(), '/openapi.json')
  expect(describeInterface({ hasApiTokens: false })).toEqual(body)
})

const document = withoutProse(describeInterface({ hasApiTokens: false })) as Document
/** A place in a document, with the names on the way to it; `-` is a new entry of an array. Without a value, what is there is removed. */
type Edit = [place: string, value?: unknown]

function edit(before: Document, ...edits: Edit[]): Document {
  const changed = structuredClone(before)
  for (const [place, value] of edits) {
    const names = place.split(' ')
    const last = names.pop() ?? ''
    const parent = names.reduce(
      (part, name) => (part[name] ?? expect.fail(`${place} is not in the document`)) as Document,
      changed,
    )
    if (last === '-') (parent as unknown as unknown[]).push(value)
    else if (Array.isArray(parent)) parent.splice(Number(last), 1)
    else if (value === undefined) delete parent[last]
    else parent[last] = value
  }
  return changed
}

const SCHEMAS = 'components schemas'
const SCAN_BODY = 'paths /api/friends post requestBody content application/json schema'
const NEW_PARAMETER = { name: 'x', in: 'query', required: true, schema: { type: 'string' } }

describe('a break is found:', () => {
  test.each<[title: string, ...edit: [place: string, value: unknown], message: string]>([
    ['a path is removed', 'paths /api/compare', undefined, 'GET /api/compare: is missing'],
    [
      'a field of an answer is removed',
      `${SCHEMAS} Profile properties personaname`,
      undefined,
      'Profile.personaname: is missing',
    ],
    ['a field of an answer becomes optional', `${SCHEMAS} Profile required`, [], 'Profile.personaname: can be absent'],
    [
      'a field of an answer can be null',
      `${SCHEMAS} Profile properties personaname type`,
      ['string', 'null'],
      'Profile.personaname: can be null',
    ],
    [
      'a field of an answer gets another type',
      `${SCHEMAS} Bans properties VACBanned type`,
      'string',
      'Bans.VACBanned: has the type string instead of boolean',
    ],
    [
      'an error code is removed',
      `${SCHEMAS} ErrorCode enum 0`,
      undefined,
      'ErrorCode: lacks the value "https_required"',
    ],
    ['an event of a scan is removed', `${SCHEMAS} ScanEvent anyOf 1`, undefined, 'ScanEvent: lacks variant 2'],
    [
      'a list of an answer gets longer',
      `${SCHEMAS} ScanResult properties unchecked maxItems`,
      200,
      'ScanResult.unchecked: has another maxItems',
    ],
    [
      'a status is removed',
      'paths /api/lookup get responses 404',
      undefined,
      'GET /api/lookup: the status 404 is missing',
    ],
    [
      'a header is removed',
      'paths /api/lookup get responses 200 headers ETag',
      undefined,
      'GET /api/lookup 200: the header ETag is missing',
    ],
    [
      'a media type is replaced',
      'paths /api/image get responses 200 content',
      {},
      'GET /api/image 200: the media type image/* is missing',
    ],
    [
      'a new parameter is required',
      'paths /api/lookup get parameters -',
      NEW_PARAMETER,
      'GET /api/lookup: query parameter x is new and required',
    ],
    [
      'a parameter is removed',
      'paths /api/compare get parameters 1',
      undefined,
      'GET /api/compare: query parameter other is missing',
    ],
    [
      'a parameter may be less long',
      'paths /api/lookup get parameters 0 schema maxLength',
      255,
      'GET /api/lookup query parameter steamId: has another maxLength',
    ],
    [
      'a field of a body becomes required',
      `${SCAN_BODY} required -`,
      'found',
      'POST /api/friends body.found: is required',
    ],
    [
      'a field of a body gets a lower maximum',
      `${SCAN_BODY} properties from maximum`,
      10,
      'POST /api/friends body.from: has another maximum',
    ],
    [
      'a field of a body allows one value alone',
      `${SCAN_BODY} properties found const`,
      true,
      'POST /api/friends body.found: allows true alone',
    ],
    ['an operation needs a token', 'paths /healthz get security', [{ policyToken: [] }], 'GET /healthz: needs a token'],
    [
      'an operation needs another token',
      'paths /api/verdict get security',
      [{ toolToken: [] }],
      'GET /api/verdict: does not accept policyToken',
    ],
    [
      'the default of a parameter changes',
      'paths /api/bans get parameters 0 schema default',
      50,
      'GET /api/bans query parameter limit: has the default 50 instead of 100',
    ],
  ])('%s', (_, place, value, message) => {
    expect(findBreakingChanges(document, edit(document, [place, value]))).toContain(message)
  })

  test('a value of a request is removed', () => {
    const schema = { type: 'string', enum: ['csv', 'json'] }
    const parameter = { name: 'format', in: 'query', schema }
    const before = edit(document, ['paths /api/compare get parameters', [parameter]])
    expect(findBreakingChanges(before, edit(before, ['paths /api/compare get parameters 0 schema enum 0']))).toEqual([
      'GET /api/compare query parameter format: lacks the value "csv"',
    ])
  })
})

describe('no break is', () => {
  test.each<[title: string, ...edit: Edit]>([
    ['a new path', 'paths /api/new', {}],
    ['a new error code', `${SCHEMAS} ErrorCode enum -`, 'brand_new'],
    [
      'a new event of a scan',
      `${SCHEMAS} ScanEvent anyOf -`,
      { type: 'object', required: ['z'], properties: { z: {} } },
    ],
    ['an answer that is no longer null', `${SCHEMAS} Profile properties loccountrycode`, { type: 'string' }],
    ['a parameter that becomes optional', 'paths /api/compare get parameters 1 required', false],
    ['a new optional field of a body', `${SCAN_BODY} properties y`, { type: 'string' }],
    ['a scope that is no longer needed', 'paths /api/bans get security', [{ toolToken: [] }]],
  ])('%s', (_, place, value) => {
    expect(findBreakingChanges(document, edit(document, [place, value]))).toEqual([])
  })

  test('the removal of what was deprecated', () => {
    const [path, parameter, field] = [
      'paths /api/compare get',
      'paths /api/lookup get parameters 1',
      `${SCHEMAS} Profile properties avatarfull`,
    ] as const
    const deprecated = edit(document, ...[path, parameter, field].map((place): Edit => [`${place} deprecated`, true]))
    const removed = edit(deprecated, ['paths /api/compare'], [parameter], [field])
    expect(findBreakingChanges(deprecated, removed)).toEqual([])
  })
})
