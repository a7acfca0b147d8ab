import { z } from 'zod'
import { exampleError } from './examples.ts'
import type { DocumentedResponse, Route } from './route.ts'
import { errorSchema } from './schemas.ts'

const VERSION = '1.7.0'

const schemaUri = (id: string) => `#/components/schemas/${id}`

export interface DescriptionOptions {
  /** Whether `/api` asks for one of `API_TOKENS`. */
  hasApiTokens: boolean
}

/** The OpenAPI 3.1 document of a route table, made from the schemas that check the requests. */
export function describeApi(routes: readonly Route[], options: DescriptionOptions): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(route, options) }
  const { hasApiTokens } = options
  const tokens = hasApiTokens
    ? 'Requests need a token of this server, `Authorization: Bearer <token>`; verdicts need a token of a policy instead, images and the operation none.'
    : 'Verdicts need a token of a policy, `Authorization: Bearer <token>`; for everything else there is no authentication.'
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rapsheet',
      version: VERSION,
      description: `Steam bans, profiles, Rust hours, banned friends, game statistics and inventories. Unknown, private and unavailable are always distinguished from clean. The answers support a decision about a person; they should not be the only basis of a permanent ban. Responses may gain fields.\n\n${tokens} Send a \`User-Agent\` of at least 5 characters that names your application and a contact address; \`/api/lookup\` refuses requests without one. HEAD is supported wherever GET is.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [],
    tags: [
      { name: 'Lookups', description: 'Data from Steam about accounts.' },
      { name: 'Verdicts', description: 'What a policy says of accounts.' },
      { name: 'Operation', description: 'State of the server, and this description.' },
    ],
    paths,
    components: {
      schemas: namedSchemas(),
      securitySchemes: {
        policyToken: bearer('A token of a policy.'),
        ...(hasApiTokens ? { apiToken: bearer('One of `API_TOKENS` of this server.') } : {}),
      },
    },
  }
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })

/** The OpenAPI operation of a route; properties that are undefined are left out of the JSON. */
function describeRoute(route: Route, { hasApiTokens }: DescriptionOptions): object {
  const { method, summary, description, tag, input } = route
  const needsApiToken = hasApiTokens && route.token === undefined && route.path.startsWith('/api/')
  const responses = needsApiToken ? { ...route.responses, 401: NO_API_TOKEN } : route.responses
  return {
    operationId: `${method.toLowerCase()}${route.path.replace(/[^A-Za-z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary,
    description,
    security: securityOf(route, needsApiToken),
    parameters: method === 'GET' && input ? queryParameters(input) : undefined,
    requestBody:
      method === 'POST' && input
        ? { required: true, content: { 'application/json': { schema: toJsonSchema(input, 'output') } } }
        : undefined,
    responses: mapEntries({ ...responses, default: DEFAULT_RESPONSE }, (answer, status) =>
      describeResponse(route, status, answer),
    ),
  }
}

const NO_API_TOKEN: DocumentedResponse = {
  description: 'The token is missing or wrong; see `WWW-Authenticate`.',
  codes: ['unauthorized'],
}

function securityOf({ token }: Route, needsApiToken: boolean): object[] | undefined {
  if (token === 'policy') return [{ policyToken: [] }]
  return needsApiToken ? [{ apiToken: [] }] : undefined
}

function queryParameters(input: z.ZodObject): object[] {
  return Object.entries<z.core.$ZodType>(input.shape).map(([name, schema]) => {
    const { description, example, ...rest } = toJsonSchema(schema, 'output')
    return { name, in: 'query', required: true, description, example, schema: rest }
  })
}

const DEFAULT_RESPONSE: DocumentedResponse = {
  description:
    'Any other error: 308 (HTTPS required), 405, 408, 413, 417, 431, 5xx; statistics and inventories pass on the status of Steam.',
  codes: ['https_required', 'method_not_allowed', 'request_timeout', 'body_too_large', 'headers_too_large', 'internal'],
}

const text = (description: string) => ({ description, schema: { type: 'string' } })

function describeResponse(route: Route, status: string, response: DocumentedResponse): object {
  const { description, body = errorSchema, type = 'application/json', codes = [] } = response
  const examples = response.examples ?? Object.fromEntries(codes.map((code) => [code, exampleError(code)]))
  const hasExamples = Object.keys(examples).length > 0
  const hasRateLimit = route.cost !== 'free'
  return {
    description,
    headers: {
      'X-Request-Id': text('Identifies the request in the log; also in the body of an error.'),
      'Server-Timing': route.isLookup ? text('How long Steam took: `steam;dur=<milliseconds>`.') : undefined,
      'RateLimit-Policy': hasRateLimit ? text('Lookups a minute.') : undefined,
      RateLimit: hasRateLimit ? text('Remaining lookups, and seconds until the quota is full again.') : undefined,
      'Cache-Control': route.passThrough && status === '200' ? text('How long the response may be cached.') : undefined,
      'WWW-Authenticate': status === '401' ? text('The kind of token that is needed: `Bearer`.') : undefined,
      'Retry-After': /429|503|default/.test(status)
        ? { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } }
        : undefined,
    },
    content: body
      ? {
          [type]: {
            schema: toJsonSchema(body, 'input'),
            examples: hasExamples ? mapEntries(examples, (value) => ({ value })) : undefined,
          },
        }
      : {},
  }
}

const mapEntries = <T>(object: Record<string, T>, map: (value: T, name: string) => object) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]))

/** Converts a schema: a named one to a reference, others inline, with references to named ones. */
function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const id = z.globalRegistry.get(schema)?.id
  if (id !== undefined) return { $ref: schemaUri(id) }
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io, override: withoutSafeBounds })
  return JSON.parse(JSON.stringify(rest).replaceAll('#/$defs/', schemaUri(''))) as Record<string, unknown>
}

/** Removes the bounds that zod gives every integer (the safe range of a double). */
function withoutSafeBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

function namedSchemas(): object {
  // As inputs, because output schemas would forbid additional fields.
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: schemaUri, io: 'input', override: withoutSafeBounds })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]))
}
