import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { addExample } from '../../packages/sim-steam/src/example.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { API_ERROR_CODES, API_ERRORS, type ApiErrorCode, errorTable } from '../../src/http/error-codes.ts'
import { errorSchema } from '../../src/http/documented-responses.ts'
import { batchResultSchema } from '../../src/model/account.ts'
import { comparisonSchema } from '../../src/model/comparison.ts'
import { inventorySchema } from '../../src/model/inventory.ts'
import { lookupAnswerSchema } from '../../src/model/lookup-answer.ts'
import { rustStatsSchema } from '../../src/model/stats.ts'
import { batchErrorSchema, compareErrorSchema, lookupErrorSchema } from '../../src/accounts/http/schemas.ts'
import { EXAMPLE_ID } from '../../src/accounts/http/examples.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { ask, post } from '../support/ask.ts'
import { scan } from '../support/events.ts'
import { FILE_TOKEN, usePolicyFile } from '../support/policy-file.ts'
import { serviceForTest, useService } from '../support/service.ts'

const { cast } = createWorld({ accounts: 1 })

const service = await useService({ IMAGE_HOSTS: 'avatars.steamstatic.com' })
/** The document with the shared responses in place of the references to them. */
let description: Description
/** The document as it is served. */
let served: Description

interface Response {
  $ref?: string
  description: string
  content?: Record<string, { examples?: Record<string, { value: unknown }> }>
}
interface Operation {
  operationId: string
  description?: string
  security?: object[]
  tags: string[]
  parameters?: { name: string; in: string; required: boolean; example?: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, { example: unknown }> } }> }
  responses: Record<string, Response>
}
interface Description {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Record<string, unknown>>
    responses: Record<string, Response>
    securitySchemes: Record<string, object>
  }
}

beforeAll(async () => {
  served = (await ask(service, '/openapi.json')).body as Description
  description = withSharedResponses(served)
})

/** The examples of the document, and the time of the answers in them. */
const RECORDED = new URL('../../src/accounts/http/examples.json', import.meta.url)
const ANSWERED_AT = 1_795_305_600

const SHARED = '#/components/responses/'
/** Verdicts are told to game servers, and to tools with the scope. */
const OF_VERDICTS = [{ policyToken: [] }, { toolToken: ['verdicts'] }]

function withSharedResponses(document: Description): Description {
  const { responses } = document.components
  const replace = (_: string, value: unknown): unknown => {
    const { $ref = '' } = Object(value) as { $ref?: string }
    return $ref.startsWith(SHARED) ? responses[$ref.slice(SHARED.length)] : value
  }
  return JSON.parse(JSON.stringify(document), replace) as Description
}

const operations = (): Operation[] => Object.values(description.paths).flatMap((methods) => Object.values(methods))

/** Every object inside a value, with its path. */
function* objectsIn(value: unknown, path = ''): Generator<[path: string, object: Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>]
  for (const [name, inner] of Object.entries(value)) yield* objectsIn(inner, `${path}/${name}`)
}

describe('/openapi.json', () => {
  test('is an OpenAPI 3.1 document of version 1.10.0 of the interface', async () => {
    const { status, headers } = await ask(service, '/openapi.json')
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(description).toMatchObject({ openapi: '3.1.0', info: { title: 'Rapsheet', version: '1.10.0' } })
    expect(Object.keys(description).toSorted()).toEqual([
      'components',
      'info',
      'openapi',
      'paths',
      'security',
      'servers',
      'tags',
    ])
  })

  test('has no dangling references, no unused schemas and no unused responses', () => {
    const { schemas, responses } = served.components
    const defined = Object.entries({ schemas, responses }).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    )
    const used = [...objectsIn(served)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : []))
    expect([...new Set(used)].toSorted()).toEqual(defined.toSorted())
  })

  test('has the refusal of a token in the query among the answers of every operation under /api', () => {
    for (const [path, methods] of Object.entries(description.paths).filter(([each]) => each.startsWith('/api')))
      for (const { responses } of Object.values(methods))
        expect([path, JSON.stringify(responses['400'])]).toEqual([path, expect.stringContaining('token_in_url')])
  })

  // Rules of Spectral (`oas`), which is not installed here; those of Redocly are checked in typed-client.slow.test.ts.
  test('has a contact, a description of every operation, and the items of every array', () => {
    expect(description.info).toHaveProperty('contact')
    for (const { operationId, description: text = '' } of operations())
      expect([operationId, text]).toEqual([operationId, expect.stringMatching(/[.]$/)])
    for (const [path, object] of objectsIn(description))
      if (object['type'] === 'array')
        expect([path, object]).toEqual([path, expect.objectContaining({ items: expect.any(Object) })])
  })

  test('gives integers the bounds of their field, not those of a double', () => {
    let integers = 0
    for (const [path, { type, minimum, maximum }] of objectsIn(description)) {
      if (type === 'integer' || (Array.isArray(type) && type.includes('integer'))) {
        // Versions and page sizes begin with 1.
        expect([path, minimum]).toEqual([path, /\/version$|\/parameters\/\d+\/schema$/.test(path) ? 1 : 0])
        integers++
      }
      expect([path, minimum, maximum]).not.toContain(Number.MIN_SAFE_INTEGER)
      expect([path, minimum, maximum]).not.toContain(Number.MAX_SAFE_INTEGER)
    }
    expect(integers).toBeGreaterThan(20)
    const bounds = { type: 'integer', minimum: 0 }
    expect(description.components.schemas).toMatchObject({
      BatchResult: { properties: { resolved: { ...bounds, maximum: 50 }, dropped: { ...bounds, maximum: 100_000 } } },
      Account: { properties: { fetchedAt: { ...bounds, maximum: 4_294_967_295 } } },
      ScanResult: { properties: { unavailable: { ...bounds, maximum: 100 } } },
    })
  })

  test('declares API_TOKENS where they are set', async () => {
    const closed = await serviceForTest({ API_TOKENS: 'api-token-0123456789' }, service.sim)
    const document = (await ask(closed, '/openapi.json')).body as Description
    const { paths, components, info } = withSharedResponses(document)
    expect(components.securitySchemes).toMatchObject({ apiToken: { type: 'http', scheme: 'bearer' } })
    expect(info.description).toContain('Requests need a token of this server')
    for (const path of ['/api/lookup', '/api/friends', '/api/inventory'])
      for (const { security, responses } of Object.values(paths[path] ?? {}))
        expect([path, security, responses['401']?.description]).toEqual([
          path,
          [{ apiToken: [] }],
          expect.stringContaining('WWW-Authenticate'),
        ])
    for (const path of ['/api/image', '/healthz', '/openapi.json'])
      expect([path, paths[path]?.['get']?.security]).toEqual([path, undefined])
    expect(paths['/api/verdict']?.['get']?.security).toEqual(OF_VERDICTS)
  })
})

describe('the error codes', () => {
  test('are an enum whose values are described', () => {
    const schema = description.components.schemas['ErrorCode'] ?? {}
    expect(schema['enum']).toEqual(API_ERROR_CODES)
    expect(schema['description']).toContain(errorTable())
    expect(Object.keys(schema['x-enumDescriptions'] as object)).toEqual(API_ERROR_CODES)
  })

  test('are listed under their own status', () => {
    const shown = new Set<string>()
    for (const operation of operations()) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const examples = content?.['application/json']?.examples
        for (const { value } of Object.values(examples ?? {})) {
          const { code } = value as { code?: ApiErrorCode }
          if (code === undefined) continue
          shown.add(code)
          if (status !== 'default') expect([code, String(API_ERRORS[code].status)]).toEqual([code, status])
        }
        if (/^[45]/.test(status) && operation.tags[0] === 'Lookups')
          expect([status, examples]).toEqual([status, expect.any(Object)])
      }
    }
    // Errors that are not specific to an endpoint, or that are events of a scan.
    expect(API_ERROR_CODES.filter((code) => !shown.has(code))).toEqual([
      'origin_refused',
      'friends_private',
      'not_found',
      'too_many_connections',
    ])
  })
})

describe('the examples', async () => {
  const demo = await useService({ POLICY_FILE: usePolicyFile({ mode: 'enforce' }) })
  addExample(demo.sim.world)
  const startedAt = systemClock.unixSeconds() - 60

  const parameterOf = (path: string) => {
    const { parameters: all = [] } = description.paths[path]?.['get'] ?? {}
    const parameters = all.filter(({ in: place, required }) => place === 'query' && required)
    return `${path}?${parameters.map(({ name, example = '' }) => `${name}=${encodeURIComponent(example)}`).join('&')}`
  }
  /** The body that the page prefills: the examples of its fields. */
  const bodyOf = (path: string) => {
    const { properties } = description.paths[path]?.['post']?.requestBody?.content['application/json']?.schema ?? {}
    const fields = Object.entries(properties ?? {})
    return Object.fromEntries(fields.map(([name, { example }]) => [name, example]))
  }
  /** Replaces the times of the answers, and leaves out the ids of requests. */
  const settled = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (name, inner: unknown) =>
      typeof inner === 'number' && inner > startedAt ? ANSWERED_AT : name === 'requestId' ? undefined : inner,
    )

  test('are the answers of the demo, as recorded with UPDATE_EXAMPLES=1', async () => {
    const bodyOfGet = async (path: string) => (await ask(demo, parameterOf(path))).body
    const authorization = `Bearer ${FILE_TOKEN}`
    const account = await bodyOfGet('/api/lookup')
    const events = await scan(demo, bodyOf('/api/friends'))
    const answers = {
      lookup: { account, account_after_scan: await bodyOfGet('/api/lookup') },
      batch: (await post(demo, '/api/lookup/batch', bodyOf('/api/lookup/batch'))).body,
      comparison: await bodyOfGet('/api/compare'),
      scan: {
        start: events[0],
        found: events.find((event) => 'found' in (event as object)),
        progress: events.at(-2),
        result: events.at(-1),
      },
      stats: await bodyOfGet('/api/rust-stats'),
      inventory: await bodyOfGet('/api/inventory'),
      verdict: (await ask(demo, '/api/verdict?steamId=example_roof_raider', { headers: { authorization } })).body,
      verdictBatch: (await post(demo, '/api/verdict/batch', bodyOf('/api/lookup/batch'), { authorization })).body,
    }
    if (process.env['UPDATE_EXAMPLES'] !== undefined)
      writeFileSync(RECORDED, `${JSON.stringify(settled(answers), null, 2)}\n`)
    expect(settled(answers)).toEqual(JSON.parse(readFileSync(RECORDED, 'utf8')))
    expect((await post(demo, '/api/lookup', bodyOf('/api/lookup'))).body).toMatchObject({ steamId: EXAMPLE_ID })
  })

  test('of errors match the error schema', () => {
    for (const operation of operations())
      for (const [status, { content }] of Object.entries(operation.responses))
        for (const { value } of Object.values(content?.['application/json']?.examples ?? {}))
          // A 404 for a game server is a permission.
          if (!status.startsWith('2') && !Object.hasOwn(value as object, 'refused')) {
            const schemas = { failures: batchErrorSchema, input: compareErrorSchema, withoutProfile: lookupErrorSchema }
            const [, schema = errorSchema] =
              Object.entries(schemas).find(([field]) => Object.hasOwn(value as object, field)) ?? []
            expect(schema.strict().safeParse(value)).toMatchObject({ success: true })
          }
  })
})

describe('responses match the description', () => {
  test.each([
    ['an account', lookupAnswerSchema, () => ask(service, `/api/lookup?steamId=${cast.raider}`)],
    ['a batch', batchResultSchema, () => post(service, '/api/lookup/batch', { steamIds: [cast.raider, 'x y'] })],
    ['a batch that failed', batchErrorSchema, () => post(service, '/api/lookup/batch', { steamIds: ['x y'] })],
    ['a comparison', comparisonSchema, () => ask(service, `/api/compare?steamId=raider&other=${cast.clean}`)],
    [
      'a comparison that failed',
      compareErrorSchema,
      () => ask(service, `/api/compare?steamId=raider&other=${cast.gone}`),
    ],
    ['statistics', rustStatsSchema, () => ask(service, `/api/rust-stats?steamId=${cast.veteran}`)],
    ['an inventory', inventorySchema, () => ask(service, `/api/inventory?steamId=${cast.hoarder}`)],
    ['an error', errorSchema, () => ask(service, '/api/lookup')],
    ['a profile without bans', lookupErrorSchema, () => ask(service, `/api/lookup?steamId=${cast.nullBans}`)],
  ])('of %s, field by field', async (_, schema, run) => {
    expect(schema.strict().safeParse((await run()).body)).toMatchObject({ success: true })
  })
})

describe('/docs', () => {
  const attributes = (html: string) =>
    [...html.matchAll(/\b(?:src|href|action)\s*=\s*"([^"]*)"/g)].map(([, link = '']) => link)

  test('is a page that only runs its own scripts', async () => {
    const { status, headers, body } = await ask(service, '/docs')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
    expect(headers['x-content-type-options']).toBe('nosniff')
    // The page has no inline script, which the policy would block.
    expect(String(body)).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|javascript:/i)
  })

  test('refers only to existing files of this server', async () => {
    const types: Record<string, RegExp> = {
      css: /^text\/css; charset=utf-8$/,
      js: /^text\/javascript; charset=utf-8$/,
      png: /^image\/png$/,
      json: /^application\/json; charset=utf-8$/,
    }
    const links = attributes(String((await ask(service, '/docs')).body))
    expect(links.length).toBeGreaterThanOrEqual(4)
    for (const link of links) {
      expect(link).toMatch(/^\/[^/]/)
      const { status, headers } = await ask(service, link)
      expect([link, status, headers['content-type']]).toEqual([
        link,
        200,
        expect.stringMatching(types[link.split('.').at(-1) ?? ''] ?? /^$/),
      ])
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
  })
})
