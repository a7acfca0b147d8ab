import { z } from 'zod'
import { exampleError } from './examples.ts'
import type { DocumentedResponse, Route } from './route.ts'
import { errorSchema } from './schemas.ts'

const VERSION = '1.4.0'

const schemaUri = (id: string) => `#/components/schemas/${id}`

/** The OpenAPI 3.1 description of a table of routes, from the very schemas that check the requests. */
export function describeApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(route) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rapsheet',
      version: VERSION,
      description:
        'Steam bans, profiles, Rust hours, banned friends, game statistics and inventories. Unknown, private and unavailable are always told apart from clean. What it says supports a decision about a person; it should not be the sole basis of a permanent ban. Answers may gain fields.\n\nThere is no authentication. Send a `User-Agent` of at least 5 characters that names your application and a contact address; `/api/lookup` refuses requests without one. HEAD is answered wherever GET is.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [],
    tags: [
      { name: 'Look-ups', description: 'What Steam says about accounts.' },
      { name: 'Operation', description: 'How the server is doing, and this description.' },
    ],
    paths,
    components: { schemas: namedSchemas() },
  }
}

function describeRoute(route: Route): object {
  const { method, summary, description, tag, input, responses } = route
  const parameters = method === 'GET' && input ? queryParameters(input) : []
  return {
    operationId: `${method.toLowerCase()}${route.path.replace(/[^A-Za-z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === 'POST' && input
      ? { requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(input, 'output') } } } }
      : {}),
    responses: Object.fromEntries(
      Object.entries({ ...responses, default: OTHERWISE }).map(([status, answer]) => [
        status,
        describeAnswer(route, status, answer),
      ]),
    ),
  }
}

function queryParameters(input: z.ZodObject): object[] {
  return Object.entries<z.core.$ZodType>(input.shape).map(([name, schema]) => {
    const { description, example, ...rest } = toJsonSchema(schema, 'output')
    return { name, in: 'query', required: true, description, example, schema: rest }
  })
}

const OTHERWISE: DocumentedResponse = {
  description:
    'Any other refusal or failure: 308 (HTTPS required), 405, 408, 413, 417, 431, 5xx; statistics and inventories pass a status of Steam itself on.',
  codes: ['https_required', 'method_not_allowed', 'request_timeout', 'body_too_large', 'headers_too_large', 'internal'],
}

const text = (description: string) => ({ description, schema: { type: 'string' } })

function describeAnswer(route: Route, status: string, answer: DocumentedResponse): object {
  const { description, content, codes = [], ...rest } = answer
  const bodies = content ?? { 'application/json': errorSchema }
  const examples = rest.examples ?? Object.fromEntries(codes.map((code) => [code, exampleError(code)]))
  return {
    description,
    headers: {
      'X-Request-Id': text('Also in the log, and in the body of an error.'),
      ...(route.isLookup ? { 'Server-Timing': text('How long Steam took: `steam;dur=<milliseconds>`.') } : {}),
      ...(route.cost === 'free'
        ? {}
        : {
            'RateLimit-Policy': text('Look-ups a minute.'),
            RateLimit: text('Look-ups left, and seconds until all are back.'),
          }),
      ...(route.passThrough && status === '200' ? { 'Cache-Control': text('How long the answer may be kept.') } : {}),
      ...(/429|503|default/.test(status)
        ? { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } } }
        : {}),
    },
    content: Object.fromEntries(
      Object.entries(bodies).map(([type, schema]) => [
        type,
        { schema: toJsonSchema(schema, 'input'), ...namedExamples(examples) },
      ]),
    ),
  }
}

function namedExamples(examples: Record<string, object>): object {
  const entries = Object.entries(examples).map(([name, value]) => [name, { value }] as const)
  return entries.length > 0 ? { examples: Object.fromEntries(entries) } : {}
}

/** A named schema becomes a reference; others are written out, with references for the named ones inside. */
function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const id = z.globalRegistry.get(schema)?.id
  if (id !== undefined) return { $ref: schemaUri(id) }
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io, override: withoutSafeBounds })
  return JSON.parse(JSON.stringify(rest).replaceAll('#/$defs/', schemaUri(''))) as Record<string, unknown>
}

/** zod bounds every integer by what a double can hold, which says nothing about the field. */
function withoutSafeBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function namedSchemas(): object {
  // As inputs, for objects that may gain fields; as outputs they would be closed.
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: schemaUri,
    io: 'input',
    override: withoutSafeBounds,
  })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]))
}
